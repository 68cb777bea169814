"""The positions of the symbols on number cards, in a card's box of 100 × 154.

Spanish packs are laid out like printed ones: coins and cups in rows (two, three and two for a seven); swords and
clubs upright in two rows, with any odd one lying between them. French packs are laid out like printed French ones.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

WIDTH: Final = 100
HEIGHT: Final = 154
MIDDLE: Final = 50
CENTRE: Final = 77


class Box(NamedTuple):
    """A rectangle, given by its edges."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        """Return whether two boxes overlap."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


class Place(NamedTuple):
    """The position of a symbol: its centre, its height before rotation, and its rotation in degrees."""

    x: float
    y: float
    tall: float
    turn: int = 0

    def box(self, shape: float) -> Box:
        """Return the space that a symbol takes up. ``shape`` is the ratio of its width to its height."""
        across, down = self.tall * shape / 2, self.tall / 2
        if self.turn % 180:
            across, down = down, across
        return Box(self.x - across, self.y - down, self.x + across, self.y + down)


Layout = Mapping[str, tuple[Place, ...]]


def _rows(tall: float, *rows: tuple[float, tuple[float, ...]]) -> tuple[Place, ...]:
    return tuple(Place(x, y, tall) for y, across in rows for x in across)


def _turned(places: tuple[Place, ...]) -> tuple[Place, ...]:
    """Turn the symbols in the lower half upside down, so that the card looks right either way up."""
    return tuple(place._replace(turn=180) if place.y > CENTRE + 1 else place for place in places)


_ONE, _TWO, _THREE = (50.0,), (35.8, 64.2), (31.0, 50.0, 69.0)
_WIDE = (24.6, 50.0, 75.4)
_FOUR = (31.0, 61.7, 92.3, 123.0)  # rows
_LYING: Final = Place(MIDDLE, CENTRE, 54, 90)


def _round(more: float) -> Layout:
    """Return the layout of coins or cups. ``more`` is the ratio of their height to the height of coins."""
    return {
        "1": _rows(78 * more, (77, _ONE)),
        "2": _rows(44 * more, (44, _ONE), (110, _ONE)),
        "3": _rows(34 * more, (34, _ONE), (77, _ONE), (120, _ONE)),
        "4": _rows(26 * more, (42, _TWO), (112, _TWO)),
        "5": _rows(26 * more, (38, _TWO), (77, _ONE), (116, _TWO)),
        "6": _rows(26 * more, (35, _TWO), (77, _TWO), (119, _TWO)),
        "7": _rows(23 * more, (36, _TWO), (77, _WIDE), (118, _TWO)),
        "8": _rows(22.5 * more, *((y, _TWO) for y in _FOUR)),
        "9": _rows(17.8 * more, *((y, (32, 68)) for y in _FOUR), (77, _ONE)),
    }


COINS: Final = _round(1)
CUPS: Final = _round(1.2)
STAVES: Final[Layout] = {  # swords and clubs
    "1": _rows(116, (77, _ONE)),
    "2": (Place(35.5, 77, 84), Place(64.5, 77, 84, 180)),
    "3": (Place(50, 43, 60), *_turned(_rows(60, (111, _TWO)))),
    "4": _turned(_rows(60, (43, _TWO), (111, _TWO))),
    "5": (*_turned(_rows(52, (39, _TWO), (115, _TWO))), _LYING),
    "6": _turned(_rows(51, (44, _THREE), (110, _THREE))),
    "7": (*_turned(_rows(50, (38.5, _THREE), (115.5, _THREE))), _LYING),
    "8": _turned(_rows(42, (33, _THREE), (77, _TWO), (121, _THREE))),
    "9": _turned(_rows(42, (33, _THREE), (77, _THREE), (121, _THREE))),
}
FRENCH: Final[Layout] = {
    "A": _rows(58, (77, _ONE)),
    "2": _turned(_rows(36, (38, _ONE), (116, _ONE))),
    "3": _turned(_rows(32, (35, _ONE), (77, _ONE), (119, _ONE))),
    "4": _turned(_rows(25.5, (38, _TWO), (116, _TWO))),
    "5": _turned(_rows(25.5, (38, _TWO), (77, _ONE), (116, _TWO))),
    "6": _turned(_rows(25, (35, _TWO), (77, _TWO), (119, _TWO))),
    "7": _turned(_rows(20.5, (35, _TWO), (56, _ONE), (77, _TWO), (119, _TWO))),
    "8": _turned(_rows(20.5, (35, _TWO), (56, _ONE), (77, _TWO), (98, _ONE), (119, _TWO))),
    "9": _turned(_rows(18, *((y, (31, 69)) for y in _FOUR), (77, _ONE))),
    "10": _turned(_rows(15.2, *((y, (38.5, 61.5)) for y in _FOUR), (46.3, _ONE), (107.7, _ONE))),
}
