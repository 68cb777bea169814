"""Small panels on a page are placed side by side where they fit."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.rules.moroccan import Moroccan
from games.selectors.coaching import coaching_data
from tests.browser.accessible import check_page
from tests.browser.board_pages import boxes, contains, new_page, settings  # noqa: F401  a fixture
from tests.browser.scenes import is_asked, play_until, table
from tests.browser.site_shots import open_site_page, site_pages

PANELS = {"result": ("Where the points come from", "Match details"), "profile": ("Ratings", "Playing style")}
LONG_NAMES = """names => {
    for (const head of document.querySelectorAll(".panels--fit thead tr"))
        for (const name of names) head.append(Object.assign(document.createElement("th"), { textContent: name }));
}"""


def columns(page: Page, titles: tuple[str, str]) -> int:
    """Return the number of columns that the panels with these titles occupy."""
    page.locator(".panels--fit h2").evaluate_all("(heads) => heads.forEach((head) => { head.id = head.textContent; })")
    [one], [other] = boxes(page, *(f"[id='{title}']" for title in titles))
    return 2 if one["y"] == other["y"] else 1


@pytest.mark.django_db
def test_small_panels_are_side_by_side_where_their_tables_fit(new_page: Callable[..., Page]) -> None:
    page = new_page()
    with site_pages() as pages:
        for name, titles in PANELS.items():
            open_site_page(page, pages.html(name, "en"))
            expect(page.locator("#charts canvas")).to_have_count(1 if name == "profile" else 0)
            for width, number in [(1280, 2), (390, 1)]:
                page.set_viewport_size({"width": width, "height": 800})
                assert columns(page, titles) == number, (name, width)
            page.set_viewport_size({"width": 1280, "height": 800})
            page.evaluate(LONG_NAMES, [f"a_name_of_the_most_{number}" for number in range(3)])
            assert columns(page, titles) == 1, name


def test_open_settings_lie_over_the_log_like_a_menu(new_page: Callable[..., Page]) -> None:
    stage, page = table(Moroccan()), new_page(viewport={"width": 1280, "height": 800})
    play_until(stage, is_asked("play"))
    stage.open(page, coach={**coaching_data(stage.game), "novice": True})
    expect(page.locator(".board__own").first).to_be_visible()
    closed = boxes(page, ".log", ".side .chat")
    section, legend = settings(page), page.locator(".side__folds .legend")
    [[side], [fields]] = boxes(page, ".side", ".preferences__list")
    assert contains(side, fields)
    assert boxes(page, ".log", ".side .chat") == closed
    check_page(page)
    legend.locator("summary").click()
    expect(section.locator(".preferences__list")).to_be_hidden()  # they would lie over each other
    page.keyboard.press("Escape")
    expect(legend.locator("dl")).to_be_hidden()
    expect(legend.locator("summary")).to_be_focused()
    settings(page)
    page.locator(".log").click()
    expect(section.locator(".preferences__list")).to_be_hidden()
