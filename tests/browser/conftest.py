"""The Chromium that dev.py found, a site for each module, and logged-in users."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, expect, sync_playwright

from tests.browser.disk_site import DRAWS_NOTHING
from tests.browser.user import BrowserUser, OpenWindow
from tests.servers import Server, Site

expect.set_options(timeout=20_000)  # several times what a slow machine takes

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",  # saves one process for each browser, and a seventh of the work
    "--disable-background-networking",
    "--process-per-site",  # see contexts.py
    "--renderer-process-limit=1",  # per context; otherwise each new page starts another for its empty first document
    "--js-flags=--no-maglev,--no-opt",  # no page lives long enough to repay compiling optimised code
    "--host-resolver-rules=MAP ronda.test 127.0.0.1",  # an unencrypted host
]
# Without memory for pixels, pages have styles, layout and frames, but nothing is drawn. This saves a fifth of the work.
# The user agent mentions this, so that disk_site.py can leave out what would not be drawn.
DRAW_NOTHING = [
    "--force-gpu-mem-available-mb=0",
    f"--user-agent=Mozilla/5.0 (X11; Linux x86_64) Chrome/0 {DRAWS_NOTHING}",
]


@pytest.fixture(scope="session")
def launch() -> Iterator[Callable[..., Browser]]:
    """A function that starts the browser that ``dev.py test`` found, with additional arguments."""
    with sync_playwright() as tool:

        def start(*arguments: str) -> Browser:
            options: dict[str, Any] = {
                "executable_path": os.environ.get("RONDA_CHROMIUM"),
                "args": [*ARGUMENTS, *arguments],
            }
            try:
                return tool.chromium.launch(**options)
            except Error as error:
                # Very rarely, Chromium crashes before it can open a page. The tests that share it would all fail.
                print(f"Starting the browser again: {error.message}")
                return tool.chromium.launch(**options)

        yield start


@pytest.fixture(scope="session")
def browser(launch: Callable[..., Browser]) -> Iterator[Browser]:
    """A browser that draws nothing, for tests that do not look at pixels."""
    with launch(*DRAW_NOTHING) as browser:
        yield browser


@pytest.fixture(scope="session")
def drawing_browser(launch: Callable[..., Browser]) -> Iterator[Browser]:
    """A browser for screenshots."""
    with launch() as browser:
        yield browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(Site(tmp_path_factory.mktemp("site"))) as server:
        yield server


@pytest.fixture(scope="module")
def crawled(site: Server) -> dict[str, Any]:
    """Fill the site with content for every page (tests/crawl_site.py); return its match codes and a guest."""
    made: dict[str, Any] = site.site.call("crawl_site")
    return made


@pytest.fixture
def open_window(browser: Browser, site: Server) -> Iterator[OpenWindow]:
    """A function that opens a visitor's window. At the end, no window may have had any errors."""
    people: list[BrowserUser] = []

    def open_window(name: str = "visitor", **options: Any) -> BrowserUser:
        people.append(BrowserUser(browser, site.url, name, **options))
        return people[-1]

    yield open_window
    for person in people:
        person.close()
    assert [problem for person in people for problem in person.problems] == []
    assert site.complaints() == []


@pytest.fixture
def sign_in(open_window: OpenWindow, site: Server) -> OpenWindow:
    """A function that opens a window for a logged-in user whom ``site_tool`` has created."""

    def sign_in(who: dict[str, Any], **options: Any) -> BrowserUser:
        person = open_window(who["name"], **options)
        person.context.add_cookies([{"name": "sessionid", "value": who["cookie"], "url": site.url}])
        return person

    return sign_in


@pytest.fixture
def sign_in_as(sign_in: OpenWindow, site: Server) -> OpenWindow:
    """A function that creates a user and opens a window for them. Use each name only once per test module."""
    return lambda name, **options: sign_in(site.site.call("players", [name])[0], **options)


@pytest.fixture
def open_match(sign_in: OpenWindow) -> OpenWindow:
    """A function that opens a table for a user."""

    def open_match(who: dict[str, Any], code: str, **options: Any) -> BrowserUser:
        person = sign_in(who, **options)
        person.page.goto(f"/t/{code}/")
        expect(person.page.locator(".is-offline")).to_have_count(0)
        return person

    return open_match
