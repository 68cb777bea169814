"""The random input to a game."""

from typing import NamedTuple

from games.rules.fair import Proof


class DealError(ValueError):
    """An invalid deal: wrong pack, wrong dealer or wrong places for the returned cards."""


class Deal(NamedTuple):
    """The random input to a game: the pack after shuffling and cutting, starting with the first card to deal.

    ``returned`` contains the place in the stock of each card that is put back, with 0 for the top. ``proof`` is None if
    the site did not commit to the pack.
    """

    dealer: int
    deck: tuple[str, ...]
    returned: tuple[int, ...] = ()
    proof: Proof | None = None
