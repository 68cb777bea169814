"""The random input to a game."""

from typing import NamedTuple

from games.rules.fair import Proof


class DealError(ValueError):
    """An invalid deal: wrong pack, wrong dealer or wrong places for the returned cards."""


class Deal(NamedTuple):
    """The random input to a game: the pack after shuffling and cutting, starting with the first card to deal.

    For each card that is put back, ``returned`` contains its place in the stock, counted from 0 at the top. ``proof``
    is None if the site did not commit to the pack.
    """

    dealer: int
    deck: tuple[str, ...]
    returned: tuple[int, ...] = ()
    proof: Proof | None = None
