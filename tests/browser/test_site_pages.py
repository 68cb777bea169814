"""The pages about the site, the page of a result, and the choice of an avatar."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.accessible import check_page
from tests.browser.user import BrowserUser, OpenWindow, click_and_navigate
from tests.servers import Server


@pytest.mark.parametrize("path", ["/help/", "/conduct/", "/privacy/", "/about/", "/"])
def test_a_page_for_visitors_is_accessible_at_every_width(browser: Browser, site: Server, path: str) -> None:
    visitor = BrowserUser(browser, site.url, "visitor")
    visitor.page.goto(path)
    check_page(visitor.page)
    visitor.page.evaluate("document.documentElement.dir = 'rtl'")
    visitor.page.set_viewport_size({"width": 320, "height": 700})
    visitor.page.wait_for_function("document.documentElement.scrollWidth <= 320")
    visitor.context.close()
    assert visitor.problems == []


def test_a_result_shows_its_course_and_is_shared(site: Server, sign_in: OpenWindow) -> None:
    played: dict[str, Any] = site.site.call("finished_matches", ["samira", "yassir"], {"target": 15}, 1)
    reader = sign_in(played["players"][0], permissions=["clipboard-read", "clipboard-write"])
    page = reader.page
    page.goto("/players/samira/matches/")
    click_and_navigate(page.get_by_role("link", name="Result").first)
    expect(page.get_by_role("img", name="Score after each deal. samira: ")).to_be_visible()
    check_page(page)
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    with page.expect_download() as download:
        page.get_by_role("link", name="Picture").click()
    assert download.value.suggested_filename.endswith(".png")


def test_an_avatar_is_chosen_by_keyboard_and_shown_at_the_table(sign_in_as: OpenWindow) -> None:
    reader = sign_in_as("ikram")
    page = reader.page
    page.goto("/settings/")
    chosen = page.locator("#avatar")
    chosen.get_by_role("radio", name="Star", exact=True).check()
    page.keyboard.press("ArrowRight")
    chosen.get_by_role("radio", name="Plum").check()
    expect(chosen.locator("svg.avatar--plum")).to_have_count(13)  # all patterns, and this colour
    check_page(page)
    click_and_navigate(chosen.get_by_role("button", name="Save"))
    page.goto("/")
    click_and_navigate(page.get_by_role("button", name="Play now"))
    own = page.locator("svg.seat__avatar.avatar--plum use")
    expect(own).to_have_attribute("href", re.compile("#rosette$"))
    portrait = page.locator("img.seat__avatar")
    expect(portrait).to_have_attribute("src", re.compile("sota"))
    assert portrait.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
