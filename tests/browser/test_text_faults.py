"""The check for texts that are clipped, overlap or leave the screen finds each of these faults."""

import pytest
from playwright.sync_api import Page

from tests.browser.board_pages import new_page  # noqa: F401  a fixture
from tests.browser.text_faults import text_faults

WIDTH = 400
FINE = """
    <p>A line<br>and another</p>
    <p style="inline-size: 3rem; overflow-x: auto; white-space: nowrap">a line that scrolls</p>
    <p class="visually-hidden" style="position: absolute; translate: 0 -2rem">for screen readers</p>
    <p>under <span style="position: absolute; translate: -2rem">a sign</span></p>
    <style>.large-area::after { content: ""; inset: 0 -2rem; position: absolute }</style>
    <button class="large-area" style="position: relative">easy to hit</button>
    <div style="block-size: 0.2rem; overflow: hidden"><p>cut off below</p></div><p>the next line</p>
    <p dir="rtl" lang="ar">نقاط \u2066+<bdi>3</bdi>\u2069، <bdi dir="ltr">−4</bdi></p>"""
FAULTS = {
    "the page is 900 px wide": '<p style="inline-size: 892px">A line</p>',
    "clipped: p. “a line that is hidden”": '<p style="inline-size: 3rem; overflow: hidden; white-space: nowrap">'
    "a line that is hidden</p>",
    "clipped: button.button “Send a message”": '<button class="button" style="inline-size: 4rem; white-space: nowrap">'
    "Send a message</button>",
    "outside: p. “a line far away”": '<p style="position: relative; inset-inline-start: -20rem">a line far away</p>',
    "overlap: p. “one line”, p. “another”": '<p style="block-size: 0; margin: 0">one line</p>'
    '<p style="margin: 0">another</p>',
    "a sign after its number: p. “نقاط: +3”": '<p dir="rtl" lang="ar">نقاط: +3</p>',
    "a sign after its number: bdi. “4”": '<p dir="rtl" lang="ar">نقاط \u200e−<bdi>4</bdi></p>',
    "overlap: div. “deep”, p. “another”": '<div style="block-size: 0"><ul><li><b>deep</b></li></ul></div>'
    '<p style="margin: 0">another</p>',
}


@pytest.fixture
def page(new_page) -> Page:
    page: Page = new_page(viewport={"width": WIDTH, "height": 300})
    return page


def test_texts_that_can_be_read_have_no_fault(page: Page) -> None:
    page.set_content(FINE)
    assert text_faults(page, WIDTH) == []


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_found(page: Page, fault: str) -> None:
    page.set_content(FINE + FAULTS[fault])
    assert fault in text_faults(page, WIDTH)
