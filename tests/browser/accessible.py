"""What axe-core says of a page, as it is worn by night on a phone and by day on a desk."""

from __future__ import annotations

from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

WAYS: tuple[tuple[Literal["dark", "light"], int], ...] = (("dark", 390), ("light", 1280))

# Colours that fade into each other are not those that are read.
STILL = """Promise.all(document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
    .map((one) => one.finished.catch(() => null)))"""


def serious_violations(page: Page) -> list[tuple[str, list[list[str]]]]:
    """The serious violations on a page as it stands: rule, and where."""
    return [
        (rule["id"], [node["target"] for node in rule["nodes"]])
        for rule in Axe().run(page).response["violations"]
        if rule["impact"] in {"serious", "critical"}
    ]


def check_page(page: Page) -> None:
    """No serious violation, and nothing wider than the page."""
    size = page.viewport_size
    for scheme, width in WAYS:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate(STILL)
        assert serious_violations(page) == [], (page.url, scheme, width)
        page.wait_for_function("width => document.documentElement.scrollWidth <= width", arg=width)
    if size:
        page.set_viewport_size(size)
