"""Open one page of each kind in a browser by following links."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from django.conf import settings
from django.urls import ResolverMatch, resolve
from django.utils import translation
from playwright.sync_api import Browser, Page, expect

from tests.browser.user import BrowserUser, click_and_navigate
from tests.crawl_site import PASSWORD
from tests.servers import Server

NAMES = {"player": "crawler0", "superuser": "boss"}
BY_MATCH = {"table"}  # these pages look different in every state of a match
ALIKE = ("add", "delete", "history")  # the admin shows these pages the same way for every model
LINKS = """() => [...document.querySelectorAll("a[href]:not([download])")].map((link) => link.href)"""


def kind_of(address: str) -> str:
    """Return the kind of a page: its URL pattern or, for a table, its address."""
    path = unquote(urlsplit(address).path)
    language = translation.get_language_from_path(path)  # a page is of the same kind in all languages
    with translation.override(language):
        match: ResolverMatch = resolve(path)
    if match.view_name in BY_MATCH:
        return address
    last = str(match.url_name).rpartition("_")[2]
    return f"admin {last}" if match.namespace == "admin" and last in ALIKE else match.route.removeprefix(f"{language}/")


class BrowserCrawler:
    """Follows links to open one page of each kind, and calls ``look`` with each page.

    Only links to pages below the path ``within`` are followed, regardless of their language.
    """

    def __init__(self, person: BrowserUser, look: Callable[[Page], None], within: str) -> None:
        self.person = person
        self.opened: list[str] = []
        self._look = look
        self._within = within
        self._waiting: deque[str] = deque()
        self._kinds: set[str] = set()

    def crawl(self, starts: list[str]) -> None:
        self._waiting.extend(starts)
        self._kinds.update(map(kind_of, starts))
        while self._waiting:
            self._open(self._waiting.popleft())

    def _queue(self, link: str) -> None:
        parts = urlsplit(urljoin(self.person.site, link))
        if f"{parts.scheme}://{parts.netloc}" != self.person.site or PurePosixPath(parts.path).suffix:
            return  # another site, or a file
        language = translation.get_language_from_path(parts.path)
        if not parts.path.removeprefix(f"/{language}").startswith(self._within):
            return
        kind = kind_of(parts.path)
        if kind not in self._kinds:
            self._kinds.add(kind)
            self._waiting.append(parts.path + (f"?{parts.query}" if parts.query else ""))

    def _open(self, address: str) -> None:
        page = self.person.page
        page.goto(address)
        expect(page.locator(".is-offline")).to_have_count(0)  # pages with a socket: wait until it is open
        self.opened.append(address)
        for link in page.evaluate(LINKS):
            self._queue(link)
        self._look(page)


def crawl_as(
    role: str,
    browser: Browser,
    server: Server,
    crawled: dict[str, Any],
    look: Callable[[Page], None],
    language: str = "",
    *,
    starts: list[str] | None = None,
    within: str = "/",
) -> tuple[BrowserUser, list[str]]:
    """Open one page of every kind as a user with this role. Return the closed window and the opened addresses.

    The crawl begins at the addresses in ``starts`` or, by default, at the home page and at every match. It follows only
    links to pages below the path ``within``. The default language is English. ``crawled`` is the result of
    ``site_tool.crawl_site``.
    """
    person = BrowserUser(browser, server.url, NAMES.get(role, role))
    if role == "guest":
        person.context.add_cookies([{"name": "sessionid", "value": crawled["guest"]["cookie"], "url": server.url}])
    elif role != "stranger":
        sign_in(person)
    if language:
        person.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": server.url}])
    crawler = BrowserCrawler(person, look, within)
    crawler.crawl(starts or ["/", *(f"/t/{code}/" for code in crawled["codes"])])
    person.close()
    return person, crawler.opened


def sign_in(person: BrowserUser) -> None:
    """Log in with the form, so that even pages that require a recent login can be opened."""
    page = person.page
    page.goto("/accounts/login/")
    form = page.locator("form", has=page.locator("[name=password]"))
    form.locator("[name=login]").fill(person.name)
    form.locator("[name=password]").fill(PASSWORD)
    click_and_navigate(form.get_by_role("button", name="Sign in", exact=True))
