"""Searches of a single world in Porrazo, and the values of the positions in which they end."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.bots.porrazo_position import SOME, Batch, Choice, Position, choices, step, take_run
from games.rules.pile_count import HALF_PACK
from games.rules.rondine import RANK_WORTH, SET_WORTH
from games.rules.tendido_deal import HAND_CARDS

WIN: Final = 60.0  # in points
INFINITY: Final = math.inf


@dataclass(slots=True)
class Value:
    """The value of positions for ``side``, in points above the mean of the other sides.

    ``card`` is the value of a captured card in points. ``over_half`` says whether the ``card_points`` option counts
    only the cards beyond half the pack. ``next_side`` leads the next batch. ``chances`` contains the probability of
    each rank being in the leader's hand, and ``lead_worth`` is the value of each card that the leader can expect to
    take with its first card. A won match is worth ``WIN`` or, if ``win_bonus`` is given, the lead plus ``win_bonus``.
    """

    side: int
    card: float
    over_half: bool = False
    next_side: int = 0
    lead_worth: float = 0.0
    chances: Sequence[float] = ()
    win_bonus: float | None = None
    known: dict[int, float] = field(default_factory=dict)

    def of(self, batch: Batch, position: Position) -> float:
        """Return the value of a position, assuming that a pending strike will not be overcalled."""
        if position.winner >= 0:
            return self._won(position.winner, self.lead(position))
        if position.seat < 0 and batch.ends_deal:
            return self._count(batch, position)
        value = self.lead(position)
        strike = position.strike
        if strike is not None:
            points = SET_WORTH[strike.equal] * RANK_WORTH[strike.rank] + strike.limpia
            value += self._share(position, batch.sides[strike.seat], points)
        if position.seat < 0 and self.chances:
            value += self._share(position, self.next_side, self.lead_worth * self.expected_lead(batch, position.table))
        return value

    def lead(self, position: Position) -> float:
        """Return the side's current lead in points, including the value of captured cards."""
        return self._lead(position.scores) + self.card * self._lead(position.captured)

    def _won(self, winner: int, lead: float) -> float:
        """Return the value of a match that ``winner`` wins. ``lead`` is the lead of the side being valued."""
        won = WIN if self.win_bonus is None else self.win_bonus
        return (won if winner == self.side else -won) + (0.0 if self.win_bonus is None else lead)

    def _lead(self, numbers: Sequence[int]) -> float:
        mine = numbers[self.side]
        return mine - (sum(numbers) - mine) / (len(numbers) - 1)

    def _share(self, position: Position, side: int, points: float) -> float:
        """Return the change in value from additional points for ``side``."""
        return points if side == self.side else -points / (len(position.scores) - 1)

    def _count(self, batch: Batch, position: Position) -> float:
        """P21, P22: Return the value of a position at the end of a deal."""
        captured, scores = list(position.captured), list(position.scores)
        if position.last_capture >= 0:
            captured[position.last_capture] += position.table_size
        first, second = sorted(captured, reverse=True)[:2]
        best = captured.index(first)
        scores[best] += max(0, first - HALF_PACK) if self.over_half else first - second
        if scores[best] >= batch.target:
            return self._won(best, self._lead(scores))
        return self._lead(scores)

    def expected_lead(self, batch: Batch, table: int) -> float:
        """Return how many cards the next leader can expect to take with its best card."""
        if table not in self.known:
            runs = (
                (take_run(table, rank, wraps=batch.wraps)[1] + 1, chance)
                for rank, chance in enumerate(self.chances)
                if table & SOME[rank]
            )
            self.known[table] = expect_best(runs)[0]
        return self.known[table]


def expect_best(offers: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """Return the expected value of the best available offer, and the probability that no offer is available.

    An offer is a value and the probability that it is available. Offers are assumed to be independent of each other.
    """
    expected, none_yet = 0.0, 1.0
    for value, chance in sorted(offers, reverse=True):
        expected += none_yet * chance * value
        none_yet *= 1 - chance
    return expected, none_yet


def holding_chances(unseen: Sequence[int], cards: int = HAND_CARDS) -> list[float]:
    """Return the probability that each rank is in a hand of this many unseen cards."""
    total = sum(unseen)
    ways = math.comb(total, cards)
    return [1 - math.comb(total - count, cards) / ways if ways else float(count > 0) for count in unseen]


def search(batch: Batch, value: Value, position: Position, depth: int, low: float, high: float) -> float:
    """Return the value of a position, found by an alpha-beta search with two sides that see all hands.

    The search ends with the batch or after ``depth`` cards.
    """
    if position.seat < 0 or position.winner >= 0 or not depth:
        return value.of(batch, position)
    if batch.sides[position.seat] == value.side:
        for choice in choices(position):
            low = max(low, search(batch, value, step(batch, position, choice), depth - 1, low, high))
            if low >= high:
                break
        return low
    for choice in choices(position):
        high = min(high, search(batch, value, step(batch, position, choice), depth - 1, low, high))
        if low >= high:
            break
    return high


def search_greedy(batch: Batch, values: Sequence[Value], position: Position, side: int) -> float:
    """Return the value of a position for a side that plays the rest of the batch optimally against greedy sides.

    The other sides play the card that is worth most to them immediately. ``values`` contains a ``Value`` for each side.
    """
    if position.seat < 0 or position.winner >= 0:
        return values[side].of(batch, position)
    after = [step(batch, position, choice) for choice in choices(position)]
    mover = batch.sides[position.seat]
    if mover == side:
        return max(search_greedy(batch, values, one, side) for one in after)
    if len(after) > 1:
        own = values[mover]
        return search_greedy(batch, values, max(after, key=lambda one: own.of(batch, one)), side)
    return search_greedy(batch, values, after[0], side)


def value_choices(batch: Batch, values: Sequence[Value], position: Position, depth: int) -> dict[Choice, float]:
    """Return the value of each choice for the side to act. ``depth`` is used only with two sides; see ``search``."""
    side = batch.sides[position.seat]
    after = {choice: step(batch, position, choice) for choice in choices(position)}
    if len(values) > 2:
        return {choice: search_greedy(batch, values, one, side) for choice, one in after.items()}
    return {choice: search(batch, values[side], one, depth - 1, -INFINITY, INFINITY) for choice, one in after.items()}
