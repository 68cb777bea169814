"""Ronda and rondine: what equal cards are worth, what a hand holds, who scores for it (P8, P10, P11)."""

from collections.abc import Container, Mapping, Sequence
from typing import Final, NamedTuple

from games.rules.cards import FRENCH_RANKS

NOTHING, RONDA, RONDINE, FOUR = "nothing", "ronda", "rondine", "four"

RANK_WORTH: Final = (1,) * 10 + (2, 3, 4)  # A and 2–10, J, Q, K
SET_WORTH: Final = {2: 1, 3: 3, 4: 6}
_NAMES: Final = {2: RONDA, 3: RONDINE, 4: FOUR}


def worth(equal: int, rank: int) -> int:
    """The points of two to four equal cards of a rank, 0 for the ace to 12 for the king."""
    return SET_WORTH[equal] * RANK_WORTH[rank]


class Holding(NamedTuple):
    """Equal cards in a hand. Of two holdings the better is the greater tuple (P10)."""

    equal: int
    rank: int

    @property
    def name(self) -> str:
        """What it is called."""
        return _NAMES[self.equal]

    @property
    def rank_name(self) -> str:
        """The rank as it stands on the cards."""
        return FRENCH_RANKS[self.rank]

    @property
    def points(self) -> int:
        """What it is worth (P8)."""
        return worth(self.equal, self.rank)


def find_holding(ranks: Sequence[int]) -> Holding | None:
    """The best holding of a hand of these ranks; None where no two are equal."""
    equal, rank = max((ranks.count(rank), rank) for rank in ranks)
    return Holding(equal, rank) if equal > 1 else None


def judge_holdings(
    held: Mapping[int, Holding], silent: Container[int], sides: Sequence[int]
) -> tuple[list[int], list[int]]:
    """Who scores when a batch has been played, best first, and whose silent holding may be claimed then (P10, P11).

    ``held`` has the seats that hold something in turn order from the leader, ``silent`` those that said nothing,
    ``sides`` the side of each seat.
    """
    ranked = sorted(held, key=lambda seat: held[seat], reverse=True)  # keeps the turn order of equals
    declared = [seat for seat in ranked if seat not in silent]
    if not declared:
        return [], ranked
    best = declared[0]
    scoring = [seat for seat in declared if sides[seat] == sides[best]]
    return scoring, ranked[: ranked.index(best)]
