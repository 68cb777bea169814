"""The faces of the site's bots: round portraits of the cards that they are named after, in the style of the packs."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from games.rendering.card_art import INK, read_drawing
from games.rendering.card_sets import NO_COLOURS

RING = 2.4  # the width of the line around a portrait, in parts of 52


class Portrait(NamedTuple):
    """A drawing, the circle to cut out of it, and the colour behind it."""

    folder: str
    drawing: str
    x: float
    y: float
    radius: float
    ground: str


# The card of seven shows no figure, so that bot has a drawing of its own.
PORTRAITS: Final[Mapping[str, Portrait]] = {
    "siete": Portrait("bots", "siete", 50, 44, 24, "#cfe3da"),
    "sota": Portrait("spanish", "10O", 50, 39, 25, "#d5e0f0"),
    "caballo": Portrait("spanish", "11B", 40, 51, 33, "#f1e2b8"),
    "rey": Portrait("spanish", "12S", 51, 42, 25, "#f0d5cc"),
}


def face(portrait: Portrait) -> str:
    """Return the portrait as an SVG document."""
    x, y, radius, ground = portrait.x, portrait.y, portrait.radius, portrait.ground
    art = read_drawing(portrait.folder, portrait.drawing).without_parts().as_group(NO_COLOURS)
    line = RING * radius / 26
    circle = f'cx="{x:g}" cy="{y:g}" r="{radius:g}"'
    box = f"{x - radius - line:g} {y - radius - line:g} {2 * (radius + line):g} {2 * (radius + line):g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><clipPath id="edge"><circle {circle}/></clipPath>'
        f'<circle {circle} fill="{ground}"/><g clip-path="url(#edge)">{art}</g>'
        f'<circle {circle} fill="none" stroke="{INK}" stroke-width="{line:g}"/></svg>\n'
    )
