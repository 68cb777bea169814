"""Every page of the site, opened in a browser by every role: no console error, failed request or policy violation.

tests/views/test_crawl.py follows every link; this test opens one page of each URL pattern and runs its scripts.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.page_crawler import BrowserCrawler, sign_in
from tests.browser.user import BrowserUser
from tests.crawl_site import ROLES
from tests.servers import Server

NAMES = {"player": "crawler0", "moderator": "judge", "superuser": "boss"}
FEWEST = {
    "stranger": 20,
    "guest": 25,
    "player": 40,
    "moderator": 60,
    "superuser": 70,
}  # pages; fewer would mean a broken crawl


@pytest.mark.parametrize("role", ROLES)
def test_every_page_opens_without_an_error(role: str, browser: Browser, site: Server, crawled: dict[str, Any]) -> None:
    person = BrowserUser(browser, site.url, NAMES.get(role, role))
    if role == "guest":
        person.context.add_cookies([{"name": "sessionid", "value": crawled["guest"]["cookie"], "url": site.url}])
    elif role != "stranger":
        sign_in(person)
    crawler = BrowserCrawler(person)
    staff = ["/admin/"] if role in {"moderator", "superuser"} else []
    crawler.crawl(["/", *(f"/t/{code}/" for code in crawled["codes"]), *staff])
    person.context.close()
    assert person.problems == []
    assert site.complaints() == []
    assert len(crawler.opened) >= FEWEST[role], crawler.opened
