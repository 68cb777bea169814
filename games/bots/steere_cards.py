"""The cards of Mark Steere's game as numbers: a card is a bit number, and a hand has its cards' bits set.

Cards are numbered by rank and then by suit in the order of the ring, so the lowest bit of a hand is its lowest card.
"""

from collections.abc import Iterable
from typing import Final

from games.rules.cards import RANK_48, SPANISH_48
from games.rules.suit_ring import SUIT_RING

CARDS: Final = len(SPANISH_48)
SUITS: Final = len(SUIT_RING)
NUMBER: Final = {card: RANK_48[card] * SUITS + SUIT_RING.index(card[-1]) for card in SPANISH_48}
NAME: Final = {number: card for card, number in NUMBER.items()}
EVERY: Final = (1 << CARDS) - 1
OF_SUIT: Final = tuple(sum(1 << card for card in range(suit, CARDS, SUITS)) for suit in range(SUITS))
HIGHER: Final = tuple(OF_SUIT[card % SUITS] & -(2 << card) for card in range(CARDS))  # cards of the same suit
LOWER: Final = tuple(OF_SUIT[card % SUITS] & ((1 << card) - 1) for card in range(CARDS))


def _third_cards(first: int, second: int) -> tuple[int, int]:
    """Return the third cards that let the first card win a trick, and the third cards that win it (S5–S7)."""
    suits = {first % SUITS, second % SUITS}
    if len(suits) == 1:
        third = HIGHER[max(first, second)]
        return (EVERY & ~third if first > second else 0), third
    wins, third = LOWER[first], HIGHER[first] | HIGHER[second]
    for suit in set(range(SUITS)) - suits:
        (missing,) = set(range(SUITS)) - suits - {suit}
        best = (missing + 1) % SUITS
        if best == suit:
            third |= OF_SUIT[suit]
        elif best == first % SUITS:
            wins |= OF_SUIT[suit]
    return wins, third


_THIRDS: Final = [_third_cards(first, second) for first in range(CARDS) for second in range(CARDS)]
# indexed by first * CARDS + second
FIRST_WINS: Final = tuple(first for first, _ in _THIRDS)
THIRD_WINS: Final = tuple(third for _, third in _THIRDS)


def trick_winner(first: int, second: int, third: int) -> int:
    """Return the place of the card that wins a trick, from 0 to 2."""
    pair = first * CARDS + second
    if THIRD_WINS[pair] >> third & 1:
        return 2
    return 0 if FIRST_WINS[pair] >> third & 1 else 1


def to_bits(cards: Iterable[str]) -> int:
    """Return the hand with these cards."""
    return sum(1 << NUMBER[card] for card in cards)


def numbers_in(hand: int) -> list[int]:
    """Return the numbers of the cards in a hand, lowest first."""
    found = []
    while hand:
        bit = hand & -hand
        found.append(bit.bit_length() - 1)
        hand ^= bit
    return found


def lowest(hand: int) -> int:
    """Return the lowest card of a hand."""
    return (hand & -hand).bit_length() - 1
