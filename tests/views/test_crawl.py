"""For every role, all addresses that pages link to exist, and all pages escape ampersands. See tests/crawl.py."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker

from tests.crawl import Crawler
from tests.crawl_site import ROLES, CrawlSite, make_site

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

# Intended refusals, by URL route.
DUMPS = ("matches/records.jsonl", "players/<name:name>/records.jsonl")
MEANT = {route: {429} for route in DUMPS}  # limited to one every 30 seconds: they read many matches

RAW_AMPERSAND = re.compile(r"&(?!#?\w+;)[^<]{0,40}")


@pytest.fixture(scope="module")
def site(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[CrawlSite]:
    """One site that all tests in this module share. It is rolled back after the last one."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield make_site()
        transaction.set_rollback(True)


@pytest.mark.parametrize("role", ROLES)
def test_no_link_is_broken_and_no_ampersand_is_raw(role: str, site: CrawlSite) -> None:
    raw: dict[str, str] = {}

    def check(address: str, html: str) -> None:
        if found := RAW_AMPERSAND.search(html):
            raw[address] = found[0]

    crawler = Crawler(site, role, MEANT, on_page=check)
    crawler.crawl()
    assert [str(fault) for fault in crawler.faults] == []
    assert raw == {}
