"""Deals that anybody can check afterwards: what is committed to, the cut, and what is drawn from the salt.

docs/fair-deals.md is the same in words; static/js/fair/verify.js the same in the browser. The three must agree.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

FORMAT: Final = "ronda-deal/1"
SALT_BYTES: Final = 32
WORD_BYTES: Final = 8
WORDS: Final = 2 ** (8 * WORD_BYTES)


class Proof(NamedTuple):
    """What makes a deal checkable: the salt, the commitment made before the cut, and where the pack was cut."""

    salt: str
    commitment: str
    cut: int


def commit_to(salt: str, pack: Sequence[str]) -> str:
    """The commitment to a shuffled pack that is not cut yet, its top card first: SHA-256 in hexadecimal."""
    return sha256(f"{FORMAT} {salt} {' '.join(pack)}".encode()).hexdigest()


def cut_pack(pack: Sequence[str], cut: int) -> tuple[str, ...]:
    """The pack after its top ``cut`` cards went under."""
    return (*pack[cut:], *pack[:cut])


def join_pack(deck: Sequence[str], cut: int) -> tuple[str, ...]:
    """The pack as it was before that cut."""
    return cut_pack(deck, len(deck) - cut)


def draw(salt: str, label: str, count: int) -> int:
    """A number from 0 to ``count - 1``, each as likely as the others, that salt and label fix.

    Of the words that the label gives, those are passed over that would make some numbers likelier.
    """
    fair = WORDS - WORDS % count
    attempt = 0
    while True:
        digest = sha256(f"{salt} {label} {attempt}".encode()).digest()
        word = int.from_bytes(digest[:WORD_BYTES], "big")
        if word < fair:
            return word % count
        attempt += 1


def draw_dealer(salt: str, players: int) -> int:
    """Who deals first in a match whose first pack has this salt."""
    return draw(salt, "dealer", players)


def draw_places(salt: str) -> Callable[[int], int]:
    """Where the cards put back go, one call a card: ``place(n)`` is from 0 (on top) to n (at the bottom)."""
    returned = 0  # M5

    def place(stock: int) -> int:
        nonlocal returned
        returned += 1
        return draw(salt, f"returned {returned}", stock + 1)

    return place
