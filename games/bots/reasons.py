"""One-word reasons for moves, derived from the rules and from what the seat sees."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.bots.counting import count_ranks, rank_of
from games.bots.evaluation import MoveValue
from games.bots.hidden import hidden_cards, shown_cards
from games.bots.observation import Observation
from games.bots.speech import true_call, turn_moves
from games.bots.steere_cards import CARDS, FIRST_WINS, NUMBER, THIRD_WINS, to_bits
from games.bots.worlds import sample
from games.rules.cards import RANK_40
from games.rules.game import Game
from games.rules.moves import parse_move
from games.rules.tringa import is_true, pack_ranks

# The immediate effects of a card, keyed by the kind of event that shows them, most important first.
EFFECTS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("five", "ten", "counter", "san_benito"), "overcall"),
    **{kind: kind for kind in ("caida", "porrazo")},
    **dict.fromkeys(("missa", "limpia"), "clears"),
    **{kind: kind for kind in ("in_place", "trick", "capture")},
}
# The verbs of moves that are not compared by points.
UNCOMPARED: Final = frozenset({"claim", "challenge", "accept", "done"})

KINDS: Final = frozenset(EFFECTS.values()) | {
    "fewer",  # it takes cards, although others take more, because all of those are worth less
    "patience",  # it takes nothing, although other cards do, because all of those are worth less
    "safe",  # no other player can hold a card of its rank
    "rare",  # no rank in the hand has fewer cards left
    "none",  # no card in hand takes anything
    "likely",  # it is the card in hand that is most likely to win the trick
    "unlikely",  # it is the card in hand that is least likely to win the trick
    "true",  # it announces exactly what the hand holds
    "hides",  # it announces less than the hand holds
    "bluff",  # it announces what the hand does not hold
    "best",  # no other move is worth more
    *UNCOMPARED,
}


def reason_of(
    observation: Observation, move: list[Any], values: Sequence[MoveValue], *, rival: list[Any] | None = None
) -> list[Any]:
    """Return the reason for the best move: the kind of reason and, for a capture, the number of cards taken.

    ``values`` contains the values of all moves of the turn. The reason holds regardless of the cards that the seat
    cannot see. For a move that is not compared by points, the reason is the move's verb. If there is a ``rival``, the
    reason also holds against that move: ``["patience"]`` only if the rival takes cards, ``["fewer"]`` only if it takes
    more.
    """
    if move[0] in UNCOMPARED:
        return [move[0]]
    if move[0] == "announce":
        return [_call(observation, move)]
    return (_card(observation, move, values, rival) if move[0] == "play" else None) or ["best"]


def outcome_of(observation: Observation, move: list[Any]) -> list[Any] | None:
    """Return the outcome of playing a card, even if it is not the best one, or None if nothing can be said about it.

    If the card has an immediate effect, the outcome is that effect, as in ``reason_of``. For a card that only stays on
    the table, it is ["lies", number], where ``number`` is how many cards of its rank the seat has not seen. For a card
    that ends a trick without winning it, it is ["loses"]. Otherwise, it is the result of ``_chance``.
    """
    world = sample(observation, random.Random(0))
    effect = _effect(world, observation.seat, move)
    if effect is not None:
        return effect
    if observation.ruleset == "steere":
        return _chance(observation, move[1]) if _is_trick_open(observation, world) else ["loses"]
    return ["lies", count_ranks(_cards_left(observation))[rank_of(move[1])]]


def _is_trick_open(observation: Observation, world: Game) -> bool:
    """Return whether other seats will play to the trick after the observing seat."""
    return len(observation.view["trick"]["cards"]) < world.players - 1


def _call(observation: Observation, move: list[Any]) -> str:
    hand = observation.my_hand
    if move == true_call(hand, observation.moves):
        return "true"
    call = move[1]
    holds = call == "nothing" or is_true(call, pack_ranks([RANK_40[card] for card in hand]))
    return "hides" if holds else "bluff"


def _card(
    observation: Observation, move: list[Any], values: Sequence[MoveValue], rival: list[Any] | None
) -> list[Any] | None:
    world = sample(observation, random.Random(0))  # a card's immediate effect is the same in every world
    effects = {tuple(one): _effect(world, observation.seat, one) for one in turn_moves(observation.moves)}
    effect = effects[tuple(move)]
    points = {tuple(value.move): value.points for value in values}

    def is_compared_with(others: set[tuple[Any, ...]]) -> bool:
        return tuple(rival) in others if rival else bool(others)

    def is_worth_more_than(others: set[tuple[Any, ...]]) -> bool:
        return all(points[one] < points[tuple(move)] for one in others)

    if effect is not None:
        captures = {one: found for one, found in effects.items() if found and found[0] == effect[0] == "capture"}
        more = {one for one, found in captures.items() if found > effect}
        return ["fewer", *effect[1:]] if is_compared_with(more) and is_worth_more_than(more) else effect
    if observation.ruleset == "steere" and _is_trick_open(observation, world):
        return _chance(observation, move[1])
    taking = {one for one, found in effects.items() if found not in (None, ["in_place"])}
    if is_compared_with(taking):
        return ["patience"] if is_worth_more_than(taking) else None
    reason = ["none"] if observation.ruleset == "steere" else _laid(observation, move[1])
    return None if taking and reason == ["none"] else reason


def _effect(world: Game, seat: int, move: list[Any]) -> list[Any] | None:
    """Return a card's immediate effect, or None if it only stays on the table."""
    events = {event.kind: event for event in world.copy().apply(parse_move([seat, *move])) if event.seat == seat}
    for kind, effect in EFFECTS.items():
        if kind in events:
            return [effect, len(events[kind].data["cards"])] if effect == "capture" else [effect]
    return None


def _laid(observation: Observation, card: str) -> list[Any]:
    """Return the reason for laying this card rather than another."""
    left = count_ranks(_cards_left(observation))
    mine, *others = [left[rank_of(one)] for one in (card, *observation.my_hand)]
    if not mine:
        return ["safe"]
    return ["rare"] if min(others) == mine < max(others) else ["none"]


def _cards_left(observation: Observation) -> list[str]:
    """Return the cards that other hands and the stock may contain, including cards that a challenge has shown."""
    return hidden_cards(observation, shown_cards(event for event in observation.events if event["kind"] != "challenge"))


def _chance(observation: Observation, card: str) -> list[Any] | None:
    """Return ``["likely"]`` or ``["unlikely"]`` for the card in hand that is most or least likely to win the trick.

    Return None for any other card, or if all cards are equally likely to win. ``_wins`` measures how likely that is.
    """
    left = to_bits(_cards_left(observation))
    before = [NUMBER[one] for one in observation.view["trick"]["cards"]]
    wins = {one: _wins(before, NUMBER[one], left) for one in observation.my_hand}
    least, most = min(wins.values()), max(wins.values())
    if least == most or wins[card] not in {least, most}:
        return None
    return ["likely" if wins[card] == most else "unlikely"]


def _wins(before: Sequence[int], card: int, left: int) -> int:
    """Return the number of ways that the cards in ``left`` can complete the trick so that this card wins it."""
    if before:
        pair = before[0] * CARDS + card
        return (left & ~FIRST_WINS[pair] & ~THIRD_WINS[pair]).bit_count()
    seconds = (second for second in range(CARDS) if left >> second & 1)
    return sum((FIRST_WINS[card * CARDS + second] & left & ~(1 << second)).bit_count() for second in seconds)
