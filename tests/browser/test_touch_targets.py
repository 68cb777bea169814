"""On a phone, controls are large enough for a finger."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.board_pages import new_page  # noqa: F401  a fixture
from tests.browser.site_shots import PATHS, open_site_page, site_pages

# Buttons, links styled as buttons, fields, and box labels that have less than 44 px to themselves in one direction.
# A pixel under another control belongs to that control. Links in text, badges, and table and list rows are exempt.
SMALL = """() => {
    const controls = "button, .button, summary, select, textarea, .tabs a, "
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
