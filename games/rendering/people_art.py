"""The people among the avatars: drawings of 64 × 64, on a disc in a light tint of the avatar's background colour.

In the drawings, green and gold stand for the two colours of an avatar; see static/css/site/players.css.
"""

from collections.abc import Mapping
from typing import Final

from games.rendering.card_art import GOLD, GREEN, PAPER, read_drawing

COLOURS: Final[Mapping[str, str]] = {GREEN: "var(--ground)", GOLD: "var(--accent)"}

# Faces and black hair need a light background in every colour. Around it, a ring keeps the full colour.
_TINT: Final = f'<circle cx="32" cy="32" r="29" fill="{PAPER}" fill-opacity=".62"/>'


def draw_person(name: str) -> str:
    """Return the drawing ``drawings/people/<name>.svg`` in the avatar's colours, as SVG code."""
    return _TINT + read_drawing("people", name).as_group(COLOURS)
