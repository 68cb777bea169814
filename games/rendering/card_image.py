"""Cards as bitmaps for link previews: simpler drawings of the packs in static/cards."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from games.rendering.card_sprites import CENTRE, HEIGHT, MIDDLE, PLACES, WIDEST, WIDTH

PAPER, EDGE, INK, RED, GOLD, BLUE, GREEN = "#fffaf0", "#b9ab90", "#1c2531", "#b2331f", "#e0a526", "#27478f", "#1b7a5a"
SCALE: Final = 6  # draw this many times larger, then scale down, to smooth the edges

Draw = ImageDraw.ImageDraw
Symbol = Callable[[Draw, float, float, float], None]  # draws a symbol centred on (x, y), ``size`` units high


def _points(x: float, y: float, size: float, *corners: tuple[float, float]) -> list[tuple[float, float]]:
    """Convert corners, given as fractions (-0.5 to 0.5) of a symbol's height, to pixels on the canvas."""
    return [((x + a * size) * SCALE, (y + b * size) * SCALE) for a, b in corners]


def _disc(draw: Draw, x: float, y: float, radius: float, fill: str) -> None:
    draw.ellipse([(x - radius) * SCALE, (y - radius) * SCALE, (x + radius) * SCALE, (y + radius) * SCALE], fill=fill)


def coin(draw: Draw, x: float, y: float, size: float) -> None:
    """Draw the symbol of oros (coins)."""
    for share, fill in ((0.42, "#8a5300"), (0.38, GOLD), (0.24, RED), (0.19, GOLD), (0.08, BLUE)):
        _disc(draw, x, y, size * share, fill)


def cup(draw: Draw, x: float, y: float, size: float) -> None:
    """Draw the symbol of copas (cups)."""
    bowl = ((-0.36, -0.42), (0.36, -0.42), (0.26, 0.04), (0.09, 0.18), (-0.09, 0.18), (-0.26, 0.04))
    draw.polygon(_points(x, y, size, *bowl), fill=RED)
    draw.polygon(_points(x, y, size, (-0.06, 0.15), (0.06, 0.15), (0.24, 0.44), (-0.24, 0.44)), fill=GOLD)
    draw.polygon(_points(x, y, size, (-0.36, -0.42), (0.36, -0.42), (0.33, -0.28), (-0.33, -0.28)), fill=GOLD)


def sword(draw: Draw, x: float, y: float, size: float) -> None:
    """Draw the symbol of espadas (swords)."""
    draw.polygon(_points(x, y, size, (0, -0.5), (0.07, -0.38), (0.07, 0.2), (-0.07, 0.2), (-0.07, -0.38)), fill=BLUE)
    draw.polygon(_points(x, y, size, (-0.2, 0.18), (0.2, 0.18), (0.2, 0.26), (-0.2, 0.26)), fill=GOLD)
    draw.polygon(_points(x, y, size, (-0.05, 0.26), (0.05, 0.26), (0.06, 0.5), (-0.06, 0.5)), fill=RED)


def club(draw: Draw, x: float, y: float, size: float) -> None:
    """Draw the symbol of bastos (clubs)."""
    draw.polygon(_points(x, y, size, (-0.14, -0.5), (0.14, -0.5), (0.08, 0.5), (-0.08, 0.5)), fill=GREEN)
    for side, height in ((-0.13, -0.25), (0.12, -0.05), (-0.1, 0.15)):
        _disc(draw, x + side * size, y + height * size, size * 0.07, GREEN)
    draw.polygon(_points(x, y, size, (-0.09, 0.34), (0.09, 0.34), (0.085, 0.42), (-0.085, 0.42)), fill=GOLD)


def heart(draw: Draw, x: float, y: float, size: float, fill: str = RED, way: int = 1) -> None:
    """Draw a heart. With ``way`` -1 it is upside down, as in a spade."""
    for side in (-1, 1):
        _disc(draw, x + side * 0.19 * size, y - way * 0.14 * size, size * 0.21, fill)
    draw.polygon(_points(x, y, size, (-0.385, -0.06 * way), (0.385, -0.06 * way), (0, 0.42 * way)), fill=fill)


def diamond(draw: Draw, x: float, y: float, size: float) -> None:
    """Draw a diamond."""
    draw.polygon(_points(x, y, size, (0, -0.45), (0.34, 0), (0, 0.45), (-0.34, 0)), fill=RED)


def spade(draw: Draw, x: float, y: float, size: float) -> None:
    """Draw a spade."""
    heart(draw, x, y, size, INK, -1)
    _foot(draw, x, y, size)


def clover(draw: Draw, x: float, y: float, size: float) -> None:
    """Draw a club of the French pack."""
    for a, b in ((0, -0.2), (-0.2, 0.1), (0.2, 0.1)):
        _disc(draw, x + a * size, y + b * size, size * 0.2, INK)
    _foot(draw, x, y, size)


def _foot(draw: Draw, x: float, y: float, size: float) -> None:
    draw.polygon(_points(x, y, size, (0, 0), (0.14, 0.44), (-0.14, 0.44)), fill=INK)


SYMBOLS: Final[dict[str, dict[str, Symbol]]] = {
    "spanish": {"O": coin, "C": cup, "S": sword, "B": club},
    "french": {"H": heart, "D": diamond, "S": spade, "C": clover},
}
LONG: Final = {sword, club}  # drawn at full height; other symbols are smaller
BLACK: Final = {sword, club, spade, clover}  # suits whose ranks are printed dark


@lru_cache(maxsize=256)
def card_picture(pack: str, code: str, width: int) -> Image.Image:
    """Return a card of the ``spanish`` or ``french`` pack, ``width`` pixels wide."""
    rank, suit = code[:-1], code[-1]
    symbol = SYMBOLS[pack][suit]
    image = Image.new("RGBA", (WIDTH * SCALE, HEIGHT * SCALE))
    draw = ImageDraw.Draw(image)
    box = (0, 0, WIDTH * SCALE - 1, HEIGHT * SCALE - 1)
    draw.rounded_rectangle(box, 8 * SCALE, fill=PAPER, outline=EDGE, width=SCALE)
    is_figure = rank in {"J", "Q", "K"} or (pack == "spanish" and rank in {"10", "11", "12"})
    if is_figure:
        _crown(draw)
        symbol(draw, MIDDLE, CENTRE + 14, 62)
    else:
        tall, places = PLACES[rank]
        share = 1 if symbol in LONG else WIDEST
        for x, y in places:
            symbol(draw, x, y, tall * share)
    font = ImageFont.load_default(size=20 * SCALE)
    for _turn in range(2):
        draw.text(
            (8 * SCALE, 5 * SCALE), rank, font=font, fill=INK if symbol in BLACK else RED, stroke_width=SCALE // 3
        )
        image = image.rotate(180)
        draw = ImageDraw.Draw(image)
    return image.resize((width, width * HEIGHT // WIDTH), Image.Resampling.LANCZOS)


def _crown(draw: Draw) -> None:
    corners = ((-0.5, 0.5), (-0.5, -0.3), (-0.25, 0.1), (0, -0.5), (0.25, 0.1), (0.5, -0.3), (0.5, 0.5))
    draw.polygon(_points(MIDDLE, 36, 28, *corners), fill=GOLD)
