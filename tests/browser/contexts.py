"""Browser contexts that are reused across tests.

A new context starts with an empty cache and a new renderer, and would load and compile about a hundred of the site's
files again. A used context keeps both; cookies, storage and pages from one test are removed before the next.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.browser.disk_site import disk_site

MOST = 12  # contexts that wait for their next test; each keeps a renderer

# A script with which a page shows captures as if the reader had chosen no animations in the settings: not at all.
SHOW_NOTHING = """if (location.protocol.startsWith("http")) localStorage["ronda.play.speed"] ??= "0";"""

# False if a test has installed a clock, which cannot be removed.
HAS_REAL_TIME = "[Date, setTimeout].every((made) => String(made).includes('[native code]'))"


class Kind(NamedTuple):
    """A context's options, the function that prepared it, and whether its pages use the real time."""

    options: str
    prepare: Callable[[BrowserContext], None] | None
    is_real_time: bool


class ContextPool:
    """The contexts of one browser, each with an empty page, which keeps the renderer alive."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: list[BrowserContext] = []  # the most recently returned context is last
        self._kinds: dict[BrowserContext, Kind] = {}
        self._empty: dict[BrowserContext, Page] = {}

    def new_page(
        self,
        prepare: Callable[[BrowserContext], None] | None = None,
        *,
        viewport: ViewportSize | None = None,
        **options: Any,
    ) -> Page:
        """Return a new page in a context from ``take``. A different page size doesn't need a different context."""
        page = self.take(prepare, **options).new_page()
        if viewport:
            page.set_viewport_size(viewport)
        return page

    def take(
        self, prepare: Callable[[BrowserContext], None] | None = None, *, is_real_time: bool = True, **options: Any
    ) -> BrowserContext:
        """Return a context with these options of ``Browser.new_context``.

        ``prepare`` is called with each new context; if it sets a clock, pass ``is_real_time=False``. A context that
        allows service workers is used only once, because they outlive their pages.
        """
        kind = Kind(json.dumps(options, sort_keys=True), prepare, is_real_time)
        free = next((context for context in self._free if self._kinds[context] == kind), None)
        if free:
            self._free.remove(free)
            return free
        context = self._browser.new_context(**options)
        if prepare:
            prepare(context)
        if options.get("service_workers") != "allow":
            self._kinds[context] = kind
            self._empty[context] = page = context.new_page()
            page.goto(disk_site().empty)  # on the same site as the tests' pages, so that they share its renderer
        return context

    def give_back(self, context: BrowserContext) -> None:
        """Clean a context for its next test, or close it if it was created by a test or permanently changed."""
        if context in self._free:
            return
        kind, empty = self._kinds.get(context), self._empty.get(context)
        if kind and empty and kind.is_real_time == empty.evaluate(HAS_REAL_TIME):
            _clean(context, empty)
            self._free.append(context)
        else:
            self._close(context)
        while len(self._free) > MOST:
            self._close(self._free.pop(0))

    def _close(self, context: BrowserContext) -> None:
        self._kinds.pop(context, None)
        self._empty.pop(context, None)
        context.close()


def _clean(context: BrowserContext, empty: Page) -> None:
    """Remove cookies, storage, and all pages except the empty one."""
    origins = set()
    for page in context.pages:
        if page != empty:
            origins.add("{0.scheme}://{0.netloc}".format(urlsplit(page.url)))
            page.close()
    session = context.new_cdp_session(empty)
    for origin in origins:
        if origin.startswith("http"):
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    session.detach()
    context.clear_cookies()
    context.set_offline(offline=False)


@cache
def pool_of(browser: Browser) -> ContextPool:
    """Return the browser's context pool. Every browser has exactly one."""
    return ContextPool(browser)
