"""The icons of the installed app: PNG images drawn from static/favicon.svg."""

import re
from io import BytesIO
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element, parse

from PIL import Image, ImageDraw

BOX: Final = 64  # the view box of the drawing
FINER: Final = 4  # drawn this many times larger, then scaled down, for smooth edges
COLOURS: Final = 64  # in the palette, which keeps the files small
SAFE: Final = 0.8  # the part of a maskable icon that no mask cuts off
NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")


def draw_icon(drawing: Path, size: int, *, maskable: bool = False) -> bytes:
    """Return the drawing as a PNG of ``size`` × ``size`` pixels.

    A maskable icon fills the square, because each system crops it to its own shape. The drawing may contain
    rectangles, circles, and paths of straight lines. Raises ValueError for other elements.
    """
    image = Image.new("RGBA", (size * FINER, size * FINER))
    canvas = _Canvas(ImageDraw.Draw(image), size * FINER, maskable)
    for element in parse(drawing).getroot():  # noqa: S314  our own file
        canvas.draw(element)
    found = BytesIO()
    small = image.resize((size, size), Image.Resampling.LANCZOS)
    small.quantize(COLOURS, Image.Quantize.FASTOCTREE).save(found, "PNG", optimize=True)
    return found.getvalue()


class _Canvas:
    """A drawing surface with the coordinates of the view box."""

    def __init__(self, draw: ImageDraw.ImageDraw, size: int, maskable: bool) -> None:
        self._draw = draw
        self._size = size
        self._maskable = maskable
        self._scale = size / BOX * (SAFE if maskable else 1)
        self._margin = (size - BOX * self._scale) / 2

    def draw(self, element: Element) -> None:
        """Draw an element. Raises ValueError if it is of an unsupported kind."""
        kind, colour = element.tag.rpartition("}")[2], element.get("fill")
        if kind == "rect":
            radius = 0 if self._maskable else float(element.get("rx", 0)) * self._scale
            self._draw.rounded_rectangle((0, 0, self._size - 1, self._size - 1), radius, fill=colour)
        elif kind == "circle":
            x, y, radius = (float(element.get(name, 0)) for name in ("cx", "cy", "r"))
            self._draw.ellipse((*self._at(x - radius, y - radius), *self._at(x + radius, y + radius)), fill=colour)
        elif kind == "path" and set(re.sub(r"[\d., -]", "", element.get("d", ""))) <= set("MLZ"):
            numbers = [float(number) for number in NUMBER.findall(element.get("d", ""))]
            points = [self._at(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
            self._draw.polygon(points, fill=colour)
        else:
            raise ValueError(f"cannot draw {kind}")

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return x * self._scale + self._margin, y * self._scale + self._margin
