"""Ronda and tringa: finding holdings, checking whether calls are true, and valuing them (M7–M10, M16).

A hand is represented by its ranks only, packed into an integer: four bits per rank, lowest rank first.
"""

from functools import cache
from typing import Final, TypeAlias

Packed: TypeAlias = int

RANKS: Final = 10
NOTHING, RONDA, TWO_RONDAS, TRINGA = "nothing", "ronda", "two-rondas", "tringa"
LEVEL: Final = {NOTHING: 0, RONDA: 1, TWO_RONDAS: 2, TRINGA: 3}  # M16: the order of holdings
WORTH: Final = {RONDA: 1, TWO_RONDAS: 2, TRINGA: 5}  # M10
RONDAS: Final = {NOTHING: 0, RONDA: 1, TWO_RONDAS: 2}

ONE: Final = tuple(1 << 4 * rank for rank in range(RANKS))  # one card of a rank


def pack_ranks(ranks: list[int]) -> Packed:
    """Return the ranks of a hand, packed into an integer."""
    return sum(ONE[rank] for rank in ranks)


def count_ranks(packed: Packed) -> list[int]:
    """Return the number of cards of each rank."""
    return [packed >> 4 * rank & 15 for rank in range(RANKS)]


@cache
def holding(packed: Packed) -> str:
    """Return the best holding in a hand (M7), or the holding that the cards played by a seat prove (M16)."""
    counts = count_ranks(packed)
    if 3 in counts:
        return TRINGA
    if 4 in counts or counts.count(2) >= 2:
        return TWO_RONDAS
    return RONDA if 2 in counts else NOTHING


def is_true(call: str, packed: Packed) -> bool:
    """Return whether a hand of these ranks makes the call true (M9)."""
    if call == RONDA:
        return holding(packed) != NOTHING
    return holding(packed) == call


def hidden_worth(held: str, call: str, penalty: int) -> int:
    """M16: Return the points for claiming a holding against the lower call that hid it.

    ``penalty`` is the value of the option that sets the penalty for a hidden ronda.
    """
    return 5 if held == TRINGA else penalty * (RONDAS[held] - RONDAS[call])


def strength(call: str, packed: Packed, ace_high: bool) -> int:
    """Return the strength of a true call made with this hand (M10). The stronger call wins; equal strengths tie."""
    counts = count_ranks(packed)
    ranks = [rank for rank in range(RANKS) if (counts[rank] == 3 if call == TRINGA else counts[rank] >= 2)]
    best = max(RANKS if ace_high and rank == 0 else rank for rank in ranks)
    return best + (2 * RANKS if call == TRINGA else 0)
