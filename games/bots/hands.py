"""Hands without suits, represented by small numbers, for searches in rulesets that use the Spanish 40-card pack."""

from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement
from math import comb
from typing import Final

from games.rules.tringa import ONE, RANKS

EMPTY: Final = 0
LARGEST: Final = 4  # cards in a hand

_RANKS_OF: Final[list[tuple[int, ...]]] = [
    ranks for size in range(LARGEST + 1) for ranks in combinations_with_replacement(range(RANKS), size)
]
_NUMBER_OF: Final = {ranks: number for number, ranks in enumerate(_RANKS_OF)}

SIZE: Final = [len(ranks) for ranks in _RANKS_OF]
PACKED: Final = [sum(ONE[rank] for rank in ranks) for ranks in _RANKS_OF]
# for each hand, every rank that can be played and the hand that remains
PLAYS: Final[list[tuple[tuple[int, int], ...]]] = [
    tuple(
        (rank, _NUMBER_OF[ranks[: ranks.index(rank)] + ranks[ranks.index(rank) + 1 :]]) for rank in dict.fromkeys(ranks)
    )
    for ranks in _RANKS_OF
]


def hand_number(ranks: Iterable[int]) -> int:
    """Return the number of the hand with these ranks."""
    return _NUMBER_OF[tuple(sorted(ranks))]


def ranks_of(hand: int) -> tuple[int, ...]:
    """Return the ranks of a hand, in ascending order."""
    return _RANKS_OF[hand]


def possible_hands(unseen: Sequence[int], size: int) -> list[tuple[int, int]]:
    """Return every hand of this size, and the number of ways to deal it.

    ``unseen`` contains the number of unseen cards of each rank.
    """
    found: list[tuple[int, int]] = []

    def extend(start: int, ranks: tuple[int, ...], ways: int) -> None:
        if len(ranks) == size:
            found.append((_NUMBER_OF[ranks], ways))
            return
        for rank in range(start, RANKS):
            for copies in range(1, min(unseen[rank], size - len(ranks)) + 1):
                extend(rank + 1, (*ranks, *(rank,) * copies), ways * comb(unseen[rank], copies))

    extend(0, (), 1)
    return found
