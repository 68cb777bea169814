"""Pages for the board tests, each in its own context, with uncollected static files; and where elements lie on them."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page


@pytest.fixture
def new_page(browser: Browser, settings: Any) -> Iterator[Callable[..., Page]]:
    """Return a function that creates pages, with options of ``Browser.new_context``. Card animations are off by
    default."""
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}
    contexts: list[BrowserContext] = []

    def make(**options: Any) -> Page:
        context = browser.new_context(**{"reduced_motion": "reduce", **options})
        contexts.append(context)
        return context.new_page()

    yield make
    for context in contexts:
        context.close()


STILL = 5  # frames in a row in which nothing moved
SETTLED_BOXES = """async ({selectors, size, still, most}) => {
    await document.fonts.ready;
    const box = ({x, y, width, height}) => ({x, y, width, height});
    const read = () => selectors.map(selector =>
        [...document.querySelectorAll(selector)].map(node => box(node.getBoundingClientRect())));
    let found = read(), same = 0;
    for (let frame = 0; frame < most && same < still; frame += 1) {
        await new Promise(requestAnimationFrame);
        const before = JSON.stringify(found);
        found = read();
        const resized = !size || (innerWidth === size.width && innerHeight === size.height);
        same = resized && JSON.stringify(found) === before ? same + 1 : 0;
    }
    return found;
}"""


def boxes(page: Page, *selectors: str) -> list[list[dict[str, float]]]:
    """Return where the elements of each selector lie (x, y, width, height in CSS pixels), all read at one moment.

    Boxes read one by one can differ because the layout changed in between. A resize reaches the page some frames later,
    and the board then fits its cards in several steps, so this waits until nothing moves any more.
    """
    options = {"selectors": list(selectors), "size": page.viewport_size, "still": STILL, "most": 300}
    found: list[list[dict[str, float]]] = page.evaluate(SETTLED_BOXES, options)
    return found
