"""The link preview image of a match or a player."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from math import cos, pi, sin

from PIL import Image, ImageDraw

from games.rendering.card_image import card_picture
from games.rendering.picture_text import draw_line, fitting_size, width_of

SIZE = WIDTH, HEIGHT = 1200, 630
EDGE = 60
CLOTH, DARK, GOLD, PAPER, PALE = "#0d6152", "#0a4c41", "#e0b04a", "#fffaf0", "#bfe0d3"


@dataclass(frozen=True, slots=True)
class Scene:
    """The content of an image: the site's name, a heading, cards, and lines that each have a name and a number.

    All of it is public. Text is in the language of the image. ``is_rtl`` mirrors the positions of the texts, but not
    the cards.
    """

    site: str
    heading: str
    lines: tuple[tuple[str, str], ...]
    pack: str
    cards: tuple[str, ...]
    hand: tuple[str, ...] = ()
    is_rtl: bool = False


def draw_scene(scene: Scene) -> bytes:
    """Draw the image and return it as a PNG file."""
    image = _ground().copy()
    pen = _Pen(ImageDraw.Draw(image), scene.is_rtl)
    pen.write(scene.site, EDGE, 97, size=54, fill=GOLD)
    pen.write_up_to(scene.heading, WIDTH - EDGE, 97, size=fitting_size(scene.heading, 32, 700), fill=PALE)
    _lay(image, scene.pack, scene.cards, top=150, tall=215 if scene.hand else 270)
    if scene.hand:
        _lay(image, scene.pack, scene.hand, top=385, tall=110)
    _write(pen, scene.lines)
    found = BytesIO()
    image.save(found, "PNG")
    return found.getvalue()


@dataclass(frozen=True, slots=True)
class _Pen:
    """A pen that writes on an image. Positions are measured from the edge where lines begin in the image's language."""

    draw: ImageDraw.ImageDraw
    is_rtl: bool

    def write(self, text: str, start: int, base: int, *, size: int, fill: str) -> None:
        """Write a line of text that begins at ``start``, with its baseline at ``base``."""
        left = WIDTH - start - width_of(text, size) if self.is_rtl else start
        draw_line(self.draw, (left, base), text, size=size, fill=fill)

    def write_up_to(self, text: str, end: int, base: int, *, size: int, fill: str) -> None:
        """Write a line that ends at ``end``."""
        left = WIDTH - end if self.is_rtl else end - width_of(text, size)
        draw_line(self.draw, (left, base), text, size=size, fill=fill)


def _lay(image: Image.Image, pack: str, cards: Sequence[str], *, top: int, tall: int) -> None:
    """Draw a centred row of cards, which overlap if there are many."""
    if not cards:
        return
    wide = tall * 100 // 154
    step = min(wide + 18, (WIDTH - 2 * EDGE - wide) // max(1, len(cards) - 1))
    left = (WIDTH - wide - step * (len(cards) - 1)) // 2
    for place, code in enumerate(cards):
        picture = card_picture(pack, code, wide)
        image.paste(picture, (left + place * step, top), picture)


def _write(pen: _Pen, lines: Sequence[tuple[str, str]]) -> None:
    """Write lines of names and numbers, in two columns if there is more than one line."""
    columns = 2 if len(lines) > 1 else 1
    rows = -(-len(lines) // columns)
    wide = (WIDTH - 2 * EDGE - 40 * (columns - 1)) // columns
    high = 96 // rows
    size = min(46, high - 6)
    for place, (name, number) in enumerate(lines):
        start = EDGE + (place % columns) * (wide + 40)
        base = 504 + high // 2 + (place // columns) * high + size * 3 // 8
        pen.write(name, start, base, size=fitting_size(name, size, wide - 130), fill=PAPER)
        pen.write_up_to(number, start + wide, base, size=size, fill=GOLD)


@lru_cache(maxsize=1)
def _ground() -> Image.Image:
    """Return the background: the cloth, with a band of eight-pointed stars along the top and bottom edges."""
    image = Image.new("RGB", SIZE, CLOTH)
    draw = ImageDraw.Draw(image)
    for top in (0, HEIGHT - 26):
        draw.rectangle((0, top, WIDTH, top + 26), fill=DARK)
        for x in range(15, WIDTH, 30):
            draw.polygon(_star(x, top + 13, 9), fill=GOLD)
    return image


def _star(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    reach = [radius, radius * cos(pi / 4) / cos(pi / 8)] * 8
    return [(x + far * cos(pi * number / 8), y + far * sin(pi * number / 8)) for number, far in enumerate(reach)]
