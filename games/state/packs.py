"""What everybody may know of the pack that is dealt from, while what lies in it is secret."""

from typing import NamedTuple


class Pack(NamedTuple):
    """The pack of deal ``number``: what the site has committed to, who deals it, and where it was cut.

    ``cut`` is None while it waits for that; nothing is dealt before.
    """

    number: int
    commitment: str
    dealer: int
    cut: int | None = None
