"""A fast engine for playing one batch of Moroccan ronda or a related ruleset, and an exact search built on it.

Suits do not matter (M1), and each rank is on the table at most once, so a table is a set of ten bits.

A value is the points of the side to play minus those of the other side. It consists of the points scored immediately,
the value of the captured cards and, at the end of the batch, the value of the position for the rest of the deal. A
captured card is worth half a point, because M30 counts only the cards beyond half the pack. Under O4, it is worth twice
as much. tests/bots/test_batch.py checks that the engine agrees with the rules.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final, Generic, NamedTuple, TypeAlias, TypeVar

from games.bots.hands import PLAYS, SIZE
from games.rules.caida import ACE, DUTY_POINTS, KING
from games.rules.tringa import RANKS

STEPS_KEPT: Final = 10_000  # for each set of rules
Points: TypeAlias = tuple[float, float, float]
Found = TypeVar("Found", float, Points)

COOL: Final = 0  # nothing on the table can be captured for a caida, and there is no chain to overcall
CHAINS: Final = RANKS + 1  # the first code for a chain; each lower code except 0 is the rank just laid, plus one


def _take_runs() -> list[tuple[tuple[int, int], ...]]:
    """Return, for each table and rank, the table after a capture and the number of cards taken from it."""
    after = []
    for table in range(1 << RANKS):
        row = []
        for rank in range(RANKS):
            rest, taken = table, 0
            while rank + taken < RANKS and rest >> rank + taken & 1:
                rest ^= 1 << rank + taken
                taken += 1
            row.append((rest, taken))
        after.append(tuple(row))
    return after


CAPTURE: Final = _take_runs()


def chain_code(rank: int, length: int, cards: int, missa: bool) -> int:
    """Return the code for a chain of ``length`` cards that another card of ``rank`` would overcall (M21)."""
    return CHAINS + rank + RANKS * ((length - 2) + 2 * (missa + 2 * cards))


@dataclass(frozen=True, slots=True)
class BatchRules:
    """The rules that a search needs, including point values and whether this is the last batch of the deal.

    ``scale`` contains the points for a caida, a five and a ten. ``keeps`` says whether an overcalled player keeps
    the points. ``card`` is the value of each captured card.
    """

    scale: tuple[int, int, int]
    chain: bool
    keeps: bool
    duty: bool
    last_batch: bool
    card: float = 0.5


class Step(NamedTuple):
    """The effect of playing a card. ``gain`` includes ``loss``, the points that the previous seat loses.

    ``captured`` is 1 if the card captures in the last batch, where the last capture matters, and 0 otherwise.
    """

    gain: float
    table: int
    hot: int
    captured: int
    loss: float


class Steps(dict[int, Step]):
    """The steps for all cards, computed on first use. The keys are ``(hot << 10 | table) << 5 | rank << 1 | final``.

    ``final`` is 1 for the last card of a deal.
    """

    def __init__(self, rules: BatchRules) -> None:
        super().__init__()
        self._rules = rules

    def __missing__(self, key: int) -> Step:
        """Compute a step."""
        if len(self) > STEPS_KEPT:
            self.clear()
        final, rank, table, hot = key & 1, key >> 1 & 15, key >> 5 & 1023, key >> 15
        rules = self._rules
        captured, loss = True, 0.0
        if hot >= CHAINS and (hot - CHAINS) % RANKS == rank:
            gain, loss, after = self._overcall(hot, rank, final)
        elif table >> rank & 1:
            table, taken = CAPTURE[table][rank]
            missa = not table and not final
            caida = hot == rank + 1
            gain = (taken + 1) * rules.card + missa + caida * rules.scale[0]
            after = chain_code(rank, 2, taken + 1, missa) if caida and rules.chain else COOL
        else:
            captured = False
            gain, after, table = 0.0, rank + 1, table | 1 << rank
        if final and rules.duty:  # M24
            gain += -DUTY_POINTS if not captured or rank == ACE else DUTY_POINTS if rank == KING else 0
        step = Step(gain, table, after, int(captured and rules.last_batch), loss)
        self[key] = step
        return step

    def _overcall(self, hot: int, rank: int, final: int) -> tuple[float, float, int]:
        """M21, M23: Return the gain and loss from overcalling a chain, and the resulting chain."""
        rules = self._rules
        rest = (hot - CHAINS) // RANKS
        level, had_missa, cards = 1 + rest % 2, rest // 2 % 2, rest // 4
        missa = had_missa and not final
        loss = had_missa + cards * rules.card + (0 if rules.keeps else rules.scale[level - 1])
        gain = rules.scale[level] + missa + (cards + 1) * rules.card + loss
        return gain, loss, chain_code(rank, 3, cards + 1, bool(missa)) if level == 1 else COOL


@lru_cache(maxsize=12)
def steps_of(rules: BatchRules) -> Steps:
    """Return the steps for these rules. They are cached between searches."""
    return Steps(rules)


class _Search(Generic[Found]):
    """The base class for batch searches. ``values`` maps each state that was searched to its value."""

    def __init__(self, rules: BatchRules, leaf: Sequence[float], floor: int = 0) -> None:
        """``leaf`` contains the value of each table between two batches, for the side that leads the next one.

        The search ends when the seat to play has only ``floor`` cards left.
        """
        self._floor = floor
        self._steps = steps_of(rules)
        self._last_batch = rules.last_batch
        self._leaf = leaf
        self._sweep = [rules.card * table.bit_count() for table in range(1 << RANKS)]
        self.values: dict[tuple[int, int, int, tuple[int, ...]], Found] = {}


class TwoSides(_Search[float]):
    """Minimax search of a batch for two sides that play in turn: two seats, or four in partnership."""

    no_capture: ClassVar[int] = 0  # the value of ``last`` before the first capture of a deal

    def moves(self, table: int, hot: int, last: int, hands: tuple[int, ...]) -> list[tuple[int, float]]:
        """Return each rank that can be played and its value.

        ``hands`` contains the hands in turn order, starting with the seat to play. ``hot`` is the code of the card that
        the seat can capture for a caida, or of the chain that it can overcall. ``last`` is 1 if the seat's side made
        the last capture, −1 if the other side did, and 0 before the first capture.
        """
        others = hands[1:]
        base = (hot << 10 | table) << 5
        steps, value = self._steps, self.value
        if not self._last_batch:
            last = 0
        found = []
        for rank, rest in PLAYS[hands[0]]:
            final = self._last_batch and not rest and not any(others)
            gain, after, next_hot, captured, _loss = steps[base | rank << 1 | final]
            found.append((rank, gain - value(after, next_hot, -1 if captured else -last, (*others, rest))))
        return found

    def value(self, table: int, hot: int, last: int, hands: tuple[int, ...]) -> float:
        """Return the value of a state for the side to play. See ``moves`` for the arguments."""
        key = (table, hot, last, hands)
        known = self.values.get(key)
        if known is not None:
            return known
        size = SIZE[hands[0]]
        if size <= self._floor:
            best = self._end(table, last)
        elif size == 1:
            best = self._play_out(table, hot, last, hands)
        else:  # as in moves(), but without a list: a search spends most of its time here
            best = -math.inf
            others = hands[1:]
            base = (hot << 10 | table) << 5
            for rank, rest in PLAYS[hands[0]]:
                gain, after, next_hot, captured, _loss = self._steps[base | rank << 1]
                gain -= self.value(after, next_hot, -1 if captured else -last, (*others, rest))
                if gain > best:  # noqa: PLR1730  # max() takes longer
                    best = gain
        self.values[key] = best
        return best

    def _end(self, table: int, last: int) -> float:
        return last * self._sweep[table] if self._last_batch else self._leaf[table]  # M28

    def _play_out(self, table: int, hot: int, last: int, hands: tuple[int, ...]) -> float:
        """Return the value of a state in which every play is forced: no seat has more than one card."""
        value, sign, final = 0.0, 1, 0
        cards = [hand for hand in hands if hand]
        for number, hand in enumerate(cards, 1):
            if number == len(cards):
                final = self._last_batch
            gain, table, hot, captured, _loss = self._steps[(hot << 10 | table) << 5 | PLAYS[hand][0][0] << 1 | final]
            value += sign * gain
            last = -1 if captured else -last
            sign = -sign
        return value + sign * self._end(table, last)


class ThreeSides(_Search[Points]):
    """Max^n search of a batch for three sides, each of which maximises its lead over the mean of the others."""

    no_capture: ClassVar[int] = -1

    def moves(self, table: int, hot: int, last: int, hands: tuple[int, ...]) -> list[tuple[int, float]]:
        """Return each rank that can be played and its value.

        ``last`` is the seat that made the last capture, counted from the seat to play (0), or −1 if there was none.
        """
        return [(rank, _above_others(points)) for rank, points in self._moves(table, hot, last, hands)]

    def _moves(self, table: int, hot: int, last: int, hands: tuple[int, ...]) -> list[tuple[int, Points]]:
        others = hands[1:]
        base = (hot << 10 | table) << 5
        found = []
        for rank, rest in PLAYS[hands[0]]:
            final = self._last_batch and not rest and not any(others)
            gain, after, next_hot, captured, loss = self._steps[base | rank << 1 | final]
            next_last = (-1 if last < 0 else (last - 1) % 3) if not captured else 2
            second, third, first = self.value(after, next_hot, next_last, (*others, rest))
            found.append((rank, (first + gain - loss, second, third - loss)))
        return found

    def value(self, table: int, hot: int, last: int, hands: tuple[int, ...]) -> Points:
        """Return the points that each seat will still score, starting with the seat to play."""
        if not self._last_batch:
            last = -1
        key = (table, hot, last, hands)
        known = self.values.get(key)
        if known is not None:
            return known
        if SIZE[hands[0]] > self._floor:
            best = max((points for _rank, points in self._moves(table, hot, last, hands)), key=_above_others)
        elif self._last_batch:
            swept = self._sweep[table]  # M28
            best = (swept * (last == 0), swept * (last == 1), swept * (last == 2))
        else:
            best = (self._leaf[table], 0.0, 0.0)
        self.values[key] = best
        return best


def new_search(side_count: int, rules: BatchRules, leaf: Sequence[float], floor: int = 0) -> TwoSides | ThreeSides:
    """Return a search for this number of sides, two or three. See ``_Search`` for the other arguments."""
    return TwoSides(rules, leaf, floor) if side_count == 2 else ThreeSides(rules, leaf, floor)


def _above_others(points: Points) -> float:
    return points[0] - (points[1] + points[2]) / 2
