"""Telling bots of the same level apart at a table."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.reserved_names import GIVEN_NAMES
from games.models import tell_apart
from games.rules.game import Game
from games.rules.porrazo import Porrazo
from games.selectors.site_bots import face_file
from tests.browser.accessible import violations
from tests.browser.board_harness import BoardHarness
from tests.browser.board_pages import boxes, new_page  # noqa: F401  a fixture
from tests.browser.scenes import face

SCREENS = [(320, 568), (390, 844), (844, 390), (1280, 800)]

# The given name at each seat, or "hidden" if the name leaves its seat or is covered. Only touch areas, of a mark or of
# the name itself, may lie over a name.
GIVEN = """() => [...document.querySelectorAll(".seat__last")].filter(node => node.textContent).map(node => {
    const box = node.getBoundingClientRect(), seat = node.closest(".seat").getBoundingClientRect();
    const shown = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const isInside = box.width > 20 && seat.left <= box.left && box.right <= seat.right;
    const isClear = node === shown || shown.matches(".mark--role, .seat__menu");
    return isInside && isClear ? node.textContent.trim() : "hidden";
})"""


def full_of(game: Game, name: str) -> BoardHarness:
    """Return a table with one person and bots with this name."""
    stage = BoardHarness(game)
    names = tell_apart(["Amina", *[name] * (game.players - 1)])
    for seat, sitter in enumerate(stage.seats):
        assert sitter is not None
        sitter.update(name=names[seat], bot=seat > 0, by_site=seat > 0)
    for number, bot in enumerate(names[1:], 2):
        stage.faces[bot] = {**face(1), "picture": f"/static/{face_file('sota', number)}"}
    return stage


@pytest.mark.parametrize("name", ["Sota", "Caballo"])
def test_the_given_names_of_bots_are_shown_on_every_screen(new_page: Callable[..., Page], name: str) -> None:
    stage, page = full_of(Porrazo({"players": 8}), name), new_page()
    stage.open(page)
    expect(page.locator(".seat__avatar")).to_have_count(7)
    karim = page.locator(".seat[data-seat='3']")
    expect(karim.locator(".seat__base")).to_be_hidden()
    expect(karim.locator(".seat__name")).to_have_attribute("title", re.compile(f"^{name} Karim"))
    expect(karim).to_have_attribute("aria-label", "Karim")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        boxes(page, ".seat")  # wait until nothing moves
        assert sorted(page.evaluate(GIVEN)) == sorted(GIVEN_NAMES[1:]), (width, height)
    assert violations(page) == []
    assert stage.errors == []


def test_a_bot_has_the_same_name_at_its_seat_in_the_log_and_beside_its_score(new_page: Callable[..., Page]) -> None:
    stage, page = full_of(Porrazo({"players": 3}), "Siete"), new_page(viewport={"width": 1280, "height": 800})
    stage.open(page)
    for _turn in range(6):
        assert stage.game.to_act is not None
        stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    for names in ("#log", "#scores", ".seat[data-seat='1'] .seat__name"):
        expect(page.locator(names)).to_contain_text("Omar", use_inner_text=True)
        expect(page.locator(names)).not_to_contain_text("Siete", use_inner_text=True)


def test_a_bot_with_the_given_name_of_a_person_keeps_both_words(new_page: Callable[..., Page]) -> None:
    stage, page = full_of(Porrazo({"players": 3}), "Siete"), new_page(viewport={"width": 1280, "height": 800})
    assert stage.seats[0] is not None
    stage.seats[0]["name"] = "Salma"
    stage.open(page)
    expect(page.locator("#scores .score__name")).to_have_text(["Salma", "Omar", "Siete Salma"])
    expect(page.locator(".seat[data-seat='2'] .seat__base")).to_have_text("Siete")
    expect(page.locator(".seat[data-seat='2'] .seat__base")).to_be_visible()


def test_the_faces_of_bots_of_one_level_have_different_pictures_and_rings(new_page: Callable[..., Page]) -> None:
    stage, page = full_of(Porrazo({"players": 8}), "Sota"), new_page()
    stage.open(page)
    expect(page.locator(".seat__avatar")).to_have_count(7)
    rings = page.locator(".seat__avatar").evaluate_all("nodes => nodes.map(node => getComputedStyle(node).boxShadow)")
    loaded = "nodes => Promise.all(nodes.map(node => node.decode().then(() => node.src)))"  # fails without a picture
    pictures = page.locator(".seat__avatar").evaluate_all(loaded)
    assert len(set(rings)) == len(set(pictures)) == 7


def test_the_last_word_of_a_persons_name_gets_no_colour(new_page: Callable[..., Page]) -> None:
    stage, page = BoardHarness(Porrazo()), new_page()
    sitter = stage.seats[1]
    assert sitter is not None
    sitter.update(name="Guest 2", bot=False, by_site=False)
    stage.open(page)
    expect(page.locator(".seat[data-seat='1'] .seat__name")).to_have_text("Guest 2")
    assert page.locator(".seat[data-seat='1']").get_attribute("data-twin") is None
