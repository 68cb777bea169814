"""Ronda and rondine: the value of equal cards, the holdings in hands, and the seats that score (P8, P10, P11)."""

from collections.abc import Container, Mapping, Sequence
from typing import Final, NamedTuple

from games.rules.cards import FRENCH_RANKS

NOTHING, RONDA, RONDINE, FOUR = "nothing", "ronda", "rondine", "four"

RANK_WORTH: Final = (1,) * 10 + (2, 3, 4)  # A and 2–10, J, Q, K
SET_WORTH: Final = {2: 1, 3: 3, 4: 6}
_NAMES: Final = {2: RONDA, 3: RONDINE, 4: FOUR}


def worth(equal: int, rank: int) -> int:
    """Return the points for two to four equal cards. Ranks are numbered from 0 (the ace) to 12 (the king)."""
    return SET_WORTH[equal] * RANK_WORTH[rank]


class Holding(NamedTuple):
    """Equal cards in a hand. The greater tuple is the better holding (P10)."""

    equal: int
    rank: int

    @property
    def name(self) -> str:
        """Return the holding's name."""
        return _NAMES[self.equal]

    @property
    def rank_name(self) -> str:
        """Return the rank as printed on the cards."""
        return FRENCH_RANKS[self.rank]

    @property
    def points(self) -> int:
        """Return the points for the holding (P8)."""
        return worth(self.equal, self.rank)


def find_holding(ranks: Sequence[int]) -> Holding | None:
    """Return the best holding in a hand with these ranks, or None if all ranks are different."""
    equal, rank = max((ranks.count(rank), rank) for rank in ranks)
    return Holding(equal, rank) if equal > 1 else None


def judge_holdings(
    held: Mapping[int, Holding], silent: Container[int], sides: Sequence[int]
) -> tuple[list[int], list[int]]:
    """Return the seats that score after a batch, best first, and the seats with a silent holding to claim (P10, P11).

    ``held`` maps each seat that has a holding to that holding, in turn order from the leader. ``silent`` contains the
    seats that called nothing, and ``sides`` the side of each seat.
    """
    ranked = sorted(held, key=lambda seat: held[seat], reverse=True)  # stable: equal holdings stay in turn order
    declared = [seat for seat in ranked if seat not in silent]
    if not declared:
        return [], ranked
    best = declared[0]
    scoring = [seat for seat in declared if sides[seat] == sides[best]]
    return scoring, ranked[: ranked.index(best)]
