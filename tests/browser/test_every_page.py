"""Every kind of page opens in a browser without a console error, failed request or policy violation.

No text is clipped, overlaps or leaves the screen, and axe finds no violation. Players open all pages on a phone in
dark mode, in Arabic and in the language with the longest texts, and on a desktop in light mode, in English. Strangers
open only the account pages, and superusers only the admin, because players and moderators see the other pages.
tests/views/test_crawl.py follows every link for every role.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

import pytest
from django.utils.translation import get_language_info
from playwright.sync_api import Browser, Page

from tests.browser.accessible import WAYS, use, violations
from tests.browser.board_pages import boxes
from tests.browser.crawler import crawl_as
from tests.browser.text_faults import text_faults
from tests.servers import Server

PHONE, DESKTOP = WAYS
FEWEST = {"stranger": 3, "guest": 25, "player": 40, "superuser": 35}  # the minimum number of pages that a crawl opens
STARTS = {"stranger": ["/", "/accounts/login/"], "superuser": ["/admin/"]}
WITHIN = {"stranger": "/accounts/", "superuser": "/admin/"}


class Crawl(NamedTuple):
    """How pages are opened: the role, the language, the colour schemes and widths, and whether axe checks them."""

    role: str
    language: str
    ways: Iterable[tuple[Literal["dark", "light"], int]]
    has_axe: bool

    def __str__(self) -> str:
        return f"{self.role}-{self.language}"


CRAWLS = [
    Crawl("player", "fr", [PHONE], has_axe=False),
    Crawl("player", "ar", [PHONE], has_axe=True),
    Crawl("player", "en", [DESKTOP], has_axe=True),
    Crawl("stranger", "ar", WAYS, has_axe=True),
    Crawl("superuser", "ar", [DESKTOP], has_axe=True),
    Crawl("superuser", "fr", [PHONE], has_axe=False),
]


class Measurer:
    """Examines the pages of a crawl; ``found`` lists the problems."""

    def __init__(self, crawl: Crawl) -> None:
        self.crawl = crawl
        self.direction = "rtl" if get_language_info(crawl.language)["bidi"] else "ltr"
        self.found: list[str] = []
        self._ways = list(crawl.ways)

    def look_at(self, page: Page) -> None:
        root = page.evaluate("[document.documentElement.lang, document.documentElement.dir]")
        if root != [self.crawl.language, self.direction]:
            self.found.append(f"{page.url}: lang and dir are {root}")
        is_table = page.locator(".felt").count() > 0
        self._ways.reverse()  # start with the last page's final settings: each change takes time
        for scheme, width in self._ways:
            use(page, scheme, width)
            if is_table:  # cards and seats are fitted in several steps
                boxes(page, ".seat__head", ".seat__count", ".board__spot")
            self.found += [f"{page.url}, {width} px: {fault}" for fault in text_faults(page, width)]
            if self.crawl.has_axe:
                self.found += [f"{page.url}, {scheme}, {width} px: {violation}" for violation in violations(page)]


@pytest.mark.parametrize("crawl", CRAWLS, ids=str)
def test_no_text_is_clipped_or_overlaps(crawl: Crawl, browser: Browser, site: Server, crawled: dict[str, Any]) -> None:
    measurer, role = Measurer(crawl), crawl.role
    person, opened = crawl_as(
        role,
        browser,
        site,
        crawled,
        measurer.look_at,
        crawl.language,
        starts=STARTS.get(role),
        within=WITHIN.get(role, "/"),
    )
    assert person.problems == []
    assert site.complaints() == []
    assert measurer.found == []
    assert len(opened) >= FEWEST[role], opened


def test_every_page_opens_for_a_guest_without_an_error(browser: Browser, site: Server, crawled: dict[str, Any]) -> None:
    person, opened = crawl_as("guest", browser, site, crawled, lambda _page: None)
    assert person.problems == []
    assert site.complaints() == []
    assert len(opened) >= FEWEST["guest"], opened
