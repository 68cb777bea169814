"""The site's fonts: the layout does not shift when fonts arrive after the text is shown."""

from __future__ import annotations

from playwright.sync_api import Route

from tests.browser.user import OpenWindow

MOST = 0.02
SHIFTS = """window.shifted = 0;
new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shifted += entry.value)))
    .observe({ type: "layout-shift", buffered: true });"""
PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def test_a_page_keeps_its_layout_when_its_fonts_arrive(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("warda", viewport={"width": 1280, "height": 844}).page
    page.add_init_script(SHIFTS)
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/*.woff2", hold)
    page.goto("/", wait_until="domcontentloaded")
    page.evaluate(PAINTED)
    loading = {_font(route) for route in waiting}
    assert {"inter-latin", "alegreya-latin"} <= loading
    assert "noto-sans-arabic" not in loading
    for route in waiting:
        route.continue_()
    page.evaluate("document.fonts.ready")
    page.evaluate(PAINTED)
    assert page.evaluate("document.fonts.check('600 16px Alegreya')")
    assert page.evaluate("shifted") < MOST


def _font(route: Route) -> str:
    return route.request.url.rsplit("/", 1)[1].partition(".")[0]
