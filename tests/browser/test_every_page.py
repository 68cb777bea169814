"""Every kind of page, opened in a browser by every role: no console error, failed request or policy violation.

For players it is opened in every language, for strangers in two, on a dark phone and on a light desktop: no text is
clipped, overlaps or leaves the screen, and in one language axe finds no violation. Superusers open the admin only, in
which moderators see a part of the same pages.
tests/views/test_crawl.py follows every link.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import get_language_info
from playwright.sync_api import Browser, Page

from tests.browser.accessible import WAYS, use, violations
from tests.browser.board_pages import boxes
from tests.browser.crawler import crawl_as
from tests.browser.text_faults import text_faults
from tests.servers import Server

FEWEST = {"stranger": 20, "guest": 25, "player": 40, "moderator": 60, "superuser": 35}  # pages of a crawl that works
WITHIN = {"superuser": "/admin/"}
CHECKED = "ar"  # the language in which accessibility is checked: it differs most from English, in which stories run
LANGUAGES = [code for code, _name in settings.LANGUAGES]
# Players see almost all that strangers see, and most of the admin's texts are Django's own. French has the longest
# texts, Arabic the other direction.
CRAWLS = [
    *product(["player"], LANGUAGES),
    *product(["stranger", "superuser"], ["fr", CHECKED]),
]


class Measurer:
    """Looks at pages in one language; ``found`` are the problems."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.is_bidi = bool(get_language_info(language)["bidi"])
        self.found: list[str] = []
        self._ways = list(WAYS)

    def look_at(self, page: Page) -> None:
        root = page.evaluate("[document.documentElement.lang, document.documentElement.dir]")
        if root != [self.language, "rtl" if self.is_bidi else "ltr"]:
            self.found.append(f"{page.url}: lang and dir are {root}")
        is_table = page.locator(".felt").count() > 0
        self._ways.reverse()  # begin as the last page ended: each change takes time
        for scheme, width in self._ways:
            use(page, scheme, width)
            if is_table:  # cards and seats are fitted in several steps
                boxes(page, ".seat__head", ".seat__count", ".board__spot")
            self.found += [f"{page.url}, {width} px: {fault}" for fault in text_faults(page, width)]
            if self.language == CHECKED:
                self.found += [f"{page.url}, {scheme}, {width} px: {violation}" for violation in violations(page)]


@pytest.mark.parametrize(("role", "language"), CRAWLS)
def test_no_text_is_clipped_or_overlaps(
    role: str, language: str, browser: Browser, site: Server, crawled: dict[str, Any]
) -> None:
    measurer = Measurer(language)
    person, opened = crawl_as(role, browser, site, crawled, measurer.look_at, language, within=WITHIN.get(role, "/"))
    assert person.problems == []
    assert site.complaints() == []
    assert measurer.found == []
    assert len(opened) >= FEWEST[role], opened


@pytest.mark.parametrize("role", sorted(FEWEST.keys() - {role for role, _language in CRAWLS}))
def test_every_page_opens_without_an_error(role: str, browser: Browser, site: Server, crawled: dict[str, Any]) -> None:
    person, opened = crawl_as(role, browser, site, crawled, lambda _page: None)
    assert person.problems == []
    assert site.complaints() == []
    assert len(opened) >= FEWEST[role], opened
