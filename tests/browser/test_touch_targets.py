"""On a phone, controls are large enough for a finger."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board_pages import boxes, new_page  # noqa: F401  a fixture
from tests.browser.site_shots import PATHS, open_site_page, site_pages
from tests.browser.test_seats import full_table

# Buttons, links styled as buttons, fields, and box labels that have less than 44 px to themselves in one direction.
# A pixel under another control belongs to that control. Links in text, badges, and table and list rows are exempt.
SMALL = """() => {
    const controls = "button, .button, summary, select, textarea, .tabs a, .site-nav a, "
        + "input:not([type=hidden], [type=checkbox], [type=radio]), label:has([type=checkbox], [type=radio])";
    const EXEMPT = ".table-wrap, .visually-hidden, .mark, .moves";
    const found = [];
    for (const node of document.querySelectorAll(controls)) {
        if (!node.checkVisibility({ visibilityProperty: true }) || node.closest(EXEMPT)) continue;
        node.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        const { x, y, width, height } = node.getBoundingClientRect();
        const [across, down] = [x + width / 2, y + height / 2];
        const isIts = (left, top) => {
            const hit = document.elementFromPoint(left, top);
            return hit && (node.contains(hit) || hit.closest("label") === node || node.labels?.[0]?.contains(hit));
        };
        const steps = Array.from({ length: 43 }, (_, at) => at - 21);
        const count = (point) => steps.filter((by) => isIts(...point(by))).length;
        const [wide, high] = [count((by) => [across + by, down]), count((by) => [across, down + by])];
        if (wide < 43 || high < 43) {
            const text = node.textContent.trim().slice(0, 30);
            found.push(`${node.localName}.${node.className} “${text}” ${wide + 1}×${high + 1}`);
        }
    }
    return found;
}"""


@pytest.mark.django_db
def test_controls_are_at_least_44_pixels_wide_and_high(new_page: Callable[..., Page]) -> None:
    page = new_page(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    found: dict[str, list[str]] = {}
    with site_pages() as pages:
        for name in PATHS:
            open_site_page(page, pages.html(name, "en"))
            page.evaluate("document.querySelectorAll('main details').forEach((details) => { details.open = true; })")
            found[name] = page.evaluate(SMALL)
    assert {name: small for name, small in found.items() if small} == {}


@pytest.mark.django_db
@pytest.mark.parametrize("has_touch", [True, False])
def test_links_in_lists_are_at_least_24_pixels_high(new_page: Callable[..., Page], has_touch: bool) -> None:
    page = new_page(has_touch=has_touch, is_mobile=has_touch, viewport={"width": 390, "height": 844})
    found: dict[str, list[str]] = {}
    with site_pages() as pages:
        for name in ("home-player", "ladder", "profile"):
            open_site_page(page, pages.html(name, "en"))
            found[name] = page.locator(".table-wrap a:not(.button):visible").evaluate_all(
                "links => links.filter((link) => link.getBoundingClientRect().height < 24).map((link) => link.href)"
            )
    assert {name: small for name, small in found.items() if small} == {}


# The least width and height of what a finger hits of each element, up to 24 pixels.
HIT = """nodes => nodes.map((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    const isHit = (left, top) => node.contains(document.elementFromPoint(left, top));
    const steps = Array.from({ length: 24 }, (_, at) => at - 11.5);
    return Math.min(
        steps.filter((by) => isHit(x + width / 2 + by, y + height / 2)).length,
        steps.filter((by) => isHit(x + width / 2, y + height / 2 + by)).length,
    );
})"""


@pytest.mark.parametrize("size", [(844, 390), (640, 400), (320, 568)])
@pytest.mark.parametrize("name", ["moroccan-4", "porrazo-5", "porrazo-8"])
def test_the_smallest_targets_at_a_table_are_at_least_24_pixels_wide_and_high(new_page, name: str, size) -> None:
    stage, page = full_table(name), new_page(viewport={"width": size[0], "height": size[1]})
    stage.open(page)
    buttons, [brand] = boxes(page, ".seat__action:not(.is-reserved)", ".brand")
    assert buttons
    assert min(min(box["width"], box["height"]) for box in [*buttons, brand]) >= 24
    marks = page.locator(".mark--role:visible")
    expect(marks.first).to_be_visible()
    assert min(marks.evaluate_all(HIT)) >= 24
