"""Scripts format lists as the page's language does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.board_pages import new_page  # noqa: F401  a fixture
from tests.browser.disk_site import disk_site

LISTS = {
    "en": ["amina & badr", "7, 5"],
    "fr": ["amina et badr", "7 et 5"],
    "es": ["amina y badr", "7 y 5"],
    "ar": ["\u2068amina\u2069 و\u2068badr\u2069", "\u20687\u2069 و\u20685\u2069"],
}


@pytest.mark.parametrize("language", LISTS)
def test_a_list_is_written_as_in_the_language_of_the_page(new_page: Callable[..., Page], language: str) -> None:
    page = new_page()
    direction = "rtl" if language == "ar" else "ltr"
    page.goto(disk_site().put(f'<!doctype html><html lang="{language}" dir="{direction}"></html>'))
    made = page.evaluate("""async () => {
        const { listing } = await import("/static/js/lib/sentence.js");
        return [listing(["amina", "badr"], "conjunction", "short"), listing([7, 5].map(String), "unit")];
    }""")
    assert made == LISTS[language]
