"""What axe-core says of a page, as it is worn by night on a phone and by day on a desk."""

from __future__ import annotations

from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

WAYS: tuple[tuple[Literal["dark", "light"], int], ...] = (("dark", 390), ("light", 1280))
LOOKS = 3

# Colours that fade into each other are not those that are read.
STILL = """Promise.all(document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
    .map((one) => one.finished.catch(() => null)))"""


def serious_violations(page: Page) -> list[tuple[str, list[tuple[list[str], str]]]]:
    """The serious violations on a page as it stands: rule, where and why.

    A barrier stands. What another look no longer finds was in the middle of being drawn, as when news comes to a page.
    """
    found: list[tuple[str, list[tuple[list[str], str]]]] = []
    for _look in range(LOOKS):
        page.evaluate(STILL)
        found = [
            (rule["id"], [(node["target"], node["failureSummary"]) for node in rule["nodes"]])
            for rule in Axe().run(page).response["violations"]
            if rule["impact"] in {"serious", "critical"}
        ]
        if not found:
            break
    return found


def check_accessible(page: Page) -> None:
    """No serious violation on a page that waits for nothing."""
    expect(page.locator(".is-held, .is-offline")).to_have_count(0)
    found = serious_violations(page)
    assert not found, f"{page.url}: {found}"


def check_page(page: Page) -> None:
    """No serious violation, and nothing wider than the page."""
    size = page.viewport_size
    for scheme, width in WAYS:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.set_viewport_size({"width": width, "height": 800})
        found = serious_violations(page)
        assert not found, f"{page.url}, {scheme}, {width} px: {found}"
        page.wait_for_function("width => document.documentElement.scrollWidth <= width", arg=width)
    if size:
        page.set_viewport_size(size)
