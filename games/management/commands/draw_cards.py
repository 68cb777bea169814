"""Draw static/cards/spanish.svg and static/cards/french.svg: one symbol per card, and "back".

Run it after changing ``games.rendering.card_art``. A page shows a card with
``<svg><use href="…/spanish.svg#7C"/></svg>``.
"""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.rendering import card_art as art
from games.rendering.card_sprites import sprite
from games.rules.cards import FRENCH_RANKS, SPANISH_48_RANKS


class Command(BaseCommand):
    """Draw both packs."""

    help = "Draw the packs of cards into static/cards."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Write both files."""
        folder = settings.BASE_DIR / "static" / "cards"
        spanish = sprite(art.SPANISH_SUITS, SPANISH_48_RANKS, art.SPANISH_FIGURES)
        french = sprite(art.FRENCH_SUITS, FRENCH_RANKS, art.FRENCH_FIGURES)
        (folder / "spanish.svg").write_text(spanish, encoding="utf-8")
        (folder / "french.svg").write_text(french, encoding="utf-8")
