"""The rules in a browser: their pages at every width, and the drawer beside a table."""

import pytest
from django.test import RequestFactory
from playwright.sync_api import Page, expect

from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.views.rules import ruleset_rules
from tests.browser.accessible import check_page
from tests.browser.board_harness import BoardHarness
from tests.browser.board_pages import boxes, new_page, open_stage, waiting_stage  # noqa: F401  fixtures
from tests.browser.disk_site import disk_site

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}


def open_rules(page: Page, ruleset: str) -> list[str]:
    """Show a rules page as the site serves it. Return the list that records the browser's errors."""
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    html = ruleset_rules(RequestFactory().get("/"), ruleset).content.decode()
    page.goto(disk_site().put(html))
    return errors


@pytest.mark.parametrize("ruleset", sorted(Game.registry))
def test_a_rules_page_fits_a_phone_and_is_accessible(new_page, ruleset) -> None:
    page = new_page(viewport=PHONE)
    errors = open_rules(page, ruleset)
    expect(page.get_by_role("img").first).to_be_visible()
    check_page(page)
    assert errors == []


def test_the_contents_are_beside_the_text_or_folded_on_a_phone(new_page) -> None:
    page = new_page(viewport=DESK)
    open_rules(page, "moroccan")
    beside = page.get_by_role("navigation", name="Contents")
    folded = page.locator("summary", has_text="Contents")
    expect(folded).to_be_hidden()
    beside.get_by_role("link", name="The count").click()
    expect(page.get_by_role("heading", name="The count")).to_be_in_viewport()
    expect(beside).to_be_in_viewport()
    page.set_viewport_size(PHONE)
    expect(beside).to_be_hidden()
    folded.click()
    page.get_by_role("link", name="Your turn").click()
    expect(page.get_by_role("heading", name="Your turn")).to_be_in_viewport()


@pytest.mark.parametrize("size", [PHONE, {"width": 640, "height": 400}])
def test_every_section_can_be_reached_from_every_other_on_a_phone(new_page, size) -> None:
    page = new_page(viewport=size)
    open_rules(page, "moroccan")
    contents = page.locator(".rules__contents")
    for section in ["Clause by clause", "The count"]:
        page.locator("summary", has_text="Contents").click()
        link = contents.get_by_role("link", name=section)
        target = str(link.get_attribute("href"))
        link.click()
        expect(page.get_by_role("heading", name=section)).to_be_in_viewport(ratio=1)
        expect(contents.locator(".contents")).to_be_hidden()
        [bar], [found] = boxes(page, ".rules__contents summary", target)
        assert bar["y"] >= 0
        assert found["y"] >= bar["y"] + bar["height"], "the contents cover what they led to"
    page.locator("summary", has_text="Contents").click()
    contents.get_by_role("link", name="Moroccan Ronda").click()
    expect(page.get_by_role("heading", level=1)).to_be_in_viewport(ratio=1)


def test_a_visitor_with_a_phone_can_sign_up_from_every_page(new_page) -> None:
    page = new_page(viewport=PHONE)
    open_rules(page, "steere")
    for name in ("Sign in", "Sign up"):
        expect(page.get_by_role("banner").get_by_role("link", name=name)).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_the_rules_open_beside_a_table_and_close(new_page, size) -> None:
    page = new_page(viewport=size)
    stage = BoardHarness(Moroccan(), me=0)
    stage.open(page)
    drawer = page.get_by_role("dialog", name="Moroccan Ronda")
    expect(drawer).to_be_hidden()
    assert page.locator("#rules use").count() == 0  # nothing loads the figures before the rules are read
    if size == PHONE:
        page.get_by_role("button", name="Log and settings").click()
    page.get_by_role("button", name="Rules").click()
    expect(drawer).to_be_visible()
    expect(drawer.get_by_role("img", name="6 of coins, captured").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    expect(page.get_by_role("button", name="Rules")).to_be_focused()
    page.get_by_role("button", name="Rules").click()
    drawer.get_by_role("button", name="Close").click()
    expect(drawer).to_be_hidden()
    assert stage.errors == []


def test_the_rules_can_be_read_while_waiting_for_others(open_stage) -> None:
    page = open_stage(waiting_stage(3), viewport=PHONE)
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("dialog", name="Moroccan Ronda")).to_be_visible()
