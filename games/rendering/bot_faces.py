"""The faces of the site's bots: round portraits of the cards that they are named after, in the style of the packs.

Bots of the same level at a table have different clothes, hair and backgrounds.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from games.rendering.card_art import INK, read_drawing, recolour
from games.rendering.card_sets import NO_COLOURS
from games.selectors.site_bots import face_file

RING = 2.4  # the width of the line around a portrait that is 52 wide


class Portrait(NamedTuple):
    """A drawing, the circle to cut out of it, and the colour behind it.

    ``hat``, ``clothes`` and ``hair`` are the drawing's colours for the parts that differ between bots of one level.
    """

    folder: str
    drawing: str
    x: float
    y: float
    radius: float
    ground: str
    hat: str
    clothes: str
    hair: str


class Look(NamedTuple):
    """The features that distinguish a bot from the other bots of its level at a table.

    ``pattern`` is a path in a square from -1, -1 to 1, 1, drawn on the background in a darker shade.
    """

    ground: str
    hat: str
    clothes: str
    hair: str
    pattern: str


# A seven has no figure, so the bot named after it has its own drawing. Backgrounds and heads differ enough to tell the
# levels apart at 24 pixels.
PORTRAITS: Final[Mapping[str, Portrait]] = {
    "siete": Portrait("bots", "siete", 50, 42, 24, "#3fae7d", "#b8392b", "#e9b038", "#6b3a1e"),
    "sota": Portrait("spanish", "10O", 50, 36, 26, "#f2b632", "#2f55a4", "#b8392b", "#8a5a2b"),
    "caballo": Portrait("spanish", "11B", 38, 53, 30, "#e8795a", "#b8392b", "#2f55a4", "#3a2a20"),
    "rey": Portrait("spanish", "12S", 51, 42, 25, "#a06bd0", "#e9b038", "#c9d6e6", "#20262f"),
}

# Looks by the number of the bot's given name. A bot with the first name has the portrait's own look. The backgrounds
# are the seats' colours in static/css/table/seat_name.css.
LOOKS: Final[Mapping[int, Look]] = {
    2: Look("#7cb8ff", "#e9b038", "#1d7a58", "#6b3a1e", "M-1-1H0V1H-1Z"),
    3: Look("#ffb38a", "#1d7a58", "#fffaf0", "#d9b45b", "M-1-.5H1V0H-1ZM-1 .5H1V1H-1Z"),
    4: Look("#8fe3a8", "#6d3566", "#6d3566", "#e8e4da", "M-1-1H1L-1 1Z"),
    5: Look("#d8b4ff", "#20262f", "#e9b038", "#b0522a", "M-1-1H-.6V1H-1ZM-.2-1H.2V1H-.2ZM.6-1H1V1H.6Z"),
    6: Look("#ffe066", "#1b7484", "#b8392b", "#20262f", "M-1-1H0V0H-1ZM0 0H1V1H0Z"),
    7: Look("#ff9ecf", "#2f55a4", "#20262f", "#8c8f94", "M-1 1 0-1 1 1Z"),
    8: Look("#7fe3e0", "#b8392b", "#fffaf0", "#8a5a2b", "M0-1H1L-1 1V0Z"),
}


def face_files() -> dict[str, str]:
    """Return each bot's portraits as SVG documents, keyed by their paths in static."""
    return {
        face_file(key, number): face(portrait, LOOKS.get(number))
        for key, portrait in PORTRAITS.items()
        for number in (1, *LOOKS)
    }


def face(portrait: Portrait, look: Look | None = None) -> str:
    """Return the portrait as an SVG document."""
    x, y, radius, ground = portrait.x, portrait.y, portrait.radius, portrait.ground
    art = read_drawing(portrait.folder, portrait.drawing).without_parts().as_group(NO_COLOURS)
    line = RING * radius / 26
    circle = f'cx="{x:g}" cy="{y:g}" r="{radius:g}"'
    pattern = ""
    if look:
        ground, art = look.ground, _dressed(art, portrait, look)
        place = f"translate({x:g} {y:g}) scale({radius:g})"
        pattern = f'<path transform="{place}" fill="{INK}" fill-opacity=".4" d="{look.pattern}"/>'
    box = f"{x - radius - line:g} {y - radius - line:g} {2 * (radius + line):g} {2 * (radius + line):g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><clipPath id="edge"><circle {circle}/></clipPath>'
        f'<circle {circle} fill="{ground}"/><g clip-path="url(#edge)">{pattern}{art}</g>'
        f'<circle {circle} fill="none" stroke="{INK}" stroke-width="{line:g}"/></svg>\n'
    )


def _dressed(art: str, portrait: Portrait, look: Look) -> str:
    """Return a drawing in a look's colours. Only outlined shapes change: lips, cheeks and shadows have no outline."""
    start = '<path fill="'
    colours = {portrait.hat: look.hat, portrait.clothes: look.clothes, portrait.hair: look.hair}
    first, *shapes = art.split(start)
    return first + "".join(f"{start}{recolour(shape[:7], colours)}{shape[7:]}" for shape in shapes)
