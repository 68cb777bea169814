"""Check with axe-core that pages are accessible, and that they fit the screen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from tests.browser.user import wait_until

# The colour schemes and screen widths in which every kind of page is checked (test_every_page.py).
WAYS: tuple[tuple[Literal["dark", "light"], int], ...] = (("dark", 390), ("light", 1280))
ATTEMPTS = 3

# Colours are not final during a transition. Style sheets are not preloaded, because no rule in use needs them, and axe
# would read imported ones, such as the admin's, through inline styles, which the site's policy forbids.
RUN_AXE = """async () => {
    const running = () => document.getAnimations()
        .filter(({ playState, timeline }) => playState === "running" && timeline === document.timeline)
        .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity);
    const frame = () => new Promise(requestAnimationFrame);
    // An inherited colour changes one element after the other, each when its parent is done. The promise of one
    // that another replaces is sometimes never kept, so this counts frames in a row without any. One that follows the
    // scrolling of an element, not the time, never ends.
    for (let still = 0; still < 2; still = running().length ? 0 : still + 1) await frame();
    const { violations } = await axe.run({ preload: { assets: ["media"] }, resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => [id, nodes.map(({ target, failureSummary }) => [target, failureSummary])]);
}"""

Violations = list[tuple[str, list[tuple[list[str], str]]]]


def violations(page: Page) -> Violations:
    """Return all accessibility violations on a page: each broken rule, with the elements that break it and why.

    A real violation persists; one that a later check does not find was caused by an update in progress.
    """
    if page.evaluate("!window.axe"):  # slow to parse, so load it once per document
        # The browser compiles a script once for all documents; code that Playwright evaluates is never cached. The
        # session stays open: closing it would also end size and authenticator emulation started elsewhere.
        page.context.new_cdp_session(page).send("Runtime.evaluate", {"expression": AXE_SCRIPT})
    found: Violations = []
    for _attempt in range(ATTEMPTS):
        found = page.evaluate(RUN_AXE)
        if not found:
            break
    return found


def check_accessible(page: Page) -> None:
    """Check that an idle page has no violations."""
    expect(page.locator(".is-held, .is-offline")).to_have_count(0)
    found = violations(page)
    assert not found, f"{page.url}: {found}"


def wait_until_it_fits(page: Page, width: int) -> None:
    """Wait until nothing on a page is wider than this many pixels."""
    wait_until(page, lambda: page.evaluate("document.documentElement.scrollWidth") <= width)


def use(page: Page, scheme: Literal["dark", "light"], width: int) -> None:
    """Show a page in a colour scheme, on a screen of this width in pixels."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": 800})


def check_page(page: Page, ways: Iterable[tuple[Literal["dark", "light"], int]] = WAYS[:1]) -> None:
    """Check that a page has no violations and fits the screen's width; by default, only on a phone in dark mode.

    test_every_page.py checks every kind of page in all ``WAYS``; in the middle of a longer test, one way is enough.
    """
    size = page.viewport_size
    for scheme, width in ways:
        use(page, scheme, width)
        found = violations(page)
        assert not found, f"{page.url}, {scheme}, {width} px: {found}"
        wait_until_it_fits(page, width)
    if size:
        page.set_viewport_size(size)
