"""Pages for the board tests: each in its own context, with uncollected static files."""

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
