"""The cards as a browser draws them, and the choice of cards in the settings."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from games.rendering.card_layouts import HEIGHT, WIDTH, Box
from games.rendering.card_sets import PACKS
from games.rendering.card_sprites import SPRITE_HEAD, Printer
from games.rules.moroccan import Moroccan
from tests.browser.board_harness import BoardHarness
from tests.browser.board_pages import new_page  # noqa: F401  a fixture
from tests.browser.camera import photograph
from tests.browser.user import OpenWindow

SCALE = 3  # pixels per unit
MARGIN = 0.5  # units of paper around an index


def draw_without_indices(printer: Printer, cards: list[tuple[str, str]]) -> str:
    """Return a page with the cards in a column, without their indices."""
    pictures = "".join(
        f'<svg width="{WIDTH * SCALE}" y="{number * HEIGHT * SCALE}" height="{HEIGHT * SCALE}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}">{printer.picture(*card)}</svg>'
        for number, card in enumerate(cards)
    )
    size = f' width="{WIDTH * SCALE}" height="{HEIGHT * SCALE * len(cards)}">'
    parts = "".join(part for letter in printer.suits for part in printer.parts(letter))
    return f'<body style="margin:0">{SPRITE_HEAD.replace(">", size)}{parts}{pictures}</svg>'


def is_blank(card: Image.Image, box: Box) -> bool:
    pixels = (box.left - MARGIN, box.top - MARGIN, box.right + MARGIN, box.bottom + MARGIN)
    left, top, right, bottom = (round(edge * SCALE) for edge in pixels)
    return set(card.crop((left, top, right, bottom)).convert("L").tobytes()) == {255}


@pytest.mark.parametrize("name", ["classic", "large"])  # the other sets share the large one's layout
@pytest.mark.parametrize("pack", PACKS)
def test_no_index_is_printed_over_a_drawing(drawing_browser: Browser, pack: str, name: str) -> None:
    printer = Printer(pack, name)
    cards = [(rank, letter) for letter in printer.suits for rank in printer.ranks]
    page = drawing_browser.new_page(viewport={"width": WIDTH * SCALE, "height": HEIGHT * SCALE})
    covered = []
    for letter in printer.suits:
        column = [card for card in cards if card[1] == letter]
        page.set_content(draw_without_indices(printer, column))
        picture = photograph(page, longest=HEIGHT * SCALE * len(column))
        for number, (rank, _letter) in enumerate(column):
            top = number * HEIGHT * SCALE
            card = picture.crop((0, top, WIDTH * SCALE, top + HEIGHT * SCALE))
            assert min(card.convert("L").tobytes()) < 100  # something is drawn
            boxes = printer.index_boxes(rank, letter)
            covered += [(rank + letter, box) for box in boxes if not is_blank(card, box)]
    page.close()
    assert covered == []


def sprite_of(page: Page) -> str:
    found = page.locator(".board__own use").first.get_attribute("href")
    assert found is not None
    return found.rsplit("/", 1)[1].rsplit("-", 1)[0]


@pytest.mark.parametrize(
    ("options", "sprite"),
    [
        ({"viewport": {"width": 1280, "height": 800}}, "spanish-classic"),
        ({"viewport": {"width": 390, "height": 844}}, "spanish-large"),
        ({"viewport": {"width": 844, "height": 390}}, "spanish-large"),
        ({"viewport": {"width": 1280, "height": 800}, "contrast": "more"}, "spanish-contrast"),
    ],
)
def test_a_table_shows_the_cards_that_suit_the_screen(
    new_page: Callable[..., Page], options: dict[str, Any], sprite: str
) -> None:
    page = new_page(**options)
    stage = BoardHarness(Moroccan())
    stage.open(page)
    expect(page.locator(".board__own use").first).to_be_attached()
    assert sprite_of(page) == sprite
    assert (page.locator(".card--back use").first.get_attribute("href") or "").endswith("#back-zellige")


def test_cards_and_felt_chosen_in_the_settings_are_shown_at_the_next_table(sign_in_as: OpenWindow) -> None:
    amina = sign_in_as("amina").page
    amina.goto("/settings/")
    amina.get_by_label("Four colours").check()
    amina.get_by_role("group", name="Backs").get_by_label("Night").check()
    expect(amina.get_by_text("Cards saved.")).to_be_visible()
    amina.get_by_label("Burgundy").check()
    expect(amina.get_by_text("Table saved.")).to_be_visible()
    amina.reload()
    expect(amina.get_by_label("Four colours")).to_be_checked()
    expect(amina.get_by_role("group", name="Backs").get_by_label("Night")).to_be_checked()
    amina.goto("/")
    amina.get_by_role("button", name="Play a bot now").click()
    expect(amina.locator("#match")).to_have_attribute("data-card-back", re.compile(r"/backs.*#back-night$"))
    expect(amina.locator(".card--back use").first).to_have_attribute("href", re.compile(r"/backs.*#back-night$"))
    background = amina.locator(".felt").evaluate("node => getComputedStyle(node).backgroundImage")
    assert "rgb(118, 42, 59)" in background
    # Not the player's own cards: sometimes the player has to cut before they are dealt.
    expect(amina.locator("#match")).to_have_attribute("data-cards", re.compile("/spanish-four-colour-"))
