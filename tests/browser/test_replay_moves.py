"""A replay's move list and controls stay small without clipping text, and the list can be printed."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils.translation import gettext, override
from playwright.sync_api import Page, expect

from tests.browser.board_pages import boxes, contains, new_page  # noqa: F401  a fixture
from tests.browser.test_board_replay import replay  # noqa: F401  a fixture
from tests.browser.user import wait_until


def long_replay(replay: Callable[..., tuple[list[dict[str, Any]], Page]], **context: Any) -> tuple[int, Page]:
    """Open a replay of hundreds of moves, and return the number of its steps and the page."""
    steps, page = replay(target=101, **context)
    assert len(steps) > 200
    return len(steps), page


def test_only_the_moves_around_what_is_visible_are_in_the_document(replay) -> None:
    count, page = long_replay(replay)
    lines = page.locator("#moves [role=listitem]")
    for key in ("Home", "End"):
        page.keyboard.press(key)
        place = 0 if key == "Home" else count - 1
        current = page.locator("#moves [aria-current]")
        expect(current).to_be_in_viewport()
        expect(lines.and_(page.locator(f"[aria-posinset='{place + 1}']"))).to_have_attribute("aria-setsize", str(count))
        wait_until(page, lambda: lines.count() <= 100)
    assert page.evaluate("document.querySelectorAll('*').length") < 1500


def test_the_list_can_be_scrolled_to_any_move(replay) -> None:
    count, page = long_replay(replay)
    middle = count // 2
    # Line heights are estimates until the lines are filled in, so one step may not reach the move.
    scrolled = """place => {
        const chunk = [...document.querySelectorAll(".moves__chunk")].findLast(({ dataset }) => dataset.first < place);
        chunk.scrollIntoView();
        const line = chunk.querySelector(`[aria-posinset="${place}"]`);
        line?.querySelector("button").click(); // at once: lines that scroll out of view again are removed
        return line !== null;
    }"""
    wait_until(page, lambda: page.evaluate(scrolled, middle))
    expect(page.locator("#slider")).to_have_value(str(middle - 1))


def test_on_paper_all_moves_are_listed_without_the_controls(replay) -> None:
    count, page = long_replay(replay)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    expect(page.locator("#moves [role=listitem]")).to_have_count(count)
    expect(page.locator("#board")).to_be_hidden()
    expect(page.locator("#run")).to_be_hidden()
    expect(page.locator("#moves [role=listitem]").last).to_be_visible()


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_controls_take_two_rows_and_clip_no_text(replay, width: int) -> None:
    _, page = replay("?move=8", viewport={"width": width, "height": 844})
    for row in (".controls__steps > button", ".controls__choices > label"):
        (found,) = boxes(page, row)
        assert len({round(box["y"] + box["height"] / 2) for box in found if box["width"]}) == 1, (row, found)
        assert all(box["width"] >= 24 for box in found)
    clipped = """() => [...document.querySelectorAll(".controls button, .controls select, .controls label")]
        .filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.outerHTML)"""
    assert page.evaluate(clipped) == []


def test_a_full_stop_stays_with_the_card_before_it(replay) -> None:
    _, page = replay("?move=8")
    loose = """() => [...document.querySelectorAll("#moves .chip")].filter((chip) =>
        chip.nextSibling?.nodeType === Node.TEXT_NODE && /^[.,:;!?)]/.test(chip.nextSibling.data)
        && getComputedStyle(chip.parentNode).whiteSpace !== "nowrap").length"""
    assert page.locator("#moves .chip").count() > 5
    assert page.evaluate(loose) == 0


# Controls and links that the lower edge of the screen, or that of their column, cuts in two.
CUT_IN_TWO = """() => {
    const side = document.querySelector(".side").getBoundingClientRect();
    const edge = Math.min(innerHeight, innerHeight < 480 ? side.bottom : innerHeight);
    return [...document.querySelectorAll(".controls > *, .controls select, .side > .actions > *, .side__title")]
        .map((node) => [node.outerHTML.slice(0, 80), node.getBoundingClientRect()])
        .filter(([, box]) => box.height && box.top < edge - 1 && box.bottom > edge + 1).map(([html]) => html);
}"""


@pytest.mark.parametrize("decisions", [[], [8]])
@pytest.mark.parametrize("language", ["en", "es", "ar"])
@pytest.mark.parametrize(("width", "height"), [(320, 568), (375, 667), (390, 844), (640, 400), (844, 390)])
def test_the_lower_edge_of_the_screen_cuts_no_control_in_two(
    replay, width: int, height: int, language: str, decisions: list[int]
) -> None:
    viewport = {"width": width, "height": height}
    _, page = replay("?move=8", decisions=decisions, language=language, viewport=viewport)
    boxes(page, ".controls")
    assert page.evaluate(CUT_IN_TWO) == []


@pytest.mark.parametrize("decisions", [[], [8]])
@pytest.mark.parametrize("language", ["en", "es", "ar"])
@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844), (640, 400), (844, 390)])
def test_the_lower_edge_of_a_touch_screen_cuts_no_control_in_two(
    replay, width: int, height: int, language: str, decisions: list[int]
) -> None:
    context = {"viewport": {"width": width, "height": height}, "is_mobile": True, "has_touch": True}
    _, page = replay("?move=8", decisions=decisions, language=language, **context)
    boxes(page, ".controls")
    assert page.evaluate(CUT_IN_TWO) == []
    if width > height and not decisions:
        assert page.locator("#told").evaluate("node => node.scrollHeight <= node.clientHeight + 1")


def test_in_landscape_the_choices_are_in_one_row(replay) -> None:
    _, page = replay("?move=8", viewport={"width": 844, "height": 390})
    [labels] = boxes(page, ".controls__choices > label")
    assert len({round(label["y"] + label["height"]) for label in labels if label["height"]}) == 1


@pytest.mark.parametrize(("width", "height"), [(640, 400), (844, 390)])
@pytest.mark.parametrize("language", ["en", "es", "ar"])
def test_beside_the_board_the_view_is_named_in_full(replay, width: int, height: int, language: str) -> None:
    _, page = replay("?move=8", language=language, viewport={"width": width, "height": height})
    boxes(page, ".controls")
    needed = """select => {
        const given = select.getBoundingClientRect().width;
        select.style.inlineSize = "max-content";
        return select.getBoundingClientRect().width - given;
    }"""
    assert page.locator("#seen-by").evaluate(needed) <= 1


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
@pytest.mark.parametrize(("width", "height"), [(640, 360), (844, 390)])
def test_beside_the_board_all_links_are_in_one_row_also_for_who_may_ask_for_an_analysis(
    replay, width: int, height: int, language: str
) -> None:
    _, page = replay("?move=8", language=language, viewport={"width": width, "height": height}, has_touch=True)
    with override(language):
        asking = gettext("Analyse match")
    page.locator(".side > .actions > a").last.evaluate("(link, text) => { link.textContent = text }", asking)
    links, [column] = boxes(page, ".side > .actions > a, .more > summary", ".side")
    assert len(links) == 3
    assert len({link["y"] for link in links}) == 1
    assert all(contains(column, link) for link in links)
    page.locator(".more > summary").click()
    expect(page.locator(".more > .actions > a").first).to_be_in_viewport(ratio=1)  # the others by scrolling
