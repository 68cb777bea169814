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


def boxes(page: Page, *selectors: str) -> list[list[dict[str, float]]]:
    """Return where the elements of each selector lie (x, y, width, height in CSS pixels), all read at one moment.

    Boxes read one by one can differ because the layout changed in between. The board fits its cards after a change of
    its size, so this waits for a few frames.
    """
    return page.evaluate(
        """async selectors => {
            await document.fonts.ready;
            for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
            const box = ({x, y, width, height}) => ({x, y, width, height});
            return selectors.map(selector =>
                [...document.querySelectorAll(selector)].map(node => box(node.getBoundingClientRect())));
        }""",
        list(selectors),
    )
