"""The order of the cards in a trick: suits that beat each other in a ring (S5–S7)."""

from collections.abc import Sequence
from typing import Final

from games.rules.cards import RANK_48

SUIT_RING: Final = "COSB"  # S5: cups beat coins, coins beat swords, swords beat clubs, clubs beat cups


def order_trick(cards: Sequence[str]) -> list[int]:
    """Return the indices of three cards, the highest card first (S5–S7)."""
    suits = [card[-1] for card in cards]
    missing = [place for place, suit in enumerate(SUIT_RING) if suit not in suits]
    if len(missing) == 1:
        # S5: three suits are consecutive in the ring; the one after the missing suit beats the next
        return sorted(range(3), key=lambda place: (SUIT_RING.index(suits[place]) - missing[0]) % 4)
    # S6, S7: the more frequent suit beats the odd card; then the rank decides
    return sorted(range(3), key=lambda place: (suits.count(suits[place]), RANK_48[cards[place]]), reverse=True)
