"""Reasons for moves, derived from the rules and from what the seat sees: a word, and the cards it is about."""

import random
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from games.bots.call_values import chance_of_pair, chance_true
from games.bots.counting import count_ranks, rank_of
from games.bots.evaluation import MoveValue
from games.bots.hidden import hidden_cards, shown_cards
from games.bots.observation import Observation
from games.bots.speech import true_call, turn_moves
from games.bots.steere_cards import CARDS, FIRST_WINS, NUMBER, THIRD_WINS, to_bits
from games.bots.waiting import KINDS as WAITING
from games.bots.waiting import reason_to_lay, reason_to_wait, rivals_of, runs_of
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
    "only",  # it takes cards, and no other card does
    "most",  # it takes more cards than any other card
    "fewer",  # it takes cards, although another card takes more, which is worth less
    "patience",  # it takes nothing, although another card does, which is worth less
    "save",  # it does not win the trick, although another card would, which is worth less
    "safe",  # no card that the seat has not seen could take it
    "rare",  # no card in the hand could be taken by fewer unseen cards
    "spares",  # the seat keeps a card that fewer unseen cards could take
    "pair",  # the seat keeps a card of its rank, which could take it back
    "alike",  # no card in hand takes anything, as many unseen cards could take each of them, and it is not worth more
    "lost",  # no card in hand wins the trick
    "likely",  # it is the card in hand that is most likely to win the trick
    "unlikely",  # it is the card in hand that is least likely to win the trick
    "middling",  # it is neither
    "even",  # all cards in hand are as likely to win the trick
    "halted",  # it challenges a call that would end the match
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
        return _answer(observation, move)
    if move[0] == "announce":
        return _call(observation, move)
    if move[0] == "tendido":
        return [move[1]]
    return (_Card(observation, move, values, rival).reason() if move[0] == "play" else None) or ["best"]


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


def _answer(observation: Observation, move: list[Any]) -> list[Any]:
    """Return the kind of a move that is not compared by points, and the chance that a challenged call is true."""
    if move[0] in {"claim", "done"}:
        return [move[0]]
    halted = observation.view["halted"]
    caller = move[1] if move[0] == "challenge" else halted
    kind = "halted" if move == ["challenge", halted] else move[0]
    return [kind, round(100 * chance_true(observation, caller))]


def _call(observation: Observation, move: list[Any]) -> list[Any]:
    """Return the kind of a call; with an exact one in Moroccan ronda, the chance that another player holds a pair."""
    hand = observation.my_hand
    call = move[1]
    if move == true_call(hand, observation.moves):
        chance = [round(100 * chance_of_pair(observation))] if observation.ruleset == "moroccan" else []
        return ["silent" if call == "nothing" else "true", *chance]
    holds = call == "nothing" or is_true(call, pack_ranks([RANK_40[card] for card in hand]))
    return ["hides" if holds else "bluff"]


class _Card:
    """A card to play, compared with the other cards in hand or with the ``rival``."""

    def __init__(
        self, observation: Observation, move: list[Any], values: Sequence[MoveValue], rival: list[Any] | None
    ) -> None:
        self.observation, self.move, self.rival = observation, move, rival
        self.world = sample(observation, random.Random(0))  # a card's immediate effect is the same in every world
        self.points = {tuple(value.move): value.points for value in values}
        self.effects = {tuple(one): _effect(self.world, observation.seat, one) for one in turn_moves(observation.moves)}
        self.runs = runs_of(self.world, count_ranks(_cards_left(observation)))
        self.taking = {one: effect for one, effect in self.effects.items() if effect and effect[0] != "in_place"}

    def reason(self) -> list[Any] | None:
        """Return the reason to play the card, or None if nothing can be said."""
        effect = self.effects[tuple(self.move)]
        is_steere = self.observation.ruleset == "steere"
        if effect is not None:
            return self._takes(effect) if effect[0] == "capture" else effect
        if is_steere and _is_trick_open(self.observation, self.world):
            return self._wins_trick()
        if self._is_compared_with(self.taking) and self._is_worth_more_than(self.taking):
            other = self._best_of(self.taking)
            return ["save", other[1]] if is_steere else self._waits(other) or ["patience", other[1]]
        if is_steere:
            return None if self.taking else ["lost"]
        return self._lies()

    def _best_of(self, others: Collection[tuple[Any, ...]]) -> list[Any]:
        """Return the move to compare with: the rival, or the most valuable one of these."""
        best = max(sorted(others), key=lambda one: self.points[one])
        return self.rival or list(best)

    def _is_compared_with(self, others: Collection[tuple[Any, ...]]) -> bool:
        return tuple(self.rival) in others if self.rival else bool(others)

    def _is_worth_more_than(self, others: Collection[tuple[Any, ...]]) -> bool:
        return all(self.points[tuple(self.move)] - self.points[one] >= LEAST for one in others)

    @property
    def _is_equal(self) -> bool:
        """Whether all moves are worth the same, so that nothing is to be said for this one."""
        return len(set(self.points.values())) == 1

    @property
    def _stands_out(self) -> bool:
        """Whether the card is worth more than the others, so that nothing is said that is the same for all of them."""
        others = {tuple(self.rival)} if self.rival else self.points.keys() - {tuple(self.move)}
        return self._is_worth_more_than(others)

    def _wins_trick(self) -> list[Any] | None:
        reason = _chance(self.observation, self.move[1])
        is_said = not self._stands_out if reason[0] == "even" else not self._is_equal
        return reason if is_said else None

    def _waits(self, other: list[Any]) -> list[Any] | None:
        return reason_to_wait(self.world, self.observation.seat, self.move, other, self.runs)

    def _risk_of(self, other: list[Any]) -> list[Any] | None:
        """Return what the other move would risk and this one does not, if it is also worth less."""
        is_worse = self._is_worth_more_than({tuple(other)})
        return reason_to_lay(self.world, self.observation.seat, self.move, other, self.runs) if is_worse else None

    def _takes(self, effect: list[Any]) -> list[Any] | None:
        """Return the reason for a plain capture."""
        more = {one for one, found in self.effects.items() if _is_capture_of_more(found, effect)}
        if self._is_compared_with(more) and self._is_worth_more_than(more):
            other = self._best_of(more)
            return self._waits(other) or ["fewer", other[1], *effect[1:]]
        others = {one for one in self.taking if one[1] != self.move[1]}
        if not others:
            return ["only", self.move[1], *effect[1:]]
        if all(_is_capture_of_more(effect, self.taking[one]) for one in others):
            return ["most", self.move[1], *effect[1:]]
        return (self._risk_of(self._best_of(others)) if self._is_compared_with(others) else None) or effect

    def _lies(self) -> list[Any] | None:
        """Return the reason to lay this card, which takes nothing."""
        card, hand = self.move[1], self.observation.my_hand
        rivals = {one: rivals_of(self.runs, one, self.world.table) for one in hand}
        fewest = min(rivals.values())
        is_alike = not self.taking and fewest == max(rivals.values())
        if not rivals[card]:
            return ["alike", 0] if is_alike else ["safe"]
        others = {one for one in self.effects if one != tuple(self.move)} if not self.taking else set()
        risk = self._risk_of(self._best_of(others)) if others else None
        twin = next((one for one in hand if one != card and rank_of(one) == rank_of(card)), None)
        if risk or twin:
            return risk or ["pair", twin]
        if is_alike and not self._stands_out:
            return ["alike", fewest]
        if self._is_equal or fewest == max(rivals.values()):
            return None
        if rivals[card] == fewest:
            return ["rare", fewest]
        return ["spares", min(rivals, key=lambda one: rivals[one])]


def _is_capture_of_more(found: list[Any] | None, effect: list[Any]) -> bool:
    """Return whether both are plain captures, and the first one takes more cards."""
    return found is not None and found[0] == effect[0] == "capture" and len(found) > len(effect)


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


def _cards_left(observation: Observation) -> list[str]:
    """Return the cards that other hands and the stock may contain, including cards that a challenge has shown."""
    return hidden_cards(observation, shown_cards(event for event in observation.events if event["kind"] != "challenge"))


def _chance(observation: Observation, card: str) -> list[Any]:
    """Return whether the card is ``likely``, ``unlikely`` or ``middling`` to win the trick, compared with the hand.

    If all cards are equally likely to win, it is ``even``. The number is the percentage of the cards that may follow
    with which the card wins. ``_wins`` measures it.
    """
    left = to_bits(_cards_left(observation))
    before = [NUMBER[one] for one in observation.view["trick"]["cards"]]
    wins = {one: _wins(before, NUMBER[one], left) for one in observation.my_hand}
    least, most = min(wins.values()), max(wins.values())
    count = left.bit_count()
    ways = count if before else count * (count - 1)
    kind = "even" if least == most else {least: "unlikely", most: "likely"}.get(wins[card], "middling")
    return [kind, round(100 * wins[card] / ways)]


def _wins(before: Sequence[int], card: int, left: int) -> int:
    """Return the number of ways that the cards in ``left`` can complete the trick so that this card wins it."""
    if before:
        pair = before[0] * CARDS + card
        return (left & ~FIRST_WINS[pair] & ~THIRD_WINS[pair]).bit_count()
    seconds = (second for second in range(CARDS) if left >> second & 1)
    return sum((FIRST_WINS[card * CARDS + second] & left & ~(1 << second)).bit_count() for second in seconds)
