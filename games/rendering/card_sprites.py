"""The packs of static/cards, drawn from ``card_art``: one symbol per card, and "back"."""

from collections.abc import Callable, Mapping, Sequence
from math import cos, pi, sin

from games.rendering.card_art import BLUE, GOLD, GREEN, LINE, PAPER, RED, SKIN, STROKES, Suit

WIDTH, HEIGHT = 100, 154
MIDDLE, CENTRE = 50, 77
LEFT, RIGHT, TOP, BOTTOM = 37, 63, 38, 116
SIX: list[tuple[float, float]] = [(x, y) for y in (TOP, CENTRE, BOTTOM) for x in (LEFT, RIGHT)]
# The positions of the symbols on a number card, and their maximum height.
PLACES: dict[str, tuple[float, list[tuple[float, float]]]] = {
    "1": (96, [(MIDDLE, CENTRE)]),
    "A": (96, [(MIDDLE, CENTRE)]),
    "2": (58, [(MIDDLE, 45), (MIDDLE, 109)]),
    "3": (41, [(MIDDLE, 34), (MIDDLE, CENTRE), (MIDDLE, 120)]),
    "4": (43, [(x, y) for y in (49, 105) for x in (34, 66)]),
    "5": (41, [*((x, y) for y in (47, 107) for x in (34, 66)), (MIDDLE, CENTRE)]),
    "6": (37, SIX),
    "7": (33, [*SIX, (MIDDLE, 57.5)]),
    "8": (33, [*SIX, (MIDDLE, 57.5), (MIDDLE, 96.5)]),
    "9": (29, [*((x, y) for y in (34, 63, 91, 120) for x in (LEFT, RIGHT)), (MIDDLE, CENTRE)]),
    "10": (27, [*((x, y) for y in (43, 66, 88, 111) for x in (LEFT, RIGHT)), (MIDDLE, 54.5), (MIDDLE, 99.5)]),
}
HELD: tuple[float, float, float] = (77, 45, 44)  # the symbol that a face card holds up: centre and height
HAND = f'<circle cx="77" cy="61.5" r="3.6" fill="{SKIN}" {LINE}/>'
WIDEST = 0.76  # the part of the height that round symbols fill; long ones fill all of it


def place(letter: str, suit: Suit, x: float, y: float, tall: float) -> str:
    """Return the suit's symbol, centred on a point."""
    height = tall if suit.height > 2 * suit.width else tall * WIDEST
    width = height * suit.width / suit.height
    spot = f'x="{x - width / 2:.4g}" y="{y - height / 2:.4g}"'
    return f'<use href="#{letter}" {spot} width="{width:.4g}" height="{height:.4g}"/>'


def index(rank: str, ink: str) -> str:
    """Return the rank in two opposite corners. Two digits are set closer, to fit the same space as one."""
    wide = 1.3 if len(rank) == 1 else 0.98
    digits = "".join(
        f'<path d="{STROKES[digit]}" transform="translate({10.5 + 12.6 * number:g} 12.5) scale({wide} 1.3)"/>'
        for number, digit in enumerate(rank)
    )
    return (
        '<g fill="none" stroke-linecap="round" stroke-linejoin="round">'
        f'<g stroke="{PAPER}" stroke-width="5.6">{digits}</g><g stroke="{ink}" stroke-width="2.9">{digits}</g></g>'
    )


def frame(suit: Suit) -> str:
    """Return the line around the picture, with the gaps at the top and bottom that mark the suit (la pinta)."""
    left, right, top, bottom, gap = 5, WIDTH - 5, 6, HEIGHT - 6, 5
    paths = [f"M{left} {top}V{bottom}M{right} {top}V{bottom}"]
    for y in (top, bottom):
        start = float(left)
        for number in range(suit.gaps):
            middle = MIDDLE + (number - (suit.gaps - 1) / 2) * 2 * gap
            paths.append(f"M{start:g} {y}H{middle - gap / 2:g}")
            start = middle + gap / 2
        paths.append(f"M{start:g} {y}H{right}")
    return f'<path d="{"".join(paths)}" fill="none" stroke="{suit.ink}" stroke-width="1.3" stroke-linecap="square"/>'


def card(letter: str, suit: Suit, rank: str, figures: Mapping[str, Callable[[Suit], str]]) -> str:
    """Return a card as an SVG symbol."""
    if rank in figures:
        x, y, tall = HELD
        figure = place(letter, suit, x, y, tall) + figures[rank](suit) + HAND
        picture = f'<g transform="translate(5.5 12) scale(.91)">{figure}</g>'
    else:
        tall, places = PLACES[rank]
        picture = "".join(place(letter, suit, x, y, tall) for x, y in places)
    corner = index(rank, suit.ink)
    return (
        f'<symbol id="{rank}{letter}" viewBox="0 0 {WIDTH} {HEIGHT}">{sheet(PAPER)}{frame(suit)}{picture}{corner}'
        f'<g transform="rotate(180 {WIDTH / 2:g} {HEIGHT / 2:g})">{corner}</g></symbol>'
    )


def sheet(colour: str) -> str:
    """Return a blank card."""
    return f'<rect x=".5" y=".5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="7" fill="{colour}" stroke="#b9ab90"/>'


def star(x: float, y: float, radius: float, turn: float = 0) -> str:
    """Return an eight-pointed star, formed by two squares, as a path."""
    inner = radius * cos(pi / 4) / cos(pi / 8)
    corners = (
        (x + far * cos(turn + pi * number / 8), y + far * sin(turn + pi * number / 8))
        for number, far in enumerate([radius, inner] * 8)
    )
    return "M" + " ".join(f"{a:.1f} {b:.1f}" for a, b in corners) + "Z"


def back() -> str:
    """Return the card back: stars and crosses in the style of zellige tiles."""
    step, rows, columns = 28, 5, 3
    left, top = (WIDTH - columns * step) / 2, (HEIGHT - rows * step) / 2
    spots = [(left + step * (a + 0.5), top + step * (b + 0.5)) for a in range(columns) for b in range(rows)]
    corners = [(left + step * a, top + step * b) for a in range(1, columns) for b in range(1, rows)]
    layers = [
        (PAPER, spots, 13.6, 0.0),
        (BLUE, spots, 9, pi / 8),
        (GOLD, spots, 4.4, 0.0),
        (GOLD, corners, 5.4, pi / 8),
    ]
    stars = "".join(
        f'<path d="{"".join(star(x, y, size, turn) for x, y in places)}" fill="{colour}"/>'
        for colour, places, size, turn in layers
    )
    ground = f'<rect x="{left - 1:g}" y="{top - 1:g}" width="{columns * step + 2}" height="{rows * step + 2}" rx="3"'
    return (
        f'<symbol id="back" viewBox="0 0 {WIDTH} {HEIGHT}">{sheet(PAPER)}{ground} fill="{GREEN}"/>{stars}'
        f'{ground} fill="none" stroke="{RED}" stroke-width="1.4"/></symbol>'
    )


def sprite(suits: Mapping[str, Suit], ranks: Sequence[str], figures: Mapping[str, Callable[[Suit], str]]) -> str:
    """Return the file for a pack."""
    symbols = [
        f'<symbol id="{letter}" viewBox="0 0 {suit.width} {suit.height}">{suit.art}</symbol>'
        for letter, suit in suits.items()
    ]
    cards = [card(letter, suit, rank, figures) for letter, suit in suits.items() for rank in ranks]
    parts = ['<svg xmlns="http://www.w3.org/2000/svg">', *symbols, *cards, back(), "</svg>"]
    return "\n".join(part.replace("\n", "") for part in parts) + "\n"
