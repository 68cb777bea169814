"""The drawings of the cards, which are SVG files in ``drawings``, and the digits and letters of their indices.

Each drawing has a box that gives its proportions. Figures and decorated aces fill a card, which is 100 × 154; suit
symbols have their own sizes. Drawings use only the colours in ``COLOURS``, so that a card set can replace them. In a
figure, ``#held`` stands for the suit symbol that the figure holds; in an ace, ``#symbol`` stands for the suit symbol.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

DRAWINGS: Final = Path(__file__).parent / "drawings"

INK: Final = "#20262f"
PAPER: Final = "#fffaf0"
GOLD: Final = "#e9b038"
RED: Final = "#b8392b"
BLUE: Final = "#2f55a4"
GREEN: Final = "#1d7a58"
STEEL: Final = "#c9d6e6"
BLACK: Final = "#1d2733"
COLOURS: Final = frozenset(
    {INK, PAPER, GOLD, RED, BLUE, GREEN, STEEL, BLACK}
    | {"#e6b78c", "#c98d5e", "#8a5636"}  # faces and hands
    | {"#6b4a30", "#8a5a2b", "#a5502a", "#6b3a1e", "#3a2a20", "#d9cdb9"}  # hair, leather and grey
    | {"#a86f45", "#b98f5c", "#e6cfa6", "#3d4757", "#5d697b"}  # horses
    | {"#8fcf9b", "#8a5300", "#5a2a1c"}  # knots of a club, engraving, dark lips
)
_COLOUR: Final = re.compile("#[0-9a-f]{6}")
_STEP: Final = re.compile("[A-Z]|[-.\\d]+")
_PART: Final = re.compile("<use [^>]*/>")
_ROOT: Final = re.compile(
    r'<svg xmlns="[^"]+" viewBox="0 0 (?P<width>\d+) (?P<height>\d+)"(?P<pen>[^>]*)>(?P<shapes>.*)</svg>'
)

# Digits and letters are paths in a box of 10 × 16, so that they look the same on every machine.
STROKES: Final = {
    "0": "M5 0C8.4 0 9.8 3.4 9.8 8S8.4 16 5 16 .2 12.6 .2 8 1.6 0 5 0Z",
    "1": "M1.4 3.6 5.6 0V16",
    "2": "M.5 4.2C.5 1.6 2.4 0 5 0S9.4 1.6 9.4 4.2C9.4 8 .5 11 .5 16H9.8",
    "3": (
        "M.8 2.6C1.6 1 3.2 0 5 0 7.6 0 9.2 1.6 9.2 3.8S7.4 7.5 4.4 7.5C7.8 7.5 9.8 9.3 9.8 "
        "11.8S7.8 16 5 16C2.8 16 1 15 .2 13"
    ),
    "4": "M7.4 16V0L0 11.2H10",
    "5": "M9 0H1.8L1 7.2C2 6.3 3.4 5.8 5 5.8 7.9 5.8 9.8 7.8 9.8 10.8S7.8 16 4.8 16C2.8 16 1 15.2 .2 13.4",
    "6": (
        "M8.8 1.6C7.9 .5 6.6 0 5.2 0 1.6 0 .2 4 .2 10.6M.2 10.9C.2 8.2 2.2 6.3 5 6.3S9.8 8.2 9.8 "
        "11 7.8 16 5 16 .2 13.8 .2 10.9"
    ),
    "7": "M0 0H10C6.8 5 4.4 9.6 3.6 16",
    "8": (
        "M5 7.4C2.6 7.4 1 5.9 1 3.7S2.6 0 5 0 9 1.5 9 3.7 7.4 7.4 5 7.4C2.2 7.4 .2 9.2 .2 11.7S2.2 "
        "16 5 16 9.8 14.2 9.8 11.7 7.8 7.4 5 7.4Z"
    ),
    "9": (
        "M1.2 14.4C2.1 15.5 3.4 16 4.8 16 8.4 16 9.8 12 9.8 5.4M9.8 5.1C9.8 7.8 7.8 9.7 5 9.7S.2 "
        "7.8 .2 5 2.2 0 5 0 9.8 2.2 9.8 5.1"
    ),
    "A": "M0 16 5 0 10 16M1.9 10.4H8.1",
    "J": "M8.8 0V11.2C8.8 14.4 7.2 16 4.6 16 2.4 16 .6 14.6 .2 12.2M5.4 0H10",
    "Q": "M5 0C8.4 0 9.8 3.4 9.8 8S8.4 16 5 16 .2 12.6 .2 8 1.6 0 5 0ZM6 11 10 16.6",
    "K": "M.6 0V16M9.4 0 .8 9.2M3.6 6.4 9.8 16",
}


class Drawing(NamedTuple):
    """A drawing: the size of its box, the attributes that its shapes inherit, and the shapes."""

    width: int
    height: int
    pen: str
    shapes: str

    def as_group(self, colours: Mapping[str, str]) -> str:
        """Return the drawing as an SVG group, with some of its colours replaced."""
        return recolour(f"<g{self.pen}>{self.shapes}</g>", colours)

    def without_parts(self) -> "Drawing":
        """Return the drawing without the suit's symbol, for use outside a sprite."""
        return self._replace(shapes=_PART.sub("", self.shapes))


def recolour(art: str, colours: Mapping[str, str]) -> str:
    """Return the SVG code with each colour that is a key of ``colours`` replaced by its value."""
    return _COLOUR.sub(lambda found: colours.get(found[0], found[0]), art)


@cache
def read_drawing(folder: str, name: str) -> Drawing:
    """Read ``drawings/<folder>/<name>.svg``.

    Raises FileNotFoundError if there is no such file, and ValueError if the file is not a drawing.
    """
    text = (DRAWINGS / folder / f"{name}.svg").read_text(encoding="utf-8")
    root = _ROOT.fullmatch(text.replace("\n", ""))
    if root is None:
        raise ValueError(f"{folder}/{name}.svg is not a drawing with a box from 0, 0")
    return Drawing(int(root["width"]), int(root["height"]), root["pen"], root["shapes"])


def write_glyph(glyph: str, left: float, top: float, width: float, height: float) -> str:
    """Return the path of a digit or letter that fills a rectangle."""
    steps, command, is_x = [], "M", True
    for step in _STEP.findall(STROKES[glyph]):
        if step.isalpha():
            command, is_x = step, step != "V"
            steps.append(step)
            continue
        place = left + float(step) * width / 10 if is_x else top + float(step) * height / 16
        steps.append(f"{place:.4g} ")
        is_x = is_x if command in "HV" else not is_x
    return "".join(steps).replace(" Z", "Z").strip()
