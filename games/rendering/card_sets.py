"""The card sets that players can choose from: the colours of a pack's drawings, and the look of its indices.

A set's name is a value of ``accounts.card_choices.CardSet``, and part of the names of its files in static/cards.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from games.rendering.card_art import BLACK, BLUE, GOLD, GREEN, INK, PAPER, RED, STEEL
from games.rendering.card_layouts import COINS, CUPS, FRENCH, STAVES, Layout
from games.rules.cards import FRENCH_RANKS, SPANISH_48_RANKS
from games.selectors.card_names import FRENCH as FRENCH_PACK
from games.selectors.card_names import SPANISH as SPANISH_PACK

Colours = Mapping[str, str]
NO_COLOURS: Final[Colours] = MappingProxyType({})


class Suit(NamedTuple):
    """A suit in a pack."""

    layout: Layout
    grip: tuple[float, float, float]  # where in its box a figure holds the symbol, and the symbol's scale
    gaps: int  # in the frame (la pinta): coins have none, cups one, swords two, clubs three
    figures: Mapping[str, tuple[str, str]]  # rank: folder and name of the drawing
    on_staff: bool = False  # whether figures hold the symbol on top of a staff


class Pack(NamedTuple):
    """A pack: its ranks, and its suits by letter."""

    ranks: tuple[str, ...]
    suits: Mapping[str, Suit]


def _spanish(letter: str, layout: Layout, grip: tuple[float, float, float], gaps: int, *own: str) -> Suit:
    return Suit(layout, grip, gaps, {rank: (SPANISH_PACK, f"{rank}{letter}") for rank in (*own, "10", "11", "12")})


def _french(letter: str, twin: str) -> Suit:
    """Return a French suit. The jack and king share the drawings of the sota and rey of the Spanish suit ``twin``."""
    figures = {
        "A": (FRENCH_PACK, "A"),
        "J": (SPANISH_PACK, f"10{twin}"),
        "Q": (FRENCH_PACK, f"Q{letter}"),
        "K": (SPANISH_PACK, f"12{twin}"),
    }
    return Suit(FRENCH, (20, 78, 0.65), 0, figures, on_staff=True)


PACKS: Final[Mapping[str, Pack]] = {
    SPANISH_PACK: Pack(
        tuple(SPANISH_48_RANKS),
        {
            "O": _spanish("O", COINS, (20, 39, 0.7), 0, "1"),
            "C": _spanish("C", CUPS, (18, 32, 0.74), 1, "1"),
            "S": _spanish("S", STAVES, (11, 54, 1), 2, "1"),
            "B": _spanish("B", STAVES, (11, 55, 1), 3, "1"),
        },
    ),
    FRENCH_PACK: Pack(
        tuple(FRENCH_RANKS),
        {letter: _french(letter, twin) for letter, twin in {"S": "S", "H": "C", "D": "O", "C": "B"}.items()},
    ),
}


class Index(NamedTuple):
    """The rank in a corner, and the suit's symbol below it."""

    tall: float
    wide: tuple[float, float]  # the width of a digit, alone and beside another
    line: float
    symbol: tuple[float, float]  # the maximum width and height of the symbol
    both: bool  # whether the index is repeated, upside down, in the opposite corner
    scale: float  # for figures and decorated aces, to leave room for the index
    spread: tuple[float, float, float]  # for number cards: the symbols' centre, and the scales of positions and sizes


class CardStyle(NamedTuple):
    """The look of a set of cards."""

    corner: Index
    inks: Mapping[str, Colours]  # by pack and letter: the colour of indices and frame
    colours: Colours = NO_COLOURS  # replaced in all drawings
    suits: Mapping[str, Mapping[str, Colours]] = MappingProxyType({})  # by pack and letter: replaced in the symbols
    papers: Mapping[str, Colours] = MappingProxyType({})  # by pack and letter: the colour of the card
    tab: bool = False  # whether the rank is printed light on a tab of the suit's colour
    frame: float = 1.5
    edge: str = "#b9ab90"


NORMAL: Final = Index(17, (8.2, 7.8), 2.6, (10, 14), True, 1, (50, 1, 1))
LARGE: Final = Index(33, (17.4, 11), 5, (18, 26), False, 0.8, (61, 0.86, 0.86))

INKS: Final = {
    SPANISH_PACK: {"O": "#8a5300", "C": "#a32a1c", "S": "#27478f", "B": "#13613f"},
    FRENCH_PACK: {"S": BLACK, "H": "#a32a1c", "D": "#a32a1c", "C": BLACK},
}
FOUR_INKS: Final = {
    SPANISH_PACK: {"O": "#8f5600", "C": "#b02618", "S": "#1f479f", "B": "#0f6440"},
    FRENCH_PACK: {"S": "#1d2733", "H": "#b02618", "D": "#1f479f", "C": "#0f6440"},
}
STRONG_INKS: Final = {
    SPANISH_PACK: {"O": "#6b4000", "C": "#a00014", "S": "#00308f", "B": "#00552b"},
    FRENCH_PACK: {"S": "#000000", "H": "#a00014", "D": "#a00014", "C": "#000000"},
}
_GOLDEN, _ROSY, _BLUISH, _GREENISH, _GREY = "#fff1c4", "#fde0d8", "#dfe8f9", "#dcf0e0", "#e6e8ec"
SETS: Final[Mapping[str, CardStyle]] = {
    "classic": CardStyle(NORMAL, INKS),
    "large": CardStyle(LARGE, INKS),
    "four-colour": CardStyle(
        LARGE,
        FOUR_INKS,
        suits={FRENCH_PACK: {"D": {RED: "#1f479f"}, "C": {BLACK: "#0f6440"}}},
        papers={
            SPANISH_PACK: {"O": _GOLDEN, "C": _ROSY, "S": _BLUISH, "B": _GREENISH},
            FRENCH_PACK: {"S": _GREY, "H": _ROSY, "D": _BLUISH, "C": _GREENISH},
        },
        tab=True,
    ),
    "contrast": CardStyle(
        LARGE,
        STRONG_INKS,
        colours={
            PAPER: "#ffffff",
            INK: "#000000",
            BLACK: "#000000",
            GOLD: "#ffc21a",
            RED: "#c40018",
            BLUE: "#0040b8",
            GREEN: "#006b38",
            STEEL: "#e4edf8",
        },
        frame=2.6,
        edge="#000000",
    ),
}
CLASSIC: Final = "classic"
BACKS_NAME: Final = "cards/backs.svg"  # the static path of the sprite with all backs


def sprite_name(pack: str, set_name: str, letter: str) -> str:
    """Return the static path of a suit's sprite in a set."""
    return f"cards/{pack}-{set_name}-{letter}.svg"
