"""The pages about the site, the result page, and choosing an avatar."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.browser.accessible import check_page, wait_until_it_fits
from tests.browser.board_pages import boxes, measure
from tests.browser.user import OpenWindow, click_and_navigate
from tests.servers import Server


@pytest.mark.parametrize("path", ["/help/", "/conduct/", "/privacy/", "/about/", "/"])
def test_a_page_for_visitors_is_accessible_at_every_width(open_window: OpenWindow, path: str) -> None:
    visitor = open_window()
    visitor.page.goto(path)
    check_page(visitor.page)
    visitor.page.evaluate("document.documentElement.dir = 'rtl'")
    visitor.page.set_viewport_size({"width": 320, "height": 700})
    wait_until_it_fits(visitor.page, 320)


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_navigation_stays_in_one_line_on_a_phone(open_window: OpenWindow, language: str) -> None:
    page = open_window(has_touch=True, is_mobile=True).page  # whose letters are a little wider
    page.goto("/rules/" if language == "en" else f"/{language}/rules/")
    for width in (320, 360, 390, 430):
        page.set_viewport_size({"width": width, "height": 700})
        links = measure(page, {"links": ".site-nav a"})["links"]
        assert len({link["y"] for link in links}) == len({link["height"] for link in links}) == 1
        assert min(link["x"] for link in links) >= 0
        assert max(link["x"] + link["width"] for link in links) <= width
        assert min(link[side] for link in links for side in ("width", "height")) >= 44


def test_on_a_phone_each_row_of_the_privacy_table_is_a_card_and_still_a_row(open_window: OpenWindow) -> None:
    page = open_window(viewport={"width": 390, "height": 844}).page
    page.goto("/privacy/")
    table = page.get_by_role("table").first
    (cells,) = boxes(page, ".table-wrap--cards tbody :is(th, td)")
    assert min(cell["width"] for cell in cells) > 290
    row = table.get_by_role("row").nth(1)
    expect(row.get_by_role("cell")).to_have_count(2)
    expect(row.get_by_role("rowheader")).to_have_count(1)
    expect(table.get_by_role("columnheader")).to_have_text(["What", "Why", "How long"])
    label = row.get_by_role("cell").first.evaluate("cell => getComputedStyle(cell, '::before').content")
    assert label.startswith('"Why"')


# What doesn't fit in the header: a part that overlaps another, leaves the screen, or takes two lines.
HEADER_FAULTS = """() => {
    const mark = document.querySelector(".for-you [data-waiting]"); // it may lie on the bell, above its hidden words
    if (mark) mark.hidden = true;
    const width = document.documentElement.clientWidth;
    const faults = document.documentElement.scrollWidth > width ? ["the page is wider than the screen"] : [];
    const parts = [...document.querySelectorAll(".brand, .site-nav a, .for-you, .site-header .button, .menu-button")];
    const boxes = parts.filter((part) => part.checkVisibility()).map((part) => [part, part.getBoundingClientRect()]);
    for (const [index, [part, box]] of boxes.entries()) {
        const text = part.textContent.trim();
        if (box.left < 0 || box.right > width) faults.push(`${text} leaves the screen`);
        const range = document.createRange();
        range.selectNodeContents(part);
        const words = [...range.getClientRects()].filter((line) => line.width > 2 && line.height < 40);
        if (Math.max(...words.map((line) => line.top)) > Math.min(...words.map((line) => line.bottom)))
            faults.push(`${text} has two lines`);
        for (const [other, its] of boxes.slice(index + 1))
            if (box.left < its.right - 1 && its.left < box.right - 1
                && box.top < its.bottom - 1 && its.top < box.bottom - 1)
                faults.push(`${text} touches ${other.textContent.trim()}`);
    }
    const account = document.querySelector(".menu-button, .site-sign-in").getBoundingClientRect();
    const brand = document.querySelector(".brand").getBoundingClientRect();
    if (account.top > brand.bottom) faults.push("the account is below the name of the site");
    if (!mark) return faults;
    mark.textContent = "12";
    mark.hidden = false;
    const { left, right, top, bottom } = mark.getBoundingClientRect();
    for (const x of [left + 3, right - 3])
        if (!mark.contains(document.elementFromPoint(x, (top + bottom) / 2))) faults.push("something covers the count");
    if (document.documentElement.scrollWidth > width) faults.push("with a count, the page is wider than the screen");
    mark.hidden = true;
    return faults;
}"""


@pytest.mark.parametrize(
    ("language", "widths"),
    [("fr", (320, 360, 390, 640, 768, 1024, 1280)), ("ar", (320, 768, 1280))],  # the longest texts, and right to left
)
def test_the_header_fits_at_every_width(
    open_window: OpenWindow, sign_in_as: OpenWindow, language: str, widths: tuple[int, ...]
) -> None:
    player = sign_in_as(f"Abderrahmane_Elf_{language}", locale=language)
    guest, stranger = (open_window(name, locale=language) for name in ("guest", "stranger"))
    guest.page.goto("/")
    click_and_navigate(guest.page.locator(".play-now form[action='/play/bot/'] button"))
    table = guest.page.url
    found = []
    for reader in (player, guest, stranger):
        for address in ("/", table):
            reader.page.goto(address)
            for width in widths:
                reader.page.set_viewport_size({"width": width, "height": 844})
                boxes(reader.page, ".site-header", ".brand")
                if reader is stranger and address == "/":
                    expect(reader.page.locator(".site-sign-in a")).to_have_count(2)
                    expect(reader.page.locator(".site-sign-in__up")).to_be_visible()
                faults = reader.page.evaluate(HEADER_FAULTS)
                found += [f"{reader.name}, {address}, {width} px: {fault}" for fault in faults]
    assert found == []


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


DRAWN_SIZES = """() => [...document.querySelectorAll(".score-graph text, .story__axis")].map(text =>
    parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM?.().a ?? 1))"""


def test_the_axes_of_a_score_graph_are_named_and_legible(site: Server, open_window: OpenWindow) -> None:
    played: dict[str, Any] = site.site.call("finished_matches", ["naima", "rachid"], {"target": 41}, 1)
    page = open_window().page
    page.goto(f"/matches/{played['codes'][0]}/")
    expect(page.locator(".story__axis")).to_have_text(["Scores", "Deals"])
    for width in (320, 390, 640, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        page.locator(".score-graph").scroll_into_view_if_needed()
        sizes = page.evaluate(DRAWN_SIZES)
        assert min(sizes) >= 11, (width, sizes)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_an_avatar_is_chosen_by_keyboard_and_shown_at_the_table(sign_in_as: OpenWindow) -> None:
    reader = sign_in_as("ikram")
    page = reader.page
    page.goto("/settings/")
    chosen = page.locator("#avatar")
    for choose in (
        # Always choose another pattern or colour first, because a new account may already have the star or plum.
        chosen.locator("[name=pattern]:not(:checked, [value=star])").first.click,
        chosen.get_by_role("radio", name="Star", exact=True).check,
        lambda: page.keyboard.press("ArrowRight"),
        chosen.locator("[name=colour]:not(:checked, [value=plum])").first.click,
        chosen.get_by_role("radio", name="Plum").check,
    ):
        with page.expect_response("**/settings/avatar/"):
            choose()
        expect(chosen.get_by_role("status")).to_have_text("Avatar saved.")
    expect(chosen.locator("svg.avatar--plum")).to_have_count(25)  # all people and patterns, and this colour
    check_page(page)
    page.goto("/")
    click_and_navigate(page.get_by_role("button", name="Play now"))
    own = page.locator("svg.seat__avatar.avatar--plum use")
    expect(own).to_have_attribute("href", re.compile("#rosette$"))
    portrait = page.locator("img.seat__avatar")
    expect(portrait).to_have_attribute("src", re.compile("siete"))
    assert portrait.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")


INK = {"light": "rgb(28, 37, 49)", "dark": "rgb(238, 240, 234)"}  # --ink in base.css


def test_a_chosen_theme_is_shown_at_once_and_on_every_page(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("nora", color_scheme="light").page
    body = page.locator("body")
    page.goto("/settings/")
    expect(body).to_have_css("color", INK["light"])
    page.get_by_label("Theme").select_option("Dark")
    expect(body).to_have_css("color", INK["dark"])
    expect(page.get_by_text("Settings saved.")).to_be_visible()
    page.goto("/learn/")
    expect(body).to_have_css("color", INK["dark"])
    page.goto("/settings/")
    page.get_by_label("Theme").select_option("Same as device")
    expect(body).to_have_css("color", INK["light"])
    check_page(page)
