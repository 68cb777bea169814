"""Draw static/cards/spanish.svg and static/cards/french.svg, one symbol per card and "back"; and static/bots/.

Run it after changing ``games.rendering.card_art`` or ``bot_faces``. A page shows a card with
``<svg><use href="…/spanish.svg#7C"/></svg>``.
"""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.rendering import card_art as art
from games.rendering.bot_faces import PORTRAITS, face
from games.rendering.card_sprites import sprite
from games.rules.cards import FRENCH_RANKS, SPANISH_48_RANKS


class Command(BaseCommand):
    """Draw both packs and the faces of the bots."""

    help = "Draw the packs of cards into static/cards, and the faces of the site's bots into static/bots."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Write all files."""
        folder = settings.BASE_DIR / "static" / "cards"
        spanish = sprite(art.SPANISH_SUITS, SPANISH_48_RANKS, art.SPANISH_FIGURES)
        french = sprite(art.FRENCH_SUITS, FRENCH_RANKS, art.FRENCH_FIGURES)
        (folder / "spanish.svg").write_text(spanish, encoding="utf-8")
        (folder / "french.svg").write_text(french, encoding="utf-8")
        for key, portrait in PORTRAITS.items():
            (settings.BASE_DIR / "static" / "bots" / f"{key}.svg").write_text(face(portrait), encoding="utf-8")
