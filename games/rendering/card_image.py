"""Cards as bitmaps, for link previews. They are cropped from each pack's sheet, a screenshot of its sprites."""

from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from PIL import Image

from games.rendering.card_layouts import HEIGHT, WIDTH
from games.rendering.card_sets import PACKS

SHEETS: Final = Path(__file__).parent / "sheets"
CARD_WIDTH: Final = 176  # pixels; enough for the largest cards of a link preview
CARD_HEIGHT: Final = CARD_WIDTH * HEIGHT // WIDTH
DESCRIPTION: Final = 0x010E  # the EXIF tag that names the sprites of a sheet


def sheet_path(pack: str) -> Path:
    """Return the path of a pack's sheet, which has a row for each suit, with the ranks from left to right."""
    return SHEETS / f"{pack}.webp"


def describe_sprites(sprites: str) -> str:
    """Return a description of the sprites in a sheet. If it differs from the stored one, the sheet is out of date."""
    return f"sprites with SHA-256 {sha256(sprites.encode()).hexdigest()}"


@cache
def _sheet(pack: str) -> Image.Image:
    with Image.open(sheet_path(pack)) as sheet:
        return sheet.convert("RGBA")


@lru_cache(maxsize=256)
def card_picture(pack: str, code: str, width: int) -> Image.Image:
    """Return a card of the ``spanish`` or ``french`` pack, ``width`` pixels wide. Raises ValueError for other cards."""
    column, row = PACKS[pack].ranks.index(code[:-1]), list(PACKS[pack].suits).index(code[-1])
    left, top = column * CARD_WIDTH, row * CARD_HEIGHT
    card = _sheet(pack).crop((left, top, left + CARD_WIDTH, top + CARD_HEIGHT))
    return card.resize((width, width * HEIGHT // WIDTH), Image.Resampling.LANCZOS)
