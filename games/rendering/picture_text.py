"""Text on link preview images, in Latin and Arabic letters.

Pillow joins Arabic letters and orders them from right to left only with libfribidi, which many machines lack. Here,
arabic-reshaper replaces each letter with its contextual form (initial, medial, final or isolated), which is a separate
character, and python-bidi puts the characters in visual order. Pillow then draws them one by one.
"""

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from arabic_reshaper import reshape
from bidi import get_display
from PIL import ImageDraw, ImageFont

FONT: Final = Path(__file__).parent / "fonts" / "noto-sans-arabic.ttf"
SMALLEST: Final = 12  # pixels
_DIRECTION_MARKS = re.compile(r"[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]")


def as_seen(text: str) -> str:
    """Return a line's characters in visual order, from left to right, with each Arabic letter in its contextual form.

    The first letter decides the direction of the line, as for an HTML element with ``dir="auto"``. Brackets are not
    mirrored: python-bidi doesn't do that, and no text on an image contains any.
    """
    return _DIRECTION_MARKS.sub("", get_display(reshape(text)))


def width_of(text: str, size: int) -> float:
    """Return the width of a line in pixels."""
    return _font(size).getlength(as_seen(text))


def fitting_size(text: str, size: int, wide: int) -> int:
    """Return a font size for the text, at most ``size``.

    The size is reduced until the text is no wider than ``wide`` (in pixels) or the size reaches ``SMALLEST``.
    """
    while size > SMALLEST and width_of(text, size) > wide:
        size -= 2
    return size


def draw_line(draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, *, size: int, fill: str) -> None:
    """Draw a line of text. ``at`` is the left end of its baseline."""
    draw.text(at, as_seen(text), font=_font(size), fill=fill, anchor="ls")


@lru_cache(maxsize=32)
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONT, size, layout_engine=ImageFont.Layout.BASIC)
