"""Level 4's ronda and tringa calls: mixed strategies, solved by counterfactual regret minimization (CFR).

An announcement round is a small game in itself. Its points follow from the hands and the calls alone: every false call
is exposed when its seat has played its cards (M13), and every hidden holding when another player notices it (M16).
"""

import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from games.bots.data import read_table, write_table
from games.rules import tringa
from games.rules.tringa import LEVEL, NOTHING, RANKS, RONDA, TRINGA, TWO_RONDAS, WORTH

FILE: Final = "calls.json"
CALLS: Final = (NOTHING, RONDA, TRINGA, TWO_RONDAS)
NOTICED: Final = 0.8  # the probability that a hidden holding is claimed
TOLD: Final = 0.1  # points that a true call costs by informing the others; see docs/bots.md
ROUNDS: Final = {2: 40_000, 3: 15_000, 4: 12_000}  # deals to learn from, by the number of seats
FEWEST: Final = 30  # nothing is learned about decisions that occur fewer times than this
LEAST: Final = 0.03  # smaller probabilities are treated as 0

Chances: TypeAlias = Sequence[float]


@dataclass(frozen=True, slots=True)
class Setting:
    """The factors that calls depend on: the sides in turn order, the size of a hand and the penalty (M16)."""

    sides: tuple[int, ...]
    size: int
    penalty: int

    @property
    def key(self) -> str:
        """The setting's key in the table."""
        return f"{len(self.sides)} seats, {self.size} cards, {self.penalty}"

    @property
    def calls(self) -> tuple[str, ...]:
        """The possible calls (M8)."""
        return CALLS if self.size == 4 else CALLS[:3]


SETTINGS: Final = [
    Setting(sides, size, penalty)
    for sides, sizes in (((0, 1), (3, 4)), ((0, 1, 2), (3,)), ((0, 1, 0, 1), (3, 4)))
    for size in sizes
    for penalty in (1, 5)
]


def decision_key(heard: Sequence[str | None], hand: int, *, ace_high: bool = False) -> str:
    """Return the key of a decision: the calls heard before it in this round, and the holding in the packed hand."""
    held = tringa.holding(hand)
    strength = tringa.strength(held, hand, ace_high) % (2 * RANKS) - ace_high if held != NOTHING else ""
    return "".join(str(LEVEL[call]) for call in heard if call) + f" {LEVEL[held]}{strength if held != TRINGA else ''}"


def call_chances(setting: Setting, key: str) -> dict[str, float] | None:
    """Return the probability of each call for a decision, or None if nothing has been learned about it."""
    known: Mapping[str, Chances] = read_table(FILE).get(setting.key, {})
    return dict(zip(setting.calls, known[key], strict=True)) if key in known else None


def payoff(setting: Setting, hands: Sequence[int], said: Sequence[str]) -> list[float]:
    """Return the points of each seat's side minus the mean of the others, given these packed hands and calls."""
    sides = setting.sides
    points = [0.0] * (max(sides) + 1)
    live = [seat for seat, call in enumerate(said) if call != NOTHING and tringa.is_true(call, hands[seat])]
    if live:
        strength = {seat: tringa.strength(said[seat], hands[seat], ace_high=False) for seat in live}
        winners = {sides[seat] for seat in live if strength[seat] == max(strength.values())}
        for side in winners:
            points[side] += sum(WORTH[said[seat]] for seat in live) // len(winners)
    for seat, call in enumerate(said):
        others = {side for side in sides if side != sides[seat]}
        held = tringa.holding(hands[seat])
        if seat in live:
            points[sides[seat]] -= TOLD
        elif call != NOTHING:
            for side in others:
                points[side] += WORTH[call]
        if LEVEL[held] > LEVEL[call]:
            worth = tringa.hidden_worth(held, call, setting.penalty)
            for side in others:
                points[side] += NOTICED * worth / len(others)
    total = sum(points)
    return [points[side] - (total - points[side]) / (len(points) - 1) for side in sides]


class Solver:
    """Solves one setting by CFR, sampling the deals and the other seats' calls."""

    def __init__(self, setting: Setting, rng: random.Random) -> None:
        self.setting = setting
        self._rng = rng
        count = len(setting.calls)
        self._regrets: dict[str, list[float]] = defaultdict(lambda: [0.0] * count)
        self._sums: dict[str, list[float]] = defaultdict(lambda: [0.0] * count)
        self._visits: dict[str, int] = defaultdict(int)

    def solve(self, rounds: int) -> dict[str, list[float]]:
        """Return the mean strategy: the probability of each call, by decision key."""
        pack = [rank for rank in range(RANKS) for _suit in range(4)]
        seats, size = len(self.setting.sides), self.setting.size
        for number in range(rounds):
            self._rng.shuffle(pack)
            hands = [tringa.pack_ranks(pack[seat * size : (seat + 1) * size]) for seat in range(seats)]
            for seat in range(seats):
                self._learn(seat, hands, number)
        return {key: _rounded(sums) for key, sums in sorted(self._sums.items()) if self._visits[key] >= FEWEST}

    def _learn(self, seat: int, hands: Sequence[int], number: int) -> None:
        """Update the regret of each call that a seat could make.

        The regret changes by the points of that call minus the mean points of the current strategy.
        """
        said: list[str] = []
        for other in range(seat):
            said.append(self._draw(said, hands[other]))
        key = decision_key(said, hands[seat])
        chances = self._strategy(key, hands[seat])
        values = []
        for call in self.setting.calls:
            line = [*said, call]
            for other in range(seat + 1, len(hands)):
                line.append(self._draw(line, hands[other]))
            values.append(payoff(self.setting, hands, line)[seat])
        mean = sum(chance * value for chance, value in zip(chances, values, strict=True))
        regrets, sums = self._regrets[key], self._sums[key]
        for at, value in enumerate(values):
            regrets[at] = max(0.0, regrets[at] + value - mean)
            sums[at] += number * chances[at]  # later strategies are better and count more
        self._visits[key] += 1

    def _strategy(self, key: str, hand: int) -> list[float]:
        """Return the current probability of each call. If all regrets are 0, the true call is certain."""
        regrets = self._regrets[key]
        total = sum(regrets)
        if not total:
            return [float(call == tringa.holding(hand)) for call in self.setting.calls]
        return [one / total for one in regrets]

    def _draw(self, heard: Sequence[str], hand: int) -> str:
        return self._rng.choices(self.setting.calls, self._strategy(decision_key(heard, hand), hand))[0]


def _rounded(sums: Sequence[float]) -> list[float]:
    total = sum(sums) or 1.0
    kept = [one / total if one / total >= LEAST else 0.0 for one in sums]
    return [round(one / sum(kept), 2) for one in kept]


def solve_calls(seed: int, report: Callable[[str], None]) -> None:
    """Solve every setting and write the strategies to their file."""
    solved = {}
    for setting in SETTINGS:
        solver = Solver(setting, random.Random(f"{seed} {setting.key}"))
        solved[setting.key] = solver.solve(ROUNDS[len(setting.sides)])
        report(f"{setting.key}: {len(solved[setting.key])} decisions")
    write_table(FILE, solved)
