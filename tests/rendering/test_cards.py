"""Everything printed on the cards of both packs, and where, in every set."""

from __future__ import annotations

import re
import zlib
from itertools import combinations

import pytest
from django.conf import settings
from PIL import Image

from accounts.card_choices import CardBack, CardSet, Felt
from games.rendering.card_art import COLOURS, DRAWINGS, read_drawing
from games.rendering.card_backs import BACKS
from games.rendering.card_files import svg_files
from games.rendering.card_image import CARD_HEIGHT, CARD_WIDTH, DESCRIPTION, describe_sprites, sheet_path
from games.rendering.card_layouts import HEIGHT, WIDTH, Box
from games.rendering.card_sets import BACKS_NAME, PACKS, SETS, sprite_name
from games.rendering.card_sprites import BOTTOM, LEFT, RIGHT, TOP, Printer
from games.rules.cards import FRENCH_52, SPANISH_48

EVERY_SET = pytest.mark.parametrize(("pack", "name"), [(pack, name) for pack in PACKS for name in SETS])
CARDS = {"spanish": SPANISH_48, "french": FRENCH_52}
CREAM = "#fdf6e3"  # the colour of most text on the felt
MOST_BYTES = 30_000  # per set, compressed: a table page may weigh 300 kB. Brotli compresses even better


@pytest.fixture(scope="module")
def drawn() -> dict[str, str]:
    """The SVG files by name, as the code draws them."""
    return dict(svg_files())


def sprites_of(pack: str, name: str, drawn: dict[str, str]) -> list[str]:
    return [drawn[sprite_name(pack, name, letter)] for letter in PACKS[pack].suits]


def symbols_in(sprite: str) -> list[str]:
    return re.findall(r'<symbol id="([^"]+)"', sprite)


def number_cards(printer: Printer) -> list[tuple[str, str]]:
    return [
        (rank, letter) for letter, suit in printer.suits.items() for rank in suit.layout if rank not in suit.figures
    ]


def pip_boxes(printer: Printer, rank: str, letter: str) -> list[Box]:
    symbol = printer.symbols[letter]
    return [place.box(symbol.width / symbol.height) for place in printer.places(rank, letter)]


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, as WCAG defines it."""

    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_stored_files_are_what_the_code_draws(drawn: dict[str, str]) -> None:
    for name, text in drawn.items():
        assert (settings.BASE_DIR / "static" / name).read_text(encoding="utf-8") == text, "run manage.py draw_cards"
    stored = {f"cards/{path.name}" for path in (settings.BASE_DIR / "static" / "cards").glob("*.svg")}
    assert stored == {name for name in drawn if name.startswith("cards/")}


@pytest.mark.parametrize("pack", PACKS)
def test_the_sheet_for_link_previews_shows_the_stored_cards(pack: str, drawn: dict[str, str]) -> None:
    with Image.open(sheet_path(pack)) as sheet:
        assert sheet.getexif()[DESCRIPTION] == describe_sprites("".join(sprites_of(pack, "classic", drawn)))
        assert sheet.size == (CARD_WIDTH * len(PACKS[pack].ranks), CARD_HEIGHT * len(PACKS[pack].suits))


@EVERY_SET
def test_the_sprite_of_a_suit_has_its_symbol_and_every_card(pack: str, name: str, drawn: dict[str, str]) -> None:
    for letter in PACKS[pack].suits:
        symbols = symbols_in(drawn[sprite_name(pack, name, letter)])
        assert sorted(symbols) == sorted([letter, *(card for card in CARDS[pack] if card[-1] == letter)])


def test_the_sprite_of_backs_has_every_back(drawn: dict[str, str]) -> None:
    assert sorted(symbols_in(drawn[BACKS_NAME])) == sorted(f"back-{back}" for back in CardBack.values)


@EVERY_SET
def test_a_sprite_refers_only_to_its_own_parts(pack: str, name: str, drawn: dict[str, str]) -> None:
    for text in sprites_of(pack, name, drawn):
        assert set(re.findall(r'href="#([^"]+)"', text)) <= set(re.findall(r' id="([^"]+)"', text))
        assert not re.search(
            r'href="[^#]|<style|style=|<script| on\w+=', text
        )  # the content security policy forbids them


@EVERY_SET
def test_the_sprites_of_a_set_are_small(pack: str, name: str, drawn: dict[str, str]) -> None:
    sprites = [*sprites_of(pack, name, drawn), drawn[BACKS_NAME]]
    assert sum(len(zlib.compress(sprite.encode(), 9)) for sprite in sprites) < MOST_BYTES


def test_every_choice_of_the_settings_is_drawn() -> None:
    assert set(CardSet.values) == {*SETS, CardSet.AUTO}
    assert set(CardBack.values) == set(BACKS)


@EVERY_SET
def test_no_symbol_touches_an_index_or_another_symbol_or_the_frame(pack: str, name: str) -> None:
    printer = Printer(pack, name)
    inner = Box(LEFT + 1, TOP + 1, RIGHT - 1, BOTTOM - 1)
    for rank, letter in number_cards(printer):
        pips, indices = pip_boxes(printer, rank, letter), printer.index_boxes(rank, letter)
        for one, other in combinations([*pips, *indices], 2):
            assert not one.meets(other), (rank, letter, one, other)
        for pip in pips:
            assert inner.left < pip.left < pip.right < inner.right, (rank, letter)
            assert inner.top < pip.top < pip.bottom < inner.bottom, (rank, letter)


@EVERY_SET
def test_a_number_card_shows_its_number_of_symbols(pack: str, name: str) -> None:
    printer = Printer(pack, name)
    for rank, letter in number_cards(printer):
        assert printer.picture(rank, letter).count("<use ") == int(rank)


def test_a_seven_of_a_spanish_pack_leaves_room_between_its_symbols() -> None:
    printer = Printer("spanish", "classic")
    for letter in printer.suits:
        for one, other in combinations(pip_boxes(printer, "7", letter), 2):
            wider = Box(one.left - 1, one.top - 1, one.right + 1, one.bottom + 1)
            assert not wider.meets(other), letter


@pytest.mark.parametrize(("letter", "gaps"), [("O", 0), ("C", 1), ("S", 2), ("B", 3)])
@pytest.mark.parametrize("name", SETS)
def test_the_gaps_in_the_frame_name_the_suit(name: str, letter: str, gaps: int) -> None:
    path = re.search(r' d="([^"]+)"|d="([^"]+)"', Printer("spanish", name).frame(letter))
    assert path is not None
    lines = re.findall(r"M[\d.]+ ([\d.]+)H", path[0])
    assert [lines.count(str(edge)) for edge in (TOP, BOTTOM)] == [gaps + 1, gaps + 1]


@EVERY_SET
def test_indices_stand_out_from_the_paper(pack: str, name: str) -> None:
    printer = Printer(pack, name)
    for letter in printer.suits:
        assert contrast(printer.ink(letter), printer.paper(letter)) >= (7 if name == "contrast" else 4.5)


def test_four_colours_are_four_in_both_packs() -> None:
    for pack in PACKS:
        printer = Printer(pack, "four-colour")
        assert len({printer.ink(letter) for letter in printer.suits}) == 4
        assert len({printer.paper(letter) for letter in printer.suits}) == 4


@pytest.mark.parametrize("ranks", [("10", "11", "12"), ("J", "Q", "K")])
def test_no_two_figures_of_a_pack_share_a_drawing(ranks: tuple[str, ...]) -> None:
    pack = PACKS["spanish" if "10" in ranks else "french"]
    drawings = [read_drawing(*suit.figures[rank]).shapes for suit in pack.suits.values() for rank in ranks]
    assert len(set(drawings)) == 12
    paths = [set(re.findall(r' d="([^"]{20,})"', drawing)) for drawing in drawings]
    for one, other in combinations(paths, 2):  # no figure is a copy of another in different colours either
        assert len(one & other) <= 3  # such as the ground, or the fingers of a hand


@pytest.mark.parametrize("path", sorted(DRAWINGS.rglob("*.svg")), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_drawing_uses_the_colours_of_the_packs(path: object) -> None:
    text = str(getattr(path, "read_text")(encoding="utf-8"))  # noqa: B009
    assert set(re.findall(r'(?:fill|stroke)="([^"]+)"', text)) - {"none"} <= COLOURS


def test_a_drawing_needs_a_box_that_starts_at_the_corner(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = DRAWINGS.__class__(str(tmp_path))
    (folder / "spanish").mkdir()
    (folder / "spanish" / "9X.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"></svg>', encoding="utf-8")
    monkeypatch.setattr("games.rendering.card_art.DRAWINGS", folder)
    with pytest.raises(ValueError, match="9X"):
        read_drawing("spanish", "9X")


def test_cards_have_the_proportions_that_the_pages_reserve() -> None:
    assert (WIDTH, HEIGHT) == (100, 154)


def test_text_has_at_least_the_contrast_on_each_felt_that_it_has_on_green() -> None:
    sheet = (settings.BASE_DIR / "static/css/table/felts.css").read_text()
    cloths = {
        felt: re.findall(r"#[0-9a-f]{6}", rules)
        for felt, rules in re.findall(r'data-felt="(\w+)"\] \{(.*?)\}', sheet, re.DOTALL)
    }
    assert list(cloths) == Felt.values
    for cloth in cloths.values():
        for own, green in zip(cloth, cloths["green"], strict=True):
            assert contrast(own, CREAM) >= contrast(green, CREAM) >= 4.5
