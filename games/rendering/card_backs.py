"""The backs of the cards. Each back looks the same upside down."""

from collections.abc import Callable, Iterable, Mapping
from math import cos, pi, sin
from typing import Final

from games.rendering.card_art import BLUE, GOLD, GREEN, PAPER, RED
from games.rendering.card_layouts import CENTRE, HEIGHT, MIDDLE, WIDTH

LEFT, TOP = 7, 6  # of the printed part
RIGHT, BOTTOM = WIDTH - LEFT, HEIGHT - TOP
NIGHT, DEEP, WINE = "#16264a", "#1d3c7c", "#7d1f1a"

Point = tuple[float, float]


def star(x: float, y: float, radius: float, turn: float = 0) -> str:
    """Return an eight-pointed star, formed by two squares, as a path."""
    inner = radius * cos(pi / 4) / cos(pi / 8)
    corners = (
        (x + far * cos(turn + pi * number / 8), y + far * sin(turn + pi * number / 8))
        for number, far in enumerate([radius, inner] * 8)
    )
    return "M" + " ".join(f"{a:.1f} {b:.1f}" for a, b in corners) + "Z"


def lozenge(x: float, y: float, across: float, down: float) -> str:
    """Return a lozenge with these half diagonals, as a path."""
    return f"M{x - across:g} {y:g} {x:g} {y - down:g} {x + across:g} {y:g} {x:g} {y + down:g}Z"


def _fill(colour: str, paths: Iterable[str]) -> str:
    return f'<path d="{"".join(paths)}" fill="{colour}"/>'


def _sheet(ground: str, line: str, art: str, edge: str = "#b9ab90", paper: str = PAPER) -> str:
    """Return a back: the card, the background of its printed part, the art, and a line around that part."""
    card = f'<rect x=".5" y=".5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="7" fill="{paper}" stroke="{edge}"/>'
    part = f'<rect x="{LEFT}" y="{TOP}" width="{RIGHT - LEFT}" height="{BOTTOM - TOP}" rx="3"'
    return f'{card}{part} fill="{ground}"/>{art}{part} fill="none" stroke="{line}" stroke-width="1.4"/>'


def zellige() -> str:
    """Return a back with stars and crosses, as in zellige tiles."""
    step, rows, columns = 28, 5, 3
    left, top = (WIDTH - columns * step) / 2, (HEIGHT - rows * step) / 2
    spots = [(left + step * (a + 0.5), top + step * (b + 0.5)) for a in range(columns) for b in range(rows)]
    corners = [(left + step * a, top + step * b) for a in range(1, columns) for b in range(1, rows)]
    layers = [(PAPER, spots, 13.6, 0), (BLUE, spots, 9, pi / 8), (GOLD, spots, 4.4, 0), (GOLD, corners, 5.4, pi / 8)]
    art = (_fill(colour, (star(x, y, size, turn) for x, y in places)) for colour, places, size, turn in layers)
    return _sheet(GREEN, RED, "".join(art))


def kilim() -> str:
    """Return a back with nested lozenges between zigzags, as on carpets from the Atlas Mountains."""
    down = (BOTTOM - TOP) / 6
    middles = [TOP + down * (2 * number + 1) for number in range(3)]
    rings = [(WINE, 31.0), (GOLD, 25.6), (RED, 22.8), (PAPER, 14.2), (BLUE, 10.6), (GOLD, 4.6)]
    art = [_fill(colour, (lozenge(MIDDLE, y, far, far * 0.74) for y in middles)) for colour, far in rings]
    between = [(x, y) for y in (TOP + 2 * down, TOP + 4 * down) for x in (MIDDLE - 24, MIDDLE + 24)]
    art += [_fill(colour, (lozenge(x, y, far, far) for x, y in between)) for colour, far in ((PAPER, 6.4), (BLUE, 3.8))]
    for edge, inward in ((LEFT, 1), (RIGHT, -1)):
        teeth = "".join(f"l{6 * inward} 5.92 {-6 * inward} 5.91" for _tooth in range(12))
        art.append(_fill(BLUE, [f"M{edge} {TOP}{teeth}Z"]))
        spots = (lozenge(edge + 9.4 * inward, TOP + 11.83 * number, 1.9, 2.6) for number in range(1, 12))
        art.append(_fill(GOLD, spots))
    return _sheet(RED, WINE, "".join(art))


def _petal(x: float, y: float, a: int, b: int) -> str:
    """Return a petal from the centre of a flower towards a corner."""
    out = f"c{4.4 * a:g} {-1.4 * b:g} {8.6 * a:g} {3.6 * b:g} {9.2 * a:g} {10 * b}"
    return f"M{x:g} {y:g}{out} {-6.2 * a:g} {-0.6 * b:g} {-10.6 * a:g} {-5.4 * b:g} {-9.2 * a:g} {-10 * b}Z"


def tiles() -> str:
    """Return a back with blue flowers, as on painted tiles."""
    columns, rows = 4, 6
    wide, high = (RIGHT - LEFT) / columns, (BOTTOM - TOP) / rows
    middles = [(LEFT + wide * (a + 0.5), TOP + high * (b + 0.5)) for a in range(columns) for b in range(rows)]
    corners = [(LEFT + wide * a, TOP + high * b) for a in range(1, columns) for b in range(1, rows)]
    petals = "".join(_petal(x, y, a, b) for x, y in middles for a in (-1, 1) for b in (-1, 1))
    grid = "".join(f"M{LEFT + wide * a:g} {TOP}V{BOTTOM}" for a in range(1, columns))
    grid += "".join(f"M{LEFT} {TOP + high * b:g}H{RIGHT}" for b in range(1, rows))
    art = [
        f'<path d="{grid}" stroke="#9db4dd" stroke-width=".8"/>',
        _fill(DEEP, [petals]),
        _fill(GOLD, (lozenge(x, y, 3.4, 3.4) for x, y in middles)),
        _fill("#5f86cf", (lozenge(x, y, 4, 4) for x, y in corners)),
    ]
    return _sheet("#e9effa", DEEP, "".join(art))


def _arch(colour: str, grow: float) -> str:
    """Return a horseshoe arch and its mirror image, which meet at the centre of the card."""
    half = (
        f"M{26 - grow:g} {CENTRE}V{62}C{13 - grow * 0.8:g} {46:g} {26:g} {19 - grow:g} {MIDDLE} {15 - grow * 1.4:g}"
        f"C{74:g} {19 - grow:g} {87 + grow * 0.8:g} {46:g} {74 + grow:g} 62V{CENTRE}Z"
    )
    return f'{_fill(colour, [half])}<g transform="rotate(180 {MIDDLE} {CENTRE})">{_fill(colour, [half])}</g>'


def night() -> str:
    """Return a back with a window of two horseshoe arches under the stars."""
    sky = [(x, y) for y in (15, 139) for x in (16, 84)] + [(x, y) for y in (37, 117) for x in (12.5, 87.5)]
    art = [
        _fill(GOLD, (star(x, y, 3.4) for x, y in sky)),
        _arch(GOLD, 1.6),
        _arch(NIGHT, 0),
        _arch(GOLD, -4.4),
        _arch(DEEP, -5.4),
        _fill(GOLD, [star(MIDDLE, CENTRE, 17)]),
        _fill(NIGHT, [star(MIDDLE, CENTRE, 13.4, pi / 8)]),
        _fill(GOLD, [star(MIDDLE, CENTRE, 7)]),
        _fill(GOLD, (star(MIDDLE, y, 4.4) for y in (41, 113))),
    ]
    return _sheet(NIGHT, GOLD, "".join(art))


def plain() -> str:
    """Return a back with white stars on black, for the strongest contrast with any face."""
    frame = '<rect x="14" y="13" width="72" height="128" rx="2" fill="none" stroke="#fff" stroke-width="2.4"/>'
    stars = [star(MIDDLE, CENTRE, 27), *(star(MIDDLE, y, 9.4) for y in (33, 121))]
    holes = [star(MIDDLE, CENTRE, 19.6, pi / 8), *(star(MIDDLE, y, 5, pi / 8) for y in (33, 121))]
    art = frame + _fill("#ffffff", stars) + _fill("#000000", holes) + _fill("#ffffff", [star(MIDDLE, CENTRE, 9.4)])
    return _sheet("#000000", "#000000", art, "#000000", "#ffffff")


# Keyed by the values of accounts.card_choices.CardBack.
BACKS: Final[Mapping[str, Callable[[], str]]] = {
    "zellige": zellige,
    "kilim": kilim,
    "tiles": tiles,
    "night": night,
    "plain": plain,
}
