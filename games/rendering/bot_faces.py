"""The faces of the site's bots, in the style of the packs.

A level has the round portrait of the card that it is named after. At a table with several bots of one level, each of
them is a person, the same one at every level, with the level's headgear and background.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from accounts.reserved_names import GIVEN_NAMES
from games.rendering.card_art import GREEN, INK, RED, read_drawing
from games.rendering.card_sets import NO_COLOURS
from games.selectors.site_bots import face_file

RING = 2.4  # the width of the line around a portrait that is 52 wide


class Circle(NamedTuple):
    """The part of a drawing that is cut out as a portrait."""

    x: float
    y: float
    radius: float


class Portrait(NamedTuple):
    """A level's drawing, the circle to cut out of it, and the colour behind it.

    ``garments`` are the drawings of what a bot of the level wears behind and on its head.
    """

    folder: str
    drawing: str
    circle: Circle
    ground: str
    garments: tuple[tuple[str, ...], tuple[str, ...]]


class Look(NamedTuple):
    """The colours in which a person is drawn."""

    hat: str
    clothes: str


# A seven has no figure, so the bot named after it has its own drawing. Backgrounds and heads differ enough to tell the
# levels apart at 24 pixels.
PORTRAITS: Final[Mapping[str, Portrait]] = {
    "siete": Portrait("bots", "siete", Circle(50, 42, 24), "#3fae7d", ((), ("siete-hat",))),
    "sota": Portrait("spanish", "10O", Circle(50, 36, 26), "#f2b632", ((), ("sota-hat",))),
    "caballo": Portrait("spanish", "11B", Circle(38, 53, 30), "#e8795a", (("caballo-hood",), ("caballo-hat",))),
    "rey": Portrait("spanish", "12S", Circle(51, 42, 25), "#a06bd0", ((), ("rey-hat",))),
}

# Each person has a drawing of the same name. At 24 pixels hair, beards, scarves and glasses tell them apart.
LOOKS: Final[Mapping[str, Look]] = {
    "Amina": Look("#1d7a58", "#b8392b"),
    "Omar": Look("#b8392b", "#fffaf0"),
    "Salma": Look("#2f55a4", "#ff9ecf"),
    "Karim": Look("#d8541f", "#e9b038"),
    "Nadia": Look("#1b7484", "#7cb8ff"),
    "Hamza": Look("#20262f", "#1b7484"),
    "Zineb": Look("#8c1d4f", "#6d3566"),
    "Idris": Look("#6d3566", "#b8392b"),
}
PERSON: Final = Circle(32, 32, 29)


def face_files() -> dict[str, str]:
    """Return each bot's portraits as SVG documents, keyed by their paths in static."""
    levels = {face_file(key): level_face(portrait) for key, portrait in PORTRAITS.items()}
    people = {
        face_file(key, number): person_face(portrait, name)
        for key, portrait in PORTRAITS.items()
        for number, name in enumerate(GIVEN_NAMES, 1)
    }
    return levels | people


def level_face(portrait: Portrait) -> str:
    """Return a level's portrait as an SVG document."""
    art = read_drawing(portrait.folder, portrait.drawing).without_parts().as_group(NO_COLOURS)
    return _document(portrait.circle, portrait.ground, art)


def person_face(portrait: Portrait, name: str) -> str:
    """Return the portrait of the bot with a given name, as an SVG document."""
    look = LOOKS[name]
    behind, on_top = portrait.garments
    garments = {RED: look.hat}
    art = [
        *(read_drawing("bots", garment).as_group(garments) for garment in behind),
        read_drawing("bots", name.lower()).as_group({GREEN: look.clothes}),
        *(read_drawing("bots", garment).as_group(garments) for garment in on_top),
    ]
    return _document(PERSON, portrait.ground, "".join(art))


def _document(circle: Circle, ground: str, art: str) -> str:
    x, y, radius = circle
    line = RING * radius / 26
    shape = f'cx="{x:g}" cy="{y:g}" r="{radius:g}"'
    box = f"{x - radius - line:g} {y - radius - line:g} {2 * (radius + line):g} {2 * (radius + line):g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><clipPath id="edge"><circle {shape}/></clipPath>'
        f'<circle {shape} fill="{ground}"/><g clip-path="url(#edge)">{art}</g>'
        f'<circle {shape} fill="none" stroke="{INK}" stroke-width="{line:g}"/></svg>\n'
    )
