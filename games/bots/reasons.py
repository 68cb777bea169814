"""Reasons for moves, derived from the rules and from what the seat sees: a word, and the cards it is about."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.bots.counting import count_ranks, rank_of
from games.bots.evaluation import MoveValue
from games.bots.hidden import hidden_cards, shown_cards
from games.bots.observation import Observation
from games.bots.speech import true_call, turn_moves
from games.bots.steere_cards import CARDS, FIRST_WINS, NUMBER, THIRD_WINS, to_bits
from games.bots.waiting import KINDS as WAITING
from games.bots.waiting import reason_to_lay, reason_to_wait, runs_of
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
    "fewer",  # it takes cards, although another card takes more, which is worth less
    "patience",  # it takes nothing, although another card does, which is worth less
    "save",  # it does not win the trick, although another card would, which is worth less
    "safe",  # no other player can hold a card of its rank
    "rare",  # no rank in the hand has fewer cards left
    "pair",  # the seat keeps a card of its rank, which could take it back
    "none",  # no card in hand takes anything
    "lost",  # no card in hand wins the trick
    "likely",  # it is the card in hand that is most likely to win the trick
    "unlikely",  # it is the card in hand that is least likely to win the trick
    "middling",  # it is neither
    "silent",  # it announces nothing, because the hand holds nothing
    "true",  # it announces exactly what the hand holds
    "hides",  # it announces less than the hand holds
    "bluff",  # it announces what the hand does not hold
    "now",  # it lays the tendido
    "later",  # it leaves the tendido for later
    "best",  # no other move is worth more
    *UNCOMPARED,
    *WAITING,
}
LEAST: Final = 0.05  # points that make a difference: a hint says that closer moves are about as good (hint_box.js)
SCORING: Final = frozenset({"caida", "five", "ten", "missa", "limpia", "in_place"})  # events that score at once


def reason_of(
    observation: Observation, move: list[Any], values: Sequence[MoveValue], *, rival: list[Any] | None = None
) -> list[Any]:
    """Return the reason for the best move: the kind of reason, and then its number and its cards (docs/protocol.md).

    ``values`` contains the values of all moves of the turn. The reason holds regardless of the cards that the seat
    cannot see. For a move that is not compared by points, the reason is the move's verb. If there is a ``rival``, the
    reason also holds against that move: ``patience`` only if the rival takes cards, ``fewer`` only if it takes more.
    No reason speaks against a move that is about as good.
    """
    if move[0] in UNCOMPARED:
        return [move[0]]
    if move[0] == "announce":
        return [_call(observation, move)]
    if move[0] == "tendido":
        return [move[1]]
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
    call = move[1]
    if move == true_call(hand, observation.moves):
        return "silent" if call == "nothing" else "true"
    holds = call == "nothing" or is_true(call, pack_ranks([RANK_40[card] for card in hand]))
    return "hides" if holds else "bluff"


def _card(
    observation: Observation, move: list[Any], values: Sequence[MoveValue], rival: list[Any] | None
) -> list[Any] | None:
    world = sample(observation, random.Random(0))  # a card's immediate effect is the same in every world
    moves = turn_moves(observation.moves)
    effects = {tuple(one): _effect(world, observation.seat, one) for one in moves}
    effect = effects[tuple(move)]
    points = {tuple(value.move): value.points for value in values}

    def best_of(others: set[tuple[Any, ...]]) -> list[Any]:
        """Return the move to compare with: the rival, or the most valuable one of these."""
        return rival or list(max(sorted(others), key=lambda one: points[tuple(one)]))

    def is_compared_with(others: set[tuple[Any, ...]]) -> bool:
        return tuple(rival) in others if rival else bool(others)

    def is_worth_more_than(others: set[tuple[Any, ...]]) -> bool:
        return all(points[tuple(move)] - points[one] >= LEAST for one in others)

    if effect is not None:
        more = {one for one, found in effects.items() if _is_capture_of_more(found, effect)}
        if not (is_compared_with(more) and is_worth_more_than(more)):
            return effect
        return _waiting(observation, world, move, best_of(more)) or ["fewer", best_of(more)[1], *effect[1:]]
    if observation.ruleset == "steere" and _is_trick_open(observation, world):
        return _chance(observation, move[1])
    taking = {one for one, found in effects.items() if found is not None and found[0] != "in_place"}
    if is_compared_with(taking):
        return _patience(observation, world, move, best_of(taking)) if is_worth_more_than(taking) else None
    if observation.ruleset == "steere":
        return None if taking else ["lost"]
    other = None if taking or len(moves) == 1 else best_of({tuple(one) for one in moves if one != move})
    risk = other and is_worth_more_than({tuple(other)}) and _laying(observation, world, move, other)
    return _laid(observation, move, risk or None, takes=bool(taking))


def _is_capture_of_more(found: list[Any] | None, effect: list[Any]) -> bool:
    """Return whether both are plain captures, and the first one takes more cards."""
    return found is not None and found[0] == effect[0] == "capture" and len(found) > len(effect)


def _patience(observation: Observation, world: Game, move: list[Any], other: list[Any]) -> list[Any]:
    """Return why to lay a card although another one takes something."""
    if observation.ruleset == "steere":
        return ["save", other[1]]
    return _waiting(observation, world, move, other) or ["patience", other[1]]


def _waiting(observation: Observation, world: Game, move: list[Any], other: list[Any]) -> list[Any] | None:
    runs = runs_of(world, count_ranks(_cards_left(observation)))
    return reason_to_wait(world, observation.seat, move, other, runs)


def _laying(observation: Observation, world: Game, move: list[Any], other: list[Any]) -> list[Any] | None:
    return reason_to_lay(world, observation.seat, move, other, runs_of(world, count_ranks(_cards_left(observation))))


def _effect(world: Game, seat: int, move: list[Any]) -> list[Any] | None:
    """Return a card's immediate effect, or None if it only stays on the table.

    It is the most important one, the points that the card scores at once, if any, and the cards that it captures or, in
    a trick, those that it beats.
    """
    own = [event for event in world.copy().apply(parse_move([seat, *move])) if event.seat == seat]
    events = {event.kind: event for event in own}
    kind = next((kind for kind in EFFECTS if kind in events), None)
    if kind is None:
        return None
    points = sum(event.data["points"] for event in own if event.kind in SCORING)
    cards = [card for name in ("capture", "trick") if name in events for card in events[name].data["cards"]]
    return [EFFECTS[kind], *([points] if points else []), *(card for card in cards if card != move[1])]


def _laid(observation: Observation, move: list[Any], risk: list[Any] | None, *, takes: bool) -> list[Any] | None:
    """Return the reason to lay this card: perhaps the ``risk`` of another one; ``takes``: whether any card captures."""
    card, hand = move[1], observation.my_hand
    left = count_ranks(_cards_left(observation))
    mine, *others = [left[rank_of(one)] for one in (card, *hand)]
    if not mine:
        return ["safe"]
    if risk:
        return risk
    twin = next((one for one in hand if one != card and rank_of(one) == rank_of(card)), None)
    if twin:
        return ["pair", twin]
    if min(others) == mine < max(others):
        return ["rare", mine]
    return None if takes else ["none", mine]


def _cards_left(observation: Observation) -> list[str]:
    """Return the cards that other hands and the stock may contain, including cards that a challenge has shown."""
    return hidden_cards(observation, shown_cards(event for event in observation.events if event["kind"] != "challenge"))


def _chance(observation: Observation, card: str) -> list[Any] | None:
    """Return whether the card is ``likely``, ``unlikely`` or ``middling`` to win the trick, compared with the hand.

    The number is the percentage of the cards that may follow with which it wins. Return None if all cards are equally
    likely to win. ``_wins`` measures how likely that is.
    """
    left = to_bits(_cards_left(observation))
    before = [NUMBER[one] for one in observation.view["trick"]["cards"]]
    wins = {one: _wins(before, NUMBER[one], left) for one in observation.my_hand}
    least, most = min(wins.values()), max(wins.values())
    if least == most:
        return None
    count = left.bit_count()
    ways = count if before else count * (count - 1)
    kind = {least: "unlikely", most: "likely"}.get(wins[card], "middling")
    return [kind, round(100 * wins[card] / ways)]


def _wins(before: Sequence[int], card: int, left: int) -> int:
    """Return the number of ways that the cards in ``left`` can complete the trick so that this card wins it."""
    if before:
        pair = before[0] * CARDS + card
        return (left & ~FIRST_WINS[pair] & ~THIRD_WINS[pair]).bit_count()
    seconds = (second for second in range(CARDS) if left >> second & 1)
    return sum((FIRST_WINS[card * CARDS + second] & left & ~(1 << second)).bit_count() for second in seconds)
