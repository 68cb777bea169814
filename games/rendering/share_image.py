"""The link preview image of a match or a player, as PNG."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from math import cos, pi, sin

from PIL import Image, ImageDraw, ImageFont

from games.rendering.card_image import card_picture

SIZE = WIDTH, HEIGHT = 1200, 630
EDGE = 60
CLOTH, DARK, GOLD, PAPER, PALE = "#0d6152", "#0a4c41", "#e0b04a", "#fffaf0", "#bfe0d3"


@dataclass(frozen=True, slots=True)
class Scene:
    """The content of an image: a heading, cards, and a line per side. All of it is public."""

    heading: str
    lines: tuple[tuple[str, str], ...]
    pack: str
    cards: tuple[str, ...]
    hand: tuple[str, ...] = ()


def draw_scene(scene: Scene) -> bytes:
    """Draw the image and return it as PNG."""
    image = _ground().copy()
    draw = ImageDraw.Draw(image)
    draw.text((EDGE, 44), "Ronda", font=_font(54), fill=GOLD)
    draw.text((WIDTH - EDGE, 66), scene.heading, font=_fitting(scene.heading, 32, 700), fill=PALE, anchor="ra")
    _lay(image, scene.pack, scene.cards, top=150, tall=215 if scene.hand else 270)
    if scene.hand:
        _lay(image, scene.pack, scene.hand, top=385, tall=110)
    _write(draw, scene.lines)
    found = BytesIO()
    image.save(found, "PNG")
    return found.getvalue()


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


def _write(draw: ImageDraw.ImageDraw, lines: Sequence[tuple[str, str]]) -> None:
    """Draw names and numbers, in two columns if there are more than two."""
    columns = 2 if len(lines) > 1 else 1
    rows = -(-len(lines) // columns)
    wide = (WIDTH - 2 * EDGE - 40 * (columns - 1)) // columns
    high = 96 // rows
    size = min(46, high - 6)
    for place, (name, number) in enumerate(lines):
        x = EDGE + (place % columns) * (wide + 40)
        y = 504 + high // 2 + (place // columns) * high
        draw.text((x, y), name, font=_fitting(name, size, wide - 130), fill=PAPER, anchor="lm")
        draw.text((x + wide, y), number, font=_font(size), fill=GOLD, anchor="rm")


def _fitting(text: str, size: int, wide: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return the largest font, up to ``size``, in which the text is at most ``wide`` pixels wide."""
    while size > 12 and _font(size).getlength(text) > wide:
        size -= 2
    return _font(size)


@lru_cache(maxsize=32)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size=size)


@lru_cache(maxsize=1)
def _ground() -> Image.Image:
    """Return the background: the cloth, with a band of eight-pointed stars along both edges."""
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
