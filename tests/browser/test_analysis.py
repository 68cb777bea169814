"""The analysis of a finished match, from the button to the worst decision in the replay, using only the keyboard."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.accessible import check_page
from tests.browser.board_pages import boxes
from tests.browser.user import OpenWindow
from tests.servers import Server

MOST_TABS = 60
PATIENCE_MILLISECONDS = 60_000  # for the analysis itself


def tab_to(page: Page, wanted: Locator, key: str = "Tab") -> None:
    """Press Tab (or another ``key``) until this element has the focus."""
    for _press in range(MOST_TABS):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press(key)
    raise AssertionError(f"Tab does not reach {wanted}")


def open_result(sign_in: OpenWindow, site: Server, *names: str) -> Page:
    """Open the result page of a match between these players, as the first player sees it."""
    made = site.site.call("finished_matches", list(names), {"declarations": "automatic"}, 1)
    page = sign_in(made["players"][0]).page
    page.goto(f"/matches/{made['codes'][0]}/")
    return page


def start_analysis(page: Page) -> None:
    """Start the analysis from the result page, and wait for the report."""
    tab_to(page, page.get_by_role("button", name="Analyse match"))
    page.keyboard.press("Enter")
    report = page.get_by_role("heading", name="Luck and skill")
    expect(report).to_be_visible(timeout=PATIENCE_MILLISECONDS)  # the page updates automatically
    expect(page.locator("#course canvas")).to_be_visible()
    check_page(page)


def check_figures_fit_phone(page: Page) -> None:
    """Check that the report's figures fit a phone without scrolling, and that no name wraps."""
    size = page.viewport_size
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        boxes(page, ".figures")  # wait for the new layout
        assert page.locator(".figures").evaluate("node => node.scrollWidth <= node.clientWidth")
        for name in page.locator(".figures tbody a").all():
            assert name.evaluate("node => node.getClientRects().length") == 1
    assert size is not None
    page.set_viewport_size(size)


def open_worst_decision(page: Page) -> None:
    """Open the report's first decision in the replay; check that the replay shows the same judgement."""
    worst = page.locator(".decision").first
    loss = re.search(r"[\d.]+", worst.locator(".decision__loss").inner_text())
    assert loss is not None
    grade = worst.locator(".badge").inner_text()
    tab_to(page, worst.get_by_role("link"))
    number = re.search(r"\d+", worst.get_by_role("link").inner_text())
    assert number is not None
    page.keyboard.press("Enter")
    expect(page.locator("#where")).to_have_text(re.compile(rf"Step {number[0]} of"))
    expect(page.locator("#judgement")).to_contain_text(f"{grade} amina gave away {loss[0]} points.")
    expect(page.locator(".judgement__choice.is-best")).not_to_have_count(0)
    expect(page.locator(".judgement__choice.is-chosen")).to_have_count(1)
    check_page(page)


def step_through_mistakes(page: Page) -> None:
    """Go to the start of the replay, and from there to the first and the second mistake."""
    page.keyboard.press("Home")
    expect(page.locator("#judgement")).to_be_empty()
    tab_to(page, page.locator("#moment"))
    page.keyboard.type("Mist")  # chooses the kind of highlights
    expect(page.locator("#moment")).to_have_value("mistake")
    expect(page.locator("#judgement")).to_contain_text("gave away")
    first = page.locator("#where").inner_text()
    tab_to(page, page.get_by_role("button", name="Next highlight"), "Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#where")).not_to_have_text(first)
    expect(page.locator("#judgement")).to_contain_text("gave away")


def unfold_deal(page: Page) -> None:
    """Return to the report, and unfold the decisions of a deal."""
    tab_to(page, page.get_by_role("link", name="Analysis"))
    page.keyboard.press("Enter")
    deal = page.locator("details.deal").first
    tab_to(page, deal.locator("summary"))
    page.keyboard.press("Enter")
    expect(deal.locator(".decision").first).to_be_visible()
    check_page(page)


def return_to_result(page: Page) -> None:
    """Return to the result, which now shows how accurately each player played."""
    tab_to(page, page.get_by_role("link", name="Result", exact=True))
    page.keyboard.press("Enter")
    expect(page.get_by_role("columnheader", name="Accuracy")).to_be_visible()
    page.set_viewport_size({"width": 320, "height": 568})
    boxes(page, ".scoreboard")  # wait for the new layout
    assert page.locator(".scoreboard").evaluate("node => node.scrollWidth <= node.clientWidth")


def test_the_analysis_of_a_match_by_keyboard(sign_in: OpenWindow, site: Server) -> None:
    page = open_result(sign_in, site, "amina", "badr_the_seventeenth")
    start_analysis(page)
    check_figures_fit_phone(page)
    open_worst_decision(page)
    step_through_mistakes(page)
    unfold_deal(page)
    return_to_result(page)


def test_the_page_shows_how_much_is_done_and_then_the_report(sign_in: OpenWindow, site: Server) -> None:
    page = open_result(sign_in, site, "chadia", "driss")
    told = {"status": "running", "done": 51, "steps": 200}
    page.route("**/analysis/progress.json", lambda route: route.fulfill(json=told))
    page.get_by_role("button", name="Analyse match").click()
    expect(page.locator("#progress-count")).to_have_text("25% · 51 of 200 moves analysed")
    expect(page.locator("#progress progress")).to_have_attribute("value", re.compile(r"\d+"))
    page.unroute("**/analysis/progress.json")
    expect(page.get_by_role("heading", name="Luck and skill")).to_be_visible(timeout=PATIENCE_MILLISECONDS)
