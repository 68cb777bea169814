"""Every important view looks as its baseline; see ``camera.py``."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PIL import Image, ImageChops, ImageDraw
from playwright.sync_api import Page, expect

from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.rules.steere import Steere
from tests.browser.board_harness import BoardHarness
from tests.browser.board_pages import new_page  # noqa: F401  a fixture
from tests.browser.camera import BASELINES, EVERY_PAGE, TABLE, check_screenshots, prepare
from tests.browser.image_comparison import compare
from tests.browser.lesson_page import open_lesson
from tests.browser.scenes import GAMES, after, announcing, own_turn, table


@pytest.fixture
def show(new_page: Callable[..., Page]) -> Callable[[BoardHarness], Page]:
    """Return a function that opens a table, and waits until everyone has a face."""

    def show(stage: BoardHarness) -> Page:
        page = new_page()
        prepare(page)
        stage.open(page)
        expect(page.locator(".seat__avatar")).to_have_count(stage.game.players)
        return page

    return show


# ---- tables ----


@pytest.mark.parametrize("name", GAMES)
def test_own_turn(show, name: str) -> None:
    page = show(own_turn(GAMES[name]()))
    expect(page.locator(".board__own:not([aria-disabled])").first).to_be_visible()
    check_screenshots(page, f"table-{name}-turn", TABLE)


@pytest.mark.parametrize("name", ["moroccan-2", "one-deck", "mufts-4", "porrazo-4", "porrazo-8"])
def test_announcing(show, name: str) -> None:
    page = show(announcing(GAMES[name]()))
    expect(page.locator("#prompt button").first).to_be_visible()
    check_screenshots(page, f"table-{name}-announce", TABLE)


@pytest.mark.parametrize(("name", "kind"), [("moroccan-2", "caida"), ("moroccan-4", "missa"), ("porrazo-4", "porrazo")])
def test_shouts(show, name: str, kind: str) -> None:
    stage, events = after(GAMES[name](), kind)
    page = show(stage)
    stage.send(stage.state(events))
    expect(page.locator(".shout").first).to_be_visible()
    check_screenshots(page, f"table-{name}-{kind}", TABLE)


def test_a_trick(show) -> None:
    stage, events = after(Steere(), "trick")
    page = show(stage)
    stage.send(stage.state(events))
    check_screenshots(page, "table-steere-trick", TABLE)


def test_confirming_a_challenge(show) -> None:
    stage = table(Moroccan({"players": 4}))
    page = show(stage)
    while stage.game.phase == "announce":
        stage.make((stage.game.to_act, "announce", "ronda"))
    page.locator(".seat__action", has_text="Challenge").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    check_screenshots(page, "table-moroccan-4-challenge", TABLE)


@pytest.mark.parametrize("name", ["moroccan-2", "porrazo-4", "steere"])
def test_the_count_of_a_deal(show, name: str) -> None:
    stage, events = after(type(GAMES[name]())(GAMES[name]().chosen), "count")
    page = show(stage)
    stage.send(stage.state(events))
    expect(page.locator(".panel--count")).to_be_visible()
    check_screenshots(page, f"table-{name}-count", TABLE)


def test_the_end_of_a_match(show) -> None:
    deeds = {"caidas": 2, "missas": 0, "calls": 3, "caught": 1}
    seats = [{**deeds, "rating": 1520, "change": 14}, {**deeds, "caidas": 1, "rating": 1600, "change": -14}]
    story = {"deals": [[3, 10], [12, 25], [30, 27], [41, 30]], "seats": seats}
    stage = own_turn(Moroccan())
    page = show(stage)
    page.route("**/matches/a/story.json", lambda route: route.fulfill(json=story))
    address = "/matches/a/story.json"
    result = {"reason": "rules", "seat": None, "sides": [41, 30], "winners": [0], "url": "/", "story": address}
    stage.change(status="finished", result=result)
    expect(page.get_by_role("table", name="Score after each deal")).to_be_visible()
    check_screenshots(page, "table-moroccan-2-end", TABLE)


def test_an_open_table(show, new_page) -> None:
    stage = table(Moroccan({"players": 4}))
    stage.status = "open"
    stage.seats[2] = stage.seats[3] = None
    stage.gathering["invited"] = [{"name": "Driss", "answer": "declined"}, {"name": "Zineb", "answer": "open"}]
    page = new_page()
    prepare(page)
    stage.open(page)
    expect(page.locator("#seats")).to_contain_text("Waiting for 2 more players.")
    check_screenshots(page, "table-moroccan-4-open", TABLE)


def test_cutting_the_pack(show, new_page) -> None:
    stage = table(Moroccan(), cuts=True)
    page = show(stage)
    expect(page.locator("#prompt")).to_be_visible()
    check_screenshots(page, "table-moroccan-2-cut", TABLE)


def test_reconnecting(show) -> None:
    page = show(own_turn(Moroccan()))
    page.context.set_offline(True)
    expect(page.locator("#banner")).to_contain_text("Connection lost")
    check_screenshots(page, "table-moroccan-2-offline", TABLE)


# ---- tutorials ----


@pytest.mark.parametrize("step", [3, 5])
def test_a_tutorial(new_page, step: int) -> None:
    page = new_page()
    prepare(page)
    open_lesson(page)
    page.locator(".learn__step").nth(step).click()
    expect(page.locator("#seen")).not_to_have_text("")
    check_screenshots(page, f"tutorial-{step}", EVERY_PAGE, full_page=True)


# ---- the comparison itself ----
