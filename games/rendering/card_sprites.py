"""The files in static/cards: a sprite for each suit and set, with a symbol for each card, and one for all backs."""

from collections.abc import Iterator
from typing import Final

from games.rendering.card_art import GOLD, INK, PAPER, Drawing, read_drawing, recolour, write_glyph
from games.rendering.card_backs import BACKS
from games.rendering.card_layouts import CENTRE, HEIGHT, MIDDLE, WIDTH, Box, Place
from games.rendering.card_sets import PACKS, SETS, CardStyle

LEFT, TOP, RIGHT, BOTTOM = 5, 6, WIDTH - 5, HEIGHT - 6  # the frame
INDEX_LEFT, INDEX_TOP = 8.6, 11.5
GAP: Final = 6.5  # in the frame
STAFF: Final = f'<path d="M-1.5-28H1.5V36H-1.5Z" fill="{GOLD}" stroke="{INK}" stroke-width="1.2"/>'
SPRITE_HEAD: Final = '<svg xmlns="http://www.w3.org/2000/svg">'


class Printer:
    """A printer that draws the cards of a pack in one card set.

    The names of symbols start with ``prefix``, so that a file can contain two packs.
    """

    def __init__(self, pack: str, set_name: str, prefix: str = "") -> None:
        self.pack, self.prefix = pack, prefix
        self.set: CardStyle = SETS[set_name]
        self.suits = PACKS[pack].suits
        self.ranks = PACKS[pack].ranks
        self.symbols: dict[str, Drawing] = {letter: read_drawing(pack, letter) for letter in self.suits}

    def sprite(self, letter: str) -> str:
        """Return an SVG file with all cards of a suit."""
        cards = (self.card(rank, letter) for rank in self.ranks)
        return "\n".join([SPRITE_HEAD, *self.parts(letter), *cards, "</svg>\n"])

    def parts(self, letter: str) -> Iterator[str]:
        """Yield the parts that a suit's cards share: its symbol, and the symbol as a figure holds it."""
        symbol = self.symbols[letter]
        colours = {**self.set.colours, **self.set.suits.get(self.pack, {}).get(letter, {})}
        name, box = self.prefix + letter, f"0 0 {symbol.width} {symbol.height}"
        yield f'<symbol id="{name}" viewBox="{box}">{symbol.as_group(colours)}</symbol>'
        x, y, scale = self.suits[letter].grip
        width, height = symbol.width * scale, symbol.height * scale
        held = f'<use href="#{name}" x="{-x * scale:g}" y="{-y * scale:g}" width="{width:g}" height="{height:g}"/>'
        if self.suits[letter].on_staff:
            held = recolour(STAFF, self.set.colours) + held
        yield f'<defs><g id="{self.prefix}h{letter}">{held}</g></defs>'

    def card(self, rank: str, letter: str) -> str:
        """Return a card as an SVG symbol."""
        name = f"{self.prefix}{rank}{letter}"
        return f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{self.face(rank, letter)}</symbol>'

    def face(self, rank: str, letter: str) -> str:
        """Return the drawing of a card."""
        picture = self.picture(rank, letter)
        return self.sheet(letter) + self.frame(letter) + picture + self.indices(rank, letter)

    # ---- the parts of a card ----

    def ink(self, letter: str) -> str:
        """Return the colour of the suit's indices and frame."""
        return self.set.inks[self.pack][letter]

    def paper(self, letter: str) -> str:
        """Return the colour of the suit's cards."""
        plain = recolour(PAPER, self.set.colours)
        return self.set.papers.get(self.pack, {}).get(letter, plain)

    def sheet(self, letter: str) -> str:
        """Return a blank card."""
        size = f'width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="7"'
        return f'<rect x=".5" y=".5" {size} fill="{self.paper(letter)}" stroke="{self.set.edge}"/>'

    def frame(self, letter: str) -> str:
        """Return the line around the picture, with the gaps at the top and bottom that mark the suit (la pinta)."""
        gaps = self.suits[letter].gaps
        paths = [f"M{LEFT} {TOP}V{BOTTOM}M{RIGHT} {TOP}V{BOTTOM}"]
        for y in (TOP, BOTTOM):
            start = float(LEFT)
            for number in range(gaps):
                middle = MIDDLE + (number - (gaps - 1) / 2) * 2 * GAP
                paths.append(f"M{start:g} {y}H{middle - GAP / 2:g}")
                start = middle + GAP / 2
            paths.append(f"M{start:g} {y}H{RIGHT}")
        return f'<path d="{"".join(paths)}" fill="none" stroke="{self.ink(letter)}" stroke-width="{self.set.frame}"/>'

    def picture(self, rank: str, letter: str) -> str:
        """Return the picture between the indices: the symbols of a number card, a figure or a decorated ace."""
        suit = self.suits[letter]
        if rank not in suit.figures:
            return "".join(self.symbol(letter, place) for place in self.places(rank, letter))
        art = read_drawing(*suit.figures[rank]).as_group(self.set.colours)
        art = art.replace('href="#held"', f'href="#{self.prefix}h{letter}"')
        art = art.replace('href="#symbol"', f'href="#{self.prefix}{letter}"')
        scale = self.set.corner.scale
        if scale == 1:
            return art
        return f'<g transform="translate({96 - 96 * scale:g} {147 - 147 * scale:g}) scale({scale})">{art}</g>'

    def places(self, rank: str, letter: str) -> list[Place]:
        """Return the positions of the symbols on a number card."""
        middle, apart, size = self.set.corner.spread
        return [
            Place(middle + (x - MIDDLE) * apart, CENTRE + (y - CENTRE) * (1 + apart) / 2, tall * size, turn)
            for x, y, tall, turn in self.suits[letter].layout[rank]
        ]

    def symbol(self, letter: str, place: Place) -> str:
        """Return the suit's symbol, drawn at ``place``."""
        drawing = self.symbols[letter]
        width = place.tall * drawing.width / drawing.height
        spot = f'x="{place.x - width / 2:.4g}" y="{place.y - place.tall / 2:.4g}"'
        turn = f' transform="rotate({place.turn} {place.x:.4g} {place.y:.4g})"' if place.turn else ""
        return f'<use href="#{self.prefix}{letter}" {spot} width="{width:.4g}" height="{place.tall:.4g}"{turn}/>'

    def indices(self, rank: str, letter: str) -> str:
        """Return the rank and the suit's symbol in one corner or in two."""
        corner = self.rank(rank, letter) + self.symbol(letter, self.index_symbol(letter))
        if not self.set.corner.both:
            return corner
        return f'{corner}<g transform="rotate(180 {MIDDLE} {CENTRE})">{corner}</g>'

    def rank(self, rank: str, letter: str) -> str:
        """Return the rank in its corner. Two digits are drawn narrower than one."""
        index = self.set.corner
        wide = index.wide[len(rank) - 1]
        step, colour, tab = wide + index.line * 0.9, self.ink(letter), ""
        if self.set.tab:
            box = self.index_boxes(rank, letter)[0]
            tab = f'<path d="M{LEFT} {TOP}H{box.right + 3.4:g}V{box.bottom - 1:g}q0 4-4 4H{LEFT}Z" fill="{colour}"/>'
            colour = PAPER
        left, top, tall = INDEX_LEFT + index.line / 2, INDEX_TOP + index.line / 2, index.tall - index.line
        digits = "".join(write_glyph(digit, left + step * number, top, wide, tall) for number, digit in enumerate(rank))
        pen = f'fill="none" stroke-linecap="round" stroke-linejoin="round" stroke-width="{index.line}"'
        return f'{tab}<path {pen} stroke="{colour}" d="{digits}"/>'

    def index_symbol(self, letter: str) -> Place:
        """Return the position of the suit's symbol below the rank."""
        index, drawing = self.set.corner, self.symbols[letter]
        scale = min(index.symbol[0] / drawing.width, index.symbol[1] / drawing.height)
        tall = drawing.height * scale
        middle = INDEX_LEFT + (index.wide[0] + index.line) / 2
        return Place(middle, INDEX_TOP + index.tall + 4 + tall / 2, tall)

    def index_boxes(self, rank: str, letter: str) -> list[Box]:
        """Return the boxes of the rank and the suit's symbol in each corner that has them."""
        index, drawing = self.set.corner, self.symbols[letter]
        wide = index.wide[len(rank) - 1]
        across = (wide + index.line * 0.9) * (len(rank) - 1) + wide + index.line
        rank_box = Box(INDEX_LEFT, INDEX_TOP, INDEX_LEFT + across, INDEX_TOP + index.tall)
        boxes = [rank_box, self.index_symbol(letter).box(drawing.width / drawing.height)]
        if index.both:
            boxes += [Box(WIDTH - box.right, HEIGHT - box.bottom, WIDTH - box.left, HEIGHT - box.top) for box in boxes]
        return boxes


def backs() -> str:
    """Return an SVG file with all backs, which are the same in all sets."""
    symbols = (
        f'<symbol id="back-{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{back()}</symbol>' for name, back in BACKS.items()
    )
    return "\n".join([SPRITE_HEAD, *symbols, "</svg>\n"])


PREVIEW: Final = (("spanish", "", "6C"), ("spanish", "", "11S"), ("french", "f", "QD"), ("french", "f", "8C"))


def preview(set_name: str) -> str:
    """Return an SVG file with a few cards from a set, for the settings page."""
    printers = {pack: Printer(pack, set_name, prefix) for pack, prefix, _card in PREVIEW}
    step = WIDTH + 10
    shown = [
        f'<g transform="translate({step * number})">{printers[pack].face(card[:-1], card[-1])}</g>'
        for number, (pack, _prefix, card) in enumerate(PREVIEW)
    ]
    parts = [part for printer in printers.values() for letter in printer.suits for part in printer.parts(letter)]
    box = f'viewBox="0 0 {step * len(PREVIEW) - 10} {HEIGHT}"'
    return "\n".join([SPRITE_HEAD.replace(">", f" {box}>"), *parts, *shown, "</svg>\n"])
