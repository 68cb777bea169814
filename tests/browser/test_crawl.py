"""Every page of the site, opened in a browser by every role: no console error, failed request or policy violation.

tests/views/test_crawl.py follows every link; this test opens one page of each URL pattern and runs its scripts. Those
of visitors and players are opened by test_layout_languages.py, in every language.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.crawler import crawl_as
from tests.servers import Server

FEWEST = {"guest": 25, "moderator": 60, "superuser": 70}  # pages; fewer would mean a broken crawl


@pytest.mark.parametrize("role", FEWEST)
def test_every_page_opens_without_an_error(role: str, browser: Browser, site: Server, crawled: dict[str, Any]) -> None:
    person, opened = crawl_as(role, browser, site, crawled, lambda _page: None)
    assert person.problems == []
    assert site.complaints() == []
    assert len(opened) >= FEWEST[role], opened
