"""Draw static/cards/spanish.svg and french.svg, one symbol per card and "back"; static/bots/, avatars/ and icons/.

Run it after changing ``games.rendering.card_art``, ``bot_faces`` or ``avatar_art``, or static/favicon.svg. A page
shows a card with ``<svg><use href="…/spanish.svg#7C"/></svg>``.
"""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.rendering import card_art as art
from games.rendering.app_icons import draw_icon
from games.rendering.avatar_art import draw_patterns
from games.rendering.bot_faces import PORTRAITS, face
from games.rendering.card_sprites import sprite
from games.rules.cards import FRENCH_RANKS, SPANISH_48_RANKS

ICONS = {  # of the installed app: size in pixels, and whether the system cuts it into a shape of its own
    "icon-192": (192, False),
    "icon-512": (512, False),
    "maskable-512": (512, True),
    "touch-180": (180, True),
}


class Command(BaseCommand):
    """Draw both packs, the faces of bots and users, and the icons of the app."""

    help = "Draw the packs of cards into static/cards, the bots' faces into static/bots, the icons into static/icons."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Write all files."""
        folder = settings.BASE_DIR / "static" / "cards"
        spanish = sprite(art.SPANISH_SUITS, SPANISH_48_RANKS, art.SPANISH_FIGURES)
        french = sprite(art.FRENCH_SUITS, FRENCH_RANKS, art.FRENCH_FIGURES)
        (folder / "spanish.svg").write_text(spanish, encoding="utf-8")
        (folder / "french.svg").write_text(french, encoding="utf-8")
        for key, portrait in PORTRAITS.items():
            (settings.BASE_DIR / "static" / "bots" / f"{key}.svg").write_text(face(portrait), encoding="utf-8")
        avatars = settings.BASE_DIR / "static" / "avatars" / "patterns.svg"
        avatars.write_text(draw_patterns(), encoding="utf-8")
        for name, (size, maskable) in ICONS.items():
            icon = draw_icon(settings.BASE_DIR / "static" / "favicon.svg", size, maskable=maskable)
            (settings.BASE_DIR / "static" / "icons" / f"{name}.png").write_bytes(icon)
