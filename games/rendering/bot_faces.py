"""The faces of the site's bots: round portraits of the cards that they are named after, in the style of the packs."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from games.rendering.card_art import (
    GOLD,
    HEAD,
    INK,
    LINE,
    PAPER,
    RED,
    SPANISH_SUITS,
    STROKES,
    Suit,
    caballo,
    rey,
    sota,
)

RING = 2.4  # the width of the line around a portrait, in parts of 52


def siete(suit: Suit) -> str:
    """Draw a child in a coat, with a seven on the cap: the card itself shows no figure."""
    return f"""
<path d="M38 57C44 60 56 60 62 57L74 70 78 104H22L26 70Z" fill="{suit.coat}" {LINE}/>
<path d="M38 62 50 72 62 62 59 57C54 61 46 61 41 57Z" fill="{PAPER}" {LINE}/>
{HEAD}
<path d="M38.5 36C38 27 43 22.5 50 22.5S62 27 61.5 36C54 31 46 31 38.5 36Z" fill="{RED}" {LINE}/>
<path d="M38 35C46 31 54 31 62 35L62 38.5C54 34.5 46 34.5 38 38.5Z" fill="{GOLD}" {LINE}/>
<path d="{STROKES["7"]}" transform="translate(47.8 25) scale(.42)" fill="none" stroke="{PAPER}" stroke-width="4"/>"""


class Portrait(NamedTuple):
    """A drawing in the box of a card, the circle to cut out of it, and the colour behind it."""

    art: str
    x: float
    y: float
    radius: float
    ground: str


PORTRAITS: Final[Mapping[str, Portrait]] = {
    "siete": Portrait(siete(SPANISH_SUITS["B"]), 50, 46, 28, "#cfe3da"),
    "sota": Portrait(sota(SPANISH_SUITS["O"]), 51, 41, 28, "#d5e0f0"),
    "caballo": Portrait(caballo(SPANISH_SUITS["C"]), 45, 46, 35, "#f1e2b8"),
    "rey": Portrait(rey(SPANISH_SUITS["S"]), 50, 42, 28, "#f0d5cc"),
}


def face(portrait: Portrait) -> str:
    """Return the portrait as an SVG document."""
    x, y, radius, ground = portrait.x, portrait.y, portrait.radius, portrait.ground
    line = RING * radius / 26
    circle = f'cx="{x:g}" cy="{y:g}" r="{radius:g}"'
    box = f"{x - radius - line:g} {y - radius - line:g} {2 * (radius + line):g} {2 * (radius + line):g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><clipPath id="edge"><circle {circle}/></clipPath>'
        f'<circle {circle} fill="{ground}"/><g clip-path="url(#edge)">{portrait.art}\n</g>'
        f'<circle {circle} fill="none" stroke="{INK}" stroke-width="{line:g}"/></svg>\n'
    )
