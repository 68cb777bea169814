"""Verifiable deals: the commitment, the cut, and draws from the salt.

docs/fair-deals.md describes the same algorithm in prose, and static/js/fair/verify.js implements it in the browser.
All three must agree.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

FORMAT: Final = "ronda-deal/1"
SALT_BYTES: Final = 32
WORD_BYTES: Final = 8
WORDS: Final = 2 ** (8 * WORD_BYTES)


class Proof(NamedTuple):
    """The data for verifying a deal: the salt, the commitment made before the cut, and the place of the cut."""

    salt: str
    commitment: str
    cut: int


def commit_to(salt: str, pack: Sequence[str]) -> str:
    """Return the commitment to a shuffled pack before the cut, top card first: a SHA-256 hash in hexadecimal."""
    return sha256(f"{FORMAT} {salt} {' '.join(pack)}".encode()).hexdigest()


def cut_pack(pack: Sequence[str], cut: int) -> tuple[str, ...]:
    """Return the pack with its top ``cut`` cards moved to the bottom."""
    return (*pack[cut:], *pack[:cut])


def join_pack(deck: Sequence[str], cut: int) -> tuple[str, ...]:
    """Return the pack as it was before the cut. This is the inverse of ``cut_pack``."""
    return cut_pack(deck, len(deck) - cut)


def draw(salt: str, label: str, count: int) -> int:
    """Return a uniformly distributed number from 0 to ``count - 1``, determined by the salt and the label.

    This is rejection sampling: hash values that would make some numbers more likely are skipped.
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
    """Draw the first dealer of a match from the salt of its first pack."""
    return draw(salt, "dealer", players)


def draw_places(salt: str) -> Callable[[int], int]:
    """Return a function that draws the places where cards are put back, one place per call.

    ``place(n)`` returns a number from 0 (on top) to n (at the bottom).
    """
    returned = 0  # M5

    def place(stock: int) -> int:
        nonlocal returned
        returned += 1
        return draw(salt, f"returned {returned}", stock + 1)

    return place
