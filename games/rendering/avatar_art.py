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
        f'<path d="M32 32C25 22 26 12 32 5 38 12 39 22 32 32Z" transform="rotate({45 * number} 32 32)"/>'
        for number in range(8)
    )
    return f'<g fill="{ACCENT}" stroke="{PAPER}" stroke-width="1.5">{petals}</g>{_circle(5, PAPER)}'


def _sun() -> str:
    return _burst(16, 28, 17, ACCENT) + _circle(14.5, PAPER) + _circle(10.5, ACCENT)


def _arch() -> str:
    return (
        f'<path d="M10 64V32A22 22 0 0 1 54 32V64Z" fill="{ACCENT}"/>'
        f'<path d="M19 64V44C14 38 14 29 19 23.5C25.5 16 38.5 16 45 23.5 50 29 50 38 45 44V64Z" fill="{PAPER}"/>'
        + _burst(8, 7, 4.5, ACCENT).replace("<path", '<path transform="translate(0 4)"')
    )


def _tiles() -> str:
    squares = "".join(
        f"M{x} {y}h16v16h-16z" for row, y in enumerate(range(0, 64, 16)) for x in range(row % 2 * 16, 64, 32)
    )
    dots = "".join(_circle(3, PAPER, x, y) for x in (16, 32, 48) for y in (16, 32, 48))
    return f'<path d="{squares}" fill="{ACCENT}"/>{dots}'


def _lattice() -> str:
    lines = "".join(f"M{at - 8} -8L{at + 72} 72M{at + 72} -8L{at - 8} 72" for at in range(-60, 80, 20))
    places = [(CENTRE + 10 * column, CENTRE + 10 * row) for column, row in product(range(-3, 4), repeat=2)]
    knots = "".join(_circle(2.8, PAPER, x, y) for x, y in places if (x + y) % 20 == 2 * CENTRE % 20)
    return f'<path d="{lines}" stroke="{ACCENT}" stroke-width="4" fill="none"/>{knots}'


def _waves() -> str:
    rows = "".join(
        f'<path d="M-8 {y}q8-11 16 0t16 0 16 0 16 0 16 0" stroke="{colour}"/>'
        for y, colour in ((12, ACCENT), (25, PAPER), (38, ACCENT), (51, PAPER), (64, ACCENT))
    )
    return f'<g fill="none" stroke-width="5">{rows}</g>'


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
    """Return a function that draws a suit's symbol on a disc."""
    suit = read_drawing("spanish", letter)
    scale = 42 / max(suit.width, suit.height)
    x, y = CENTRE - suit.width * scale / 2, CENTRE - suit.height * scale / 2

    def draw() -> str:
        return (
            f'{_circle(28, ACCENT)}<g transform="translate({x:.2f} {y:.2f}) scale({scale:.3f})">{suit.as_group({})}</g>'
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
