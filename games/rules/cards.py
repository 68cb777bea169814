"""Packs, ranks and suits. A card is written as its rank followed by its suit: ``"7C"``, ``"12B"``, ``"QS"``."""

from typing import Final

SPANISH_SUITS: Final = "OCSB"  # coins, cups, swords, clubs
FRENCH_SUITS: Final = "SHDC"

SPANISH_40_RANKS: Final = ("1", "2", "3", "4", "5", "6", "7", "10", "11", "12")
SPANISH_48_RANKS: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12")
FRENCH_RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def make_pack(ranks: tuple[str, ...], suits: str) -> tuple[str, ...]:
    """Return the cards of a pack, suit by suit, in ascending rank."""
    return tuple(rank + suit for suit in suits for rank in ranks)


SPANISH_40: Final = make_pack(SPANISH_40_RANKS, SPANISH_SUITS)
SPANISH_48: Final = make_pack(SPANISH_48_RANKS, SPANISH_SUITS)
FRENCH_52: Final = make_pack(FRENCH_RANKS, FRENCH_SUITS)


def rank_index(pack: tuple[str, ...], ranks: tuple[str, ...]) -> dict[str, int]:
    """Return the index of each card's rank in ``ranks``, keyed by card. The lowest rank has index 0."""
    place = {rank: number for number, rank in enumerate(ranks)}
    return {card: place[card[:-1]] for card in pack}


RANK_40: Final = rank_index(SPANISH_40, SPANISH_40_RANKS)
RANK_48: Final = rank_index(SPANISH_48, SPANISH_48_RANKS)
RANK_52: Final = rank_index(FRENCH_52, FRENCH_RANKS)
