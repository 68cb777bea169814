"""The SVG files in static/cards, static/bots and static/avatars, generated from the drawings."""

from collections.abc import Mapping

from games.rendering.avatar_art import draw_patterns
from games.rendering.bot_faces import face_files
from games.rendering.card_sets import BACKS_NAME, PACKS, SETS, sprite_name
from games.rendering.card_sprites import Printer, backs, preview


def svg_files() -> Mapping[str, str]:
    """Return the text of each SVG file, keyed by its path in static."""
    sprites = {
        sprite_name(pack, name, letter): Printer(pack, name).sprite(letter)
        for pack in PACKS
        for name in SETS
        for letter in PACKS[pack].suits
    }
    previews = {f"cards/preview-{name}.svg": preview(name) for name in SETS}
    return {**sprites, BACKS_NAME: backs(), **previews, **face_files(), "avatars/patterns.svg": draw_patterns()}
