"""The avatars as one SVG file: people, and patterns of zellige, plants and cards, in boxes of 64 × 64.

The two colours of an avatar are CSS properties, set where it is used; see static/css/site/players.css.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from math import cos, pi, sin
from typing import Final

from accounts.avatars import PEOPLE, AvatarPattern
from games.rendering.card_art import PAPER, read_drawing
from games.rendering.people_art import draw_person

CENTRE: Final = 32
GROUND, ACCENT = "var(--ground)", "var(--accent)"


def draw_patterns() -> str:
    """Return the SVG document with one symbol per pattern or person."""
    symbols = "\n".join(
        f'<symbol id="{pattern}" viewBox="0 0 64 64"><rect width="64" height="64" fill="{GROUND}"/>{draw()}</symbol>'
        for pattern, draw in _DRAWINGS.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'


def _around(count: int, radius: float, turn: float = 0) -> Iterator[tuple[float, float]]:
    """Yield points on a circle around the centre, beginning at the top.

    ``turn`` rotates the points: 0.5 moves each of them halfway to the next one.
    """
    for number in range(count):
        angle = 2 * pi * (number + turn) / count - pi / 2
        yield CENTRE + radius * cos(angle), CENTRE + radius * sin(angle)


def _polygon(points: Iterator[tuple[float, float]], colour: str) -> str:
    return f'<path d="M{"L".join(f"{x:.1f} {y:.1f}" for x, y in points)}Z" fill="{colour}"/>'


def _burst(count: int, outer: float, inner: float, colour: str) -> str:
    """Draw a star with ``count`` points."""
    pairs = zip(_around(count, outer), _around(count, inner, 0.5), strict=True)
    return _polygon((point for pair in pairs for point in pair), colour)


def _circle(radius: float, colour: str, x: float = CENTRE, y: float = CENTRE) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{colour}"/>'


def _star() -> str:
    return _burst(8, 27, 20.6, ACCENT) + _burst(8, 17, 9.5, PAPER) + _circle(4, ACCENT)


def _rosette() -> str:
    petals = "".join(
        f'<path d="M32 34C21 25 23 9 32 4 41 9 43 25 32 34Z" transform="rotate({60 * number} 32 32)"/>'
        for number in range(6)
    )
    return f'<g fill="{ACCENT}">{petals}</g>{_circle(8, PAPER)}'


def _sun() -> str:
    return _burst(16, 28, 17, ACCENT) + _circle(14.5, PAPER) + _circle(10.5, ACCENT)


def _arch() -> str:
    return (
        f'<path d="M10 64V32A22 22 0 0 1 54 32V64Z" fill="{ACCENT}"/>'
        f'<path d="M20 64V45C15 39 15 31 20 25.5C26 18.5 38 18.5 44 25.5 49 31 49 39 44 45V64Z" fill="{GROUND}"/>'
        + _burst(8, 9, 5.5, PAPER).replace("<path", '<path transform="translate(0 4)"')
    )


def _tiles() -> str:
    squares = "".join(f"M{x} {y}h22v22h-22z" for x, y in product((-1, 21, 43), repeat=2) if (x + y) % 4 == 2)
    dots = "".join(_circle(4.5, PAPER, x, y) for x, y in product((21, 43), repeat=2))
    return f'<path d="{squares}" fill="{ACCENT}"/>{dots}'


def _lattice() -> str:
    lines = "".join(f"M{at - 8} -8L{at + 72} 72M{at + 72} -8L{at - 8} 72" for at in (-64, -32, 0, 32, 64))
    places = product((0, 16, 32, 48, 64), repeat=2)
    knots = "".join(_circle(5, PAPER, x, y) for x, y in places if (x + y) % 32 == 0)
    return f'<path d="{lines}" stroke="{ACCENT}" stroke-width="6" fill="none"/>{knots}'


def _waves() -> str:
    rows = "".join(
        f'<path d="M-12 {y}q11-15 22 0t22 0 22 0 22 0" stroke="{colour}"/>'
        for y, colour in ((14, ACCENT), (32, PAPER), (50, ACCENT))
    )
    return f'<g fill="none" stroke-width="8">{rows}</g>'


def _leaves() -> str:
    leaf = "M32 30C24 27 18 20 17 12 25 13 31 20 32 30Z"
    pairs = "".join(
        f'<path d="{leaf}" transform="translate(0 {y})"/><path d="{leaf}" transform="translate(64 {y}) scale(-1 1)"/>'
        for y in (0, 13, 26)
    )
    return (
        f'<path d="M32 60V10" stroke="{PAPER}" stroke-width="3" stroke-linecap="round"/><g fill="{ACCENT}">{pairs}</g>'
    )


def _suit(letter: str) -> Callable[[], str]:
    """Return a function that draws a suit's symbol on a disc. Swords and clubs lie aslant, where they can be longer."""
    suit = read_drawing("spanish", letter)
    is_long = suit.height > 2 * suit.width
    scale = (56 if is_long else 44) / max(suit.width, suit.height)
    turn = f"rotate(40 {CENTRE} {CENTRE}) " if is_long else ""
    x, y = CENTRE - suit.width * scale / 2, CENTRE - suit.height * scale / 2

    def draw() -> str:
        return (
            f'{_circle(28, ACCENT)}<g transform="{turn}translate({x:.2f} {y:.2f}) scale({scale:.3f})">'
            f"{suit.as_group({})}</g>"
        )

    return draw


_DRAWINGS: Final[dict[AvatarPattern, Callable[[], str]]] = {
    AvatarPattern.STAR: _star,
    AvatarPattern.ROSETTE: _rosette,
    AvatarPattern.SUN: _sun,
    AvatarPattern.ARCH: _arch,
    AvatarPattern.TILES: _tiles,
    AvatarPattern.LATTICE: _lattice,
    AvatarPattern.WAVES: _waves,
    AvatarPattern.LEAVES: _leaves,
    AvatarPattern.COIN: _suit("O"),
    AvatarPattern.CUP: _suit("C"),
    AvatarPattern.SWORD: _suit("S"),
    AvatarPattern.CLUB: _suit("B"),
    **{person: partial(draw_person, person.value) for person in PEOPLE},
}
