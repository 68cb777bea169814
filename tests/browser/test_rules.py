"""The rules in a browser: their pages at every width, and the drawer beside a table."""

import pytest
from django.test import RequestFactory
from playwright.sync_api import Page, expect

from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.views.rules import ruleset_rules
from tests.browser.accessible import violations
from tests.browser.board_harness import BoardHarness
from tests.browser.board_pages import new_page  # noqa: F401  a fixture
from tests.browser.disk_site import disk_site

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}


def open_rules(page: Page, ruleset: str) -> list[str]:
    """Show a rules page as the site serves it; errors of the browser are added to the list."""
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    html = ruleset_rules(RequestFactory().get("/"), ruleset).content.decode()
    page.goto(disk_site().put(html))
    return errors


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("ruleset", sorted(Game.registry))
def test_a_rules_page_fits_a_phone_and_is_accessible(new_page, ruleset, scheme) -> None:
    page = new_page(viewport=PHONE, color_scheme=scheme)
    errors = open_rules(page, ruleset)
    expect(page.get_by_role("img").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert violations(page) == []
    assert errors == []


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_the_rules_open_beside_a_table_and_close(new_page, size) -> None:
    page = new_page(viewport=size)
    stage = BoardHarness(Moroccan(), me=0)
    stage.open(page)
    drawer = page.get_by_role("dialog", name="Moroccan Ronda")
    expect(drawer).to_be_hidden()
    assert page.locator("#rules use").count() == 0  # nothing loads the figures before they are read
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


def test_the_rules_can_be_read_while_waiting_for_others(new_page) -> None:
    page = new_page(viewport=PHONE)
    stage = BoardHarness(Moroccan({"players": 3}), me=0)
    stage.status, stage.seats[2] = "open", None
    stage.open(page)
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("dialog", name="Moroccan Ronda")).to_be_visible()
    assert stage.errors == []
