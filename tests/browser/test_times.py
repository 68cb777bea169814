"""Times are shown in one format, in the reader's time zone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board_pages import new_page  # noqa: F401  a fixture
from tests.browser.disk_site import disk_site

PAGE = """<!doctype html><html lang="{language}"><body>
<time data-local datetime="2026-06-05T23:05:00+00:00">as the server wrote it</time>
<script type="module" src="/static/js/site/local_times.js"></script></body></html>"""
MONTHS = {"en": "6 Jun 2026, 00:05", "fr": "6 juin 2026, 00:05", "es": "6 jun 2026, 00:05", "ar": "6 يونيو 2026، 00:05"}


@pytest.mark.parametrize("language", MONTHS)
def test_a_time_is_that_of_the_readers_zone_in_the_format_of_the_site(
    new_page: Callable[..., Page], language: str
) -> None:
    page = new_page(locale="de-DE", timezone_id="Africa/Casablanca")
    page.goto(disk_site().put(PAGE.replace("{language}", language)))
    expect(page.locator("time")).to_have_text(MONTHS[language])


def test_the_chat_uses_the_same_time_of_day(new_page: Callable[..., Page]) -> None:
    page = new_page(locale="en-US", timezone_id="Africa/Casablanca")
    page.goto(disk_site().put(PAGE.replace("{language}", "en")))
    text = page.evaluate("""async () => {
        const { timeOfDay } = await import("/static/js/lib/times.js");
        return timeOfDay(new Date("2026-06-05T23:05:00Z"));
    }""")
    assert text == "00:05"
