"""Drawings for both packs, as SVG fragments: suit symbols, digits and letters, and face cards.

Symbols have their own view boxes (``SYMBOLS``); face cards are drawn in the box of a card, 100 × 154.
"""

from typing import Final, NamedTuple

INK: Final = "#20262f"
PAPER: Final = "#fffaf0"
GOLD: Final = "#e9b038"
RED: Final = "#b8392b"
BLUE: Final = "#2f55a4"
GREEN: Final = "#1d7a58"
STEEL: Final = "#c9d6e6"
SKIN: Final = "#e6b78c"
LINE: Final = f'stroke="{INK}" stroke-width="1.2" stroke-linejoin="round" stroke-linecap="round"'

BLACK: Final = "#1d2733"

# Digits and letters are paths in a box of 10 × 16, so that they look the same on every machine.
STROKES: Final = {
    "0": "M5 0C8.4 0 9.8 3.4 9.8 8S8.4 16 5 16 .2 12.6 .2 8 1.6 0 5 0Z",
    "1": "M1.4 3.6 5.6 0V16",
    "2": "M.5 4.2C.5 1.6 2.4 0 5 0S9.4 1.6 9.4 4.2C9.4 8 .5 11 .5 16H9.8",
    "3": (
        "M.8 2.6C1.6 1 3.2 0 5 0 7.6 0 9.2 1.6 9.2 3.8S7.4 7.5 4.4 7.5C7.8 7.5 9.8 9.3 9.8 "
        "11.8S7.8 16 5 16C2.8 16 1 15 .2 13"
    ),
    "4": "M7.4 16V0L0 11.2H10",
    "5": "M9 0H1.8L1 7.2C2 6.3 3.4 5.8 5 5.8 7.9 5.8 9.8 7.8 9.8 10.8S7.8 16 4.8 16C2.8 16 1 15.2 .2 13.4",
    "6": (
        "M8.8 1.6C7.9 .5 6.6 0 5.2 0 1.6 0 .2 4 .2 10.6M.2 10.9C.2 8.2 2.2 6.3 5 6.3S9.8 8.2 9.8 "
        "11 7.8 16 5 16 .2 13.8 .2 10.9"
    ),
    "7": "M0 0H10C6.8 5 4.4 9.6 3.6 16",
    "8": (
        "M5 7.4C2.6 7.4 1 5.9 1 3.7S2.6 0 5 0 9 1.5 9 3.7 7.4 7.4 5 7.4C2.2 7.4 .2 9.2 .2 11.7S2.2 "
        "16 5 16 9.8 14.2 9.8 11.7 7.8 7.4 5 7.4Z"
    ),
    "9": (
        "M1.2 14.4C2.1 15.5 3.4 16 4.8 16 8.4 16 9.8 12 9.8 5.4M9.8 5.1C9.8 7.8 7.8 9.7 5 9.7S.2 "
        "7.8 .2 5 2.2 0 5 0 9.8 2.2 9.8 5.1"
    ),
    "A": "M0 16 5 0 10 16M1.9 10.4H8.1",
    "J": "M8.8 0V11.2C8.8 14.4 7.2 16 4.6 16 2.4 16 .6 14.6 .2 12.2M5.4 0H10",
    "Q": "M5 0C8.4 0 9.8 3.4 9.8 8S8.4 16 5 16 .2 12.6 .2 8 1.6 0 5 0ZM6 11 10 16.6",
    "K": "M.6 0V16M9.4 0 .8 9.2M3.6 6.4 9.8 16",
}


class Suit(NamedTuple):
    """A suit: its symbol and the size of its box, its colour, the gaps in its frame, and its face cards' clothes."""

    width: int
    height: int
    art: str
    ink: str
    gaps: int  # the pinta: coins none, cups one, swords two, clubs three
    coat: str
    cape: str


COIN: Final = f"""
<circle cx="20" cy="20" r="19" fill="{GOLD}" {LINE}/>
<circle cx="20" cy="20" r="14.6" fill="{PAPER}" stroke="{RED}" stroke-width="1.6"/>
<path d="M20 8 23.4 11.8 28.5 11.5 28.2 16.6 32 20 28.2 23.4 28.5 28.5 23.4 28.2 20 32 16.6 28.2 11.5 28.5 11.8 23.4
 8 20 11.8 16.6 11.5 11.5 16.6 11.8Z" fill="{RED}"/>
<circle cx="20" cy="20" r="4.6" fill="{GOLD}"/>"""

CUP: Final = f"""
<path d="M15 25H21V33C26 34 29 36.5 29.5 41H6.5C7 36.5 10 34 15 33Z" fill="{GOLD}" {LINE}/>
<path d="M3.5 7H32.5C33 18 27.5 27 18 27S3 18 3.5 7Z" fill="{RED}" {LINE}/>
<path d="M4.6 13H31.4C31 15.2 30.2 17.2 29 19H7C5.8 17.2 5 15.2 4.6 13Z" fill="{PAPER}"/>
<path d="M9 16 12 13.6 15 16 12 18.4ZM15 16 18 13.6 21 16 18 18.4ZM21 16 24 13.6 27 16 24 18.4Z" fill="{BLUE}"/>
<rect x="2" y="3" width="32" height="5" rx="2" fill="{GOLD}" {LINE}/>"""

SWORD: Final = f"""
<path d="M13 1 19 9V41H7V9Z" fill="{STEEL}" {LINE}/>
<path d="M13 8V39" stroke="{BLUE}" stroke-width="2.6" stroke-linecap="round"/>
<path d="M1 39C5 41.5 21 41.5 25 39 26 44 23.5 46 20 46H6C2.5 46 0 44 1 39Z" fill="{GOLD}" {LINE}/>
<rect x="9.6" y="46" width="6.8" height="8" fill="{RED}" {LINE}/>
<circle cx="13" cy="56" r="3.4" fill="{GOLD}" {LINE}/>"""

CLUB: Final = f"""
<path d="M5 12C5 5 8.5 1 14 1S23 5 23 12C23 18 20.5 21 20.5 28 20.5 40 18.5 50 18 56 17.8 58.4 16.2 59.2 14 59.2S10.2
 58.4 10 56C9.5 50 7.5 40 7.5 28 7.5 21 5 18 5 12Z" fill="{GREEN}" {LINE}/>
<path d="M5.8 16 1.4 12.6.8 17 6.6 21.4ZM21 23 26.4 18.8 27 23.4 20.6 28.6Z" fill="{GREEN}" {LINE}/>
<ellipse cx="13.6" cy="10" rx="4" ry="4.6" fill="#8fcf9b"/>
<ellipse cx="14.4" cy="31" rx="2.8" ry="3.8" fill="#8fcf9b"/>
<path d="M9.2 46H18.8L18.3 52H9.7Z" fill="{GOLD}" {LINE}/>"""

SPANISH_SUITS: Final = {
    "O": Suit(40, 40, COIN, "#8a5300", 0, RED, BLUE),
    "C": Suit(36, 44, CUP, "#a32a1c", 1, BLUE, RED),
    "S": Suit(26, 60, SWORD, "#27478f", 2, GREEN, RED),
    "B": Suit(28, 60, CLUB, "#13613f", 3, GOLD, GREEN),
}

HEART: Final = f"""
<path d="M20 37C12 29 2 23 2 12.5 2 6.5 6.5 2 11.5 2 15.5 2 18.5 4.5 20 8 21.5 4.5 24.5 2 28.5 2 33.5 2 38 6.5 38 12.5
 38 23 28 29 20 37Z" fill="{RED}"/>
<path d="M20 27 24 21 20 15 16 21Z" fill="{GOLD}"/>"""

DIAMOND: Final = f"""
<path d="M20 1C23 9 29 15.5 36 20 29 24.5 23 31 20 39 17 31 11 24.5 4 20 11 15.5 17 9 20 1Z" fill="{RED}"/>
<path d="M20 27 24 20 20 13 16 20Z" fill="{GOLD}"/>"""

SPADE: Final = f"""
<path d="M20 1C26 10 37 15 37 24 37 30 32.5 33 28.5 33 25.5 33 23 31.5 21.5 29 22 33 23.5 36 26 39H14C16.5 36 18 33
 18.5 29 17 31.5 14.5 33 11.5 33 7.5 33 3 30 3 24 3 15 14 10 20 1Z" fill="{BLACK}"/>
<path d="M20 26 23.6 20.5 20 15 16.4 20.5Z" fill="{GOLD}"/>"""

CLOVER: Final = f"""
<path d="M20 2A8.6 8.6 0 0 1 27 15.8 8.6 8.6 0 1 1 22 28.5C22.5 33 24 36 26.5 39H13.5C16 36 17.5 33 18 28.5A8.6
 8.6 0 1 1 13
 15.8 8.6 8.6 0 0 1 20 2Z" fill="{BLACK}"/>
<path d="M20 26 23.6 20.5 20 15 16.4 20.5Z" fill="{GOLD}"/>"""

FRENCH_SUITS: Final = {
    "S": Suit(40, 40, SPADE, BLACK, 0, BLUE, BLACK),
    "H": Suit(40, 40, HEART, "#a32a1c", 0, RED, GOLD),
    "D": Suit(40, 40, DIAMOND, "#a32a1c", 0, GOLD, RED),
    "C": Suit(40, 40, CLOVER, BLACK, 0, GREEN, BLUE),
}

HEAD: Final = f"""
<path d="M39 41C39 31 44 27 50 27S61 31 61 41V51H39Z" fill="#5a3a22" {LINE}/>
<path d="M46 48H54V57H46Z" fill="{SKIN}" {LINE}/>
<path d="M42 37C46 36 54 36 58 37V43C58 49 55 53 50 53S42 49 42 43Z" fill="{SKIN}" {LINE}/>
<path d="M45.5 42H47.5M52.5 42H54.5M48 48.4C49.5 49.4 50.5 49.4 52 48.4" {LINE} fill="none"/>"""


def sota(suit: Suit) -> str:
    """Draw rank 10: a standing page with cap and feather, holding up the symbol."""
    return f"""
<path d="M37 60 27 122H73L63 60Z" fill="{suit.cape}" {LINE}/>
<path d="M41 104V132H34C32 136 34 138 36 138H48V104ZM59 104V132H66C68 136 66 138 64 138H52V104Z" fill="{PAPER}" {LINE}/>
<path d="M41 130V132H34C32 136 34 138 36 138H48V130ZM59 130V132H66C68 136 66 138 64 138H52V130Z" fill="{RED}" {LINE}/>
<path d="M39 57C44 60 56 60 61 57L65 84 69 110H31L35 84Z" fill="{suit.coat}" {LINE}/>
<path d="M32 104H68L69 110H31Z" fill="{GOLD}" {LINE}/>
<path d="M35.3 82H64.7L65.2 87H34.8Z" fill="{GOLD}" {LINE}/>
<path d="M50 60V82M50 87V104" stroke="{GOLD}" stroke-width="2"/>
<path d="M40 57C34 59 30 66 29 74L33 88 40 86 37 74 42 66Z" fill="{suit.coat}" {LINE}/>
<circle cx="37.5" cy="88" r="3.6" fill="{SKIN}" {LINE}/>
<path d="M60 57C66 60 68 65 69 69L74 61 80 65 73 79C70 81 66 80 64 77L58 66Z" fill="{suit.coat}" {LINE}/>
{HEAD}
<path d="M43 56C47 59 53 59 57 56L60 59C55 64 45 64 40 59Z" fill="{GOLD}" {LINE}/>
<path d="M36 36C36 28 42 23 51 23S64 28 64 36C55 33 45 33 36 36Z" fill="{suit.cape}" {LINE}/>
<path d="M57 25C60 16 68 14 74 16 70 18 72 21 68 22 66 26 61 27 57 25Z" fill="{PAPER}" {LINE}/>"""


def caballo(suit: Suit) -> str:
    """Draw rank 11: a rider on a horse facing left, holding up the symbol behind its head."""
    return f"""
<path d="M78 92C86 92 91 98 89 116 87 112 83 110 80 106Z" fill="#6b4a30" {LINE}/>
<path d="M70 108 66 124 69 138H61L59 122 62 106ZM46 108 52 122 49 138H42L44 123 38 110Z" fill="#d9cdb9" {LINE}/>
<path d="M12 83C12 79 15 75 18 72L25 62 25 55 30 60C40 63 45 75 50 84H72C81 84 86 92 85 103 84 111 83 115 85
 122L83 138H75L76
 124C71 119 69 113 68 109 60 112 50 112 43 109L30 112 27 126 20 125 22 108 32 102C29 97 29 92 30 86L24 89C19
 92 12 90 12 83Z"
 fill="{PAPER}" {LINE}/>
<path d="M25 60C35 62 41 74 46 84L52 84C47 73 42 61 30 58Z" fill="#6b4a30" {LINE}/>
<path d="M14 78 23 88M19 72 30 80 44 80" stroke="{RED}" stroke-width="2" fill="none"/>
<circle cx="22.5" cy="70.5" r="1.3" fill="{INK}"/>
<path d="M20 125H27L26.5 129H19.5ZM75 134H83.3L83 138H75ZM61 134.5H68.5L69 138H61ZM42.8 134.5H49.6L49 138H42Z"
 fill="{INK}"/>
<path d="M46 84H72L73 100C64 104 54 104 45 100Z" fill="{suit.cape}" {LINE}/>
<path d="M45 97C54 101 64 101 73 97L73 100.5C64 104.5 54 104.5 45 100.5Z" fill="{GOLD}" {LINE}/>
<path d="M62 57 74 80 67 88 56 72Z" fill="{suit.cape}" {LINE}/>
<path d="M44 57C49 60 55 60 60 57L66 88H46Z" fill="{suit.coat}" {LINE}/>
<path d="M46 80H64.5L65.5 85H46Z" fill="{GOLD}" {LINE}/>
<path d="M50 85H62C62 95 58 104 54 112L47 109C51 100 52 94 50 85Z" fill="{suit.coat}" {LINE}/>
<path d="M47.5 108 54.5 111 52 118H41C41 115 44 114 46 113Z" fill="{INK}"/>
<path d="M45 58C39 62 37 70 36 77L41 80C44 75 45 71 48 68Z" fill="{suit.coat}" {LINE}/>
<circle cx="38" cy="79.5" r="3.2" fill="{SKIN}" {LINE}/>
<path d="M59 57C64 59 67 63 69 67L74 60 80 64 73 77C70 79 66 78 64 75L57 66Z" fill="{suit.coat}" {LINE}/>
<g transform="translate(2.5 1)">{HEAD}</g>
<path d="M45.5 57C49 60 56 60 59.5 57L62 60C57 64 48 64 43 60Z" fill="{GOLD}" {LINE}/>
<path d="M40 36C41 26 46 22 53 22S65 26 65.5 36C57 33 48 33 40 36Z" fill="{STEEL}" {LINE}/>
<path d="M51 22C50 15 55 11 62 12 59 14 61 18 57 22Z" fill="{suit.cape}" {LINE}/>"""


def rey(suit: Suit) -> str:
    """Draw rank 12: a bearded king with robe and crown."""
    return f"""
<path d="M38 58C30 62 27 74 26 86L20 138H80L74 86C73 74 70 62 62 58Z" fill="{suit.cape}" {LINE}/>
<path d="M40 59 34 138H66L60 59Z" fill="{suit.coat}" {LINE}/>
<path d="M46 62H54L57 132H43Z" fill="{PAPER}" {LINE}/>
<path d="M50 66 54 72 50 78 46 72ZM50 91 54.5 97.5 50 104 45.5 97.5ZM50 106 55 113 50 120 45 113Z" fill="{RED}"/>
<path d="M50 78 52 81.5 50 85 48 81.5ZM50 120 52.5 124 50 128 47.5 124Z" fill="{BLUE}"/>
<path d="M36.4 84H63.6L64 89H36Z" fill="{GOLD}" {LINE}/>
<path d="M20.7 132H79.3L80 138H20Z" fill="{GOLD}" {LINE}/>
<path d="M39 58C33 60 29 68 28 76L34 90 44 90 45 84 38 80 42 68Z" fill="{suit.cape}" {LINE}/>
<path d="M42 83 48 84 47.5 90.5 42 91Z" fill="{SKIN}" {LINE}/>
<path d="M61 58C66 60 69 64 70 68L75 60 81 64 74 79C71 82 66 80 64 77L58 66Z" fill="{suit.cape}" {LINE}/>
<path d="M38 56C44 60 56 60 62 56L67 62C57 71 43 71 33 62Z" fill="{PAPER}" {LINE}/>
<path d="M40 61.5V64M45.5 63.5V66M54.5 63.5V66M60 61.5V64" {LINE}/>
{HEAD}
<path d="M42 44C44 48 46 46 50 46S56 48 58 44C59 54 56 61 50 63 44 61 41 54 42 44Z" fill="#5a3a22" {LINE}/>
<path d="M47.5 49.6C49 50.8 51 50.8 52.5 49.6" stroke="{PAPER}" stroke-width="1.4" fill="none" stroke-linecap="round"/>
<path d="M37.5 36 36 20 43.5 27 50 16 56.5 27 64 20 62.5 36C55 33.5 45 33.5 37.5 36Z" fill="{GOLD}" {LINE}/>
<circle cx="50" cy="29" r="2.2" fill="{RED}"/><circle cx="42.5" cy="31" r="1.5" fill="{BLUE}"/>
<circle cx="57.5" cy="31" r="1.5" fill="{BLUE}"/>"""


def queen(suit: Suit) -> str:
    """Draw the queen of the French pack: long hair, a wide dress and a small crown."""
    return f"""
<path d="M37 40C36 28 43 25 50 25S64 28 63 40L67 74H33Z" fill="#5a3a22" {LINE}/>
<path d="M40 59C36 70 36 76 38 84L22 138H78L62 84C64 76 64 70 60 59Z" fill="{suit.coat}" {LINE}/>
<path d="M45 86 36 132H64L55 86Z" fill="{PAPER}" {LINE}/>
<path d="M50 92 54 98 50 104 46 98ZM50 108 55 115 50 122 45 115Z" fill="{suit.cape}"/>
<path d="M22.7 132H77.3L79 138H21Z" fill="{GOLD}" {LINE}/>
<path d="M37.6 80H62.4L62 86H38Z" fill="{GOLD}" {LINE}/>
<path d="M40 59C34 61 30 69 30 77L38 88 46 84 42 78 43 68Z" fill="{suit.coat}" {LINE}/>
<circle cx="45" cy="83.5" r="3.4" fill="{SKIN}" {LINE}/>
<path d="M60 58C65 60 68 64 69.5 68L75 60 81 64 74 78C71 81 66 80 64 77L58 67Z" fill="{suit.coat}" {LINE}/>
{HEAD}
<path d="M42 57C46 62 54 62 58 57L62 61C56 69 44 69 38 61Z" fill="{suit.cape}" {LINE}/>
<circle cx="50" cy="64" r="2" fill="{GOLD}"/>
<path d="M40.5 34 39 23 45 28 50 20 55 28 61 23 59.5 34C53 32 47 32 40.5 34Z" fill="{GOLD}" {LINE}/>
<circle cx="50" cy="29" r="1.8" fill="{RED}"/>"""


SPANISH_FIGURES: Final = {"10": sota, "11": caballo, "12": rey}
FRENCH_FIGURES: Final = {"J": sota, "Q": queen, "K": rey}
