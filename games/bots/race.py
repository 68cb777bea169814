"""The race between two sides to the target: how points change the chance of winning the match.

Both sides are assumed to be equally strong. The chances follow from two fitted distributions: how many points
each score is worth, and how many points a single card scores.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from games.bots.data import read_table

FILE: Final = "race.json"


class Race:
    """The chances of winning, by the points that each side still needs. A side that needs 0 or less has won."""

    def __init__(self, steps: Mapping[int, float], cards: Mapping[int, float]) -> None:
        """``steps`` maps each number of points to the share of scores with that value.

        ``cards`` maps each number of points to the share of played cards that score that many. All other cards
        score nothing.
        """
        self._steps = [*steps.items()]
        self.still = 1 - sum(cards.values())
        self._cards = [*cards.items()]
        self._wins: dict[tuple[int, int], float] = {}

    def win(self, own: int, other: int) -> float:
        """Return the chance of winning from a state between two batches, given the points that each side needs."""
        if own <= 0 or other <= 0:
            return float(own <= 0)
        if (own, other) not in self._wins:
            for mine in range(1, own + 1):
                for theirs in range(1, other + 1):
                    self._wins[mine, theirs] = sum(
                        share * (self._won(mine - points, theirs) + self._won(mine, theirs - points)) / 2
                        for points, share in self._steps
                    )
        return self._wins[own, other]

    def _won(self, own: int, other: int) -> float:
        return self._wins[own, other] if own > 0 and other > 0 else float(own <= 0)

    def play_out(self, own: int, other: int, cards: int, end: Callable[[int, int], float]) -> float:
        """Return the chance of winning when ``cards`` cards of a batch are still to be played.

        Any card can end the match. ``end`` returns the chance of winning after the last card.
        """
        total, reached = 0.0, {(own, other): 1.0}
        for _card in range(cards):
            now, reached = reached, {}
            for (mine, theirs), chance in now.items():
                reached[mine, theirs] = reached.get((mine, theirs), 0.0) + chance * self.still
                for points, share in self._cards:
                    half = chance * share / 2
                    if mine <= points:
                        total += half
                    else:
                        reached[mine - points, theirs] = reached.get((mine - points, theirs), 0.0) + half
                    if theirs > points:
                        reached[mine, theirs - points] = reached.get((mine, theirs - points), 0.0) + half
        return total + sum(chance * end(mine, theirs) for (mine, theirs), chance in reached.items())


@cache
def race_of(players: int) -> Race:
    """Return the fitted race for this number of seats."""
    table = read_table(FILE)[str(players)]
    steps, cards = ({int(points): share for points, share in table[name].items()} for name in ("steps", "cards"))
    return Race(steps, cards)
