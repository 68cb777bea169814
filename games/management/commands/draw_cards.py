"""Draw the files in static/cards, static/bots, static/avatars, static/icons and games/rendering/sheets.

Run this command after changing a drawing in games/rendering/drawings, or a module that prints the drawings. Like the
browser tests, it needs Chromium.
"""

import os
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from games.rendering.app_icons import draw_icon
from games.rendering.card_files import svg_files
from games.rendering.card_image import CARD_HEIGHT, CARD_WIDTH, DESCRIPTION, describe_sprites, sheet_path
from games.rendering.card_sets import CLASSIC, PACKS
from games.rendering.card_sprites import Printer

ICONS = {  # the installed app's icons: size in pixels, and whether the system crops them to its own shape
    "icon-192": (192, False),
    "icon-512": (512, False),
    "maskable-512": (512, True),
    "touch-180": (180, True),
}


class Command(BaseCommand):
    """Draw the cards, the bots' faces, the users' avatars and the app's icons."""

    help = "Draw the packs of cards, the faces of bots and users, and the icons of the app."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Write all files."""
        for name, text in svg_files().items():
            (settings.BASE_DIR / "static" / name).write_text(text, encoding="utf-8")
        for name, (size, maskable) in ICONS.items():
            icon = draw_icon(settings.BASE_DIR / "static" / "favicon.svg", size, maskable=maskable)
            (settings.BASE_DIR / "static" / "icons" / f"{name}.png").write_bytes(icon)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=os.environ.get("RONDA_CHROMIUM"))
            for pack in PACKS:
                write_sheet(browser, pack)
            browser.close()


def write_sheet(browser: Browser, pack: str) -> None:
    """Write the sheet with all cards in a pack. A browser renders it, because Pillow cannot read SVG."""
    printer = Printer(pack, CLASSIC)
    sprites = "".join(printer.sprite(letter) for letter in printer.suits)
    size = f'width="{CARD_WIDTH}" height="{CARD_HEIGHT}"'
    cards = "".join(
        f'<svg {size} x="{column * CARD_WIDTH}" y="{row * CARD_HEIGHT}"><use href="#{rank}{letter}"/></svg>'
        for row, letter in enumerate(printer.suits)
        for column, rank in enumerate(printer.ranks)
    )
    width, height = CARD_WIDTH * len(printer.ranks), CARD_HEIGHT * len(printer.suits)
    page = browser.new_page(viewport={"width": width, "height": height})
    page.set_content(f'<body style="margin:0"><svg width="{width}" height="{height}">{sprites}{cards}</svg>')
    picture = page.screenshot(omit_background=True)
    page.close()
    exif = Image.Exif()
    exif[DESCRIPTION] = describe_sprites(sprites)
    Image.open(BytesIO(picture)).save(sheet_path(pack), quality=88, method=6, exif=exif)
