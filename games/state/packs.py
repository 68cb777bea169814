"""The public facts about the current pack, whose cards are secret."""

from typing import NamedTuple


class Pack(NamedTuple):
    """The pack for deal ``number``: the site's commitment, the dealer, and the place of the cut.

    ``cut`` is None until the pack is cut. Nothing is dealt before that.
    """

    number: int
    commitment: str
    dealer: int
    cut: int | None = None
