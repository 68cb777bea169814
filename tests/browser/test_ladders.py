"""Ladders and friends in a browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import check_accessible, check_page
from tests.browser.board_pages import boxes
from tests.browser.user import OpenWindow, click_and_navigate
from tests.servers import Server, Site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(Site(tmp_path_factory.mktemp("ladders"))) as server:
        server.site.call("large_site", 120, 200)
        yield server


def test_paging_through_a_ladder_and_finding_a_name(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("nadia").page
    page.goto("/ladder/moroccan/2/")
    expect(page.get_by_role("row")).to_have_count(51)
    page.get_by_role("link", name="Lower").click()
    expect(page.get_by_role("row").nth(1).get_by_role("cell").first).to_have_text("51")
    page.get_by_role("searchbox").fill("p7")
    page.get_by_role("searchbox").press("Enter")
    expect(page.get_by_role("row")).to_have_count(11)  # ten of p7 and p70 to p79
    page.get_by_role("row").nth(1).get_by_role("link", name="p7").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("p7")


@pytest.mark.parametrize("prefix", ["", "/fr", "/ar"])
@pytest.mark.parametrize(("width", "height", "rows"), [(390, 844, 5), (320, 568, 2), (844, 390, 1)])
def test_on_a_small_screen_a_button_opens_the_filters_and_the_first_rows_are_in_view(
    open_window: OpenWindow, prefix: str, width: int, height: int, rows: int
) -> None:
    viewport = {"width": width, "height": height}
    page = open_window(viewport=viewport, has_touch=True, java_script_enabled=False).page
    page.goto(f"{prefix}/ladder/moroccan/")
    expect(page.get_by_role("row").nth(rows)).to_be_in_viewport(ratio=1)
    tabs = page.locator("main .tabs a")
    expect(tabs.first).to_be_hidden()
    page.locator("main button").first.click()
    for tab in tabs.all():
        expect(tab).to_be_in_viewport(ratio=1)
        box = tab.bounding_box()
        assert box
        assert box["height"] >= 44
    click_and_navigate(page.locator("main .tabs a[href*='/4p/']"))
    expect(page.locator("main h2").first).to_contain_text("4")


def test_the_filters_of_a_ladder_are_accessible(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("hind", viewport={"width": 390, "height": 844}).page
    page.goto("/ladder/porrazo/more/?of=month")
    check_page(page)
    page.get_by_role("button", name="Porrazo · more players · This month").click()
    expect(page.get_by_role("link", name="Everyone")).to_be_visible()
    check_accessible(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.reload()
    expect(page.get_by_role("link", name="Everyone")).to_be_in_viewport()
    expect(page.locator(".ladder-choice")).to_be_hidden()


def test_following_a_player_and_opening_a_table_for_both(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("omar").page
    page.goto("/players/p30/")
    click_and_navigate(page.get_by_role("button", name="Follow"))
    expect(page.get_by_role("button", name="Unfollow")).to_be_visible()
    check_accessible(page)
    page.goto("/ladder/moroccan/2/?of=friends")
    expect(page.get_by_role("row")).to_have_count(2)
    page.goto("/players/omar/")
    check_accessible(page)
    page.get_by_role("link", name="Play p30").click()
    expect(page.get_by_label("Invite", exact=True)).to_have_value("p30")
    page.get_by_role("button", name="Open table").click()
    expect(page.locator("#seats")).to_contain_text("Waiting for")


def test_setting_a_country_joins_its_ladder(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("rachid").page
    page.goto("/ladder/moroccan/2/?of=country")
    click_and_navigate(page.locator("main").get_by_role("link", name="Open settings"))
    page.get_by_label("Country").select_option(label="Morocco")
    expect(page.get_by_text("Country saved.")).to_be_visible()
    page.goto("/ladder/moroccan/2/?of=country")
    expect(page.get_by_role("heading", level=2)).to_contain_text("Morocco")
    expect(page.get_by_role("row")).to_have_count(31)
    page.goto("/players/rachid/")
    expect(page.get_by_role("heading", level=1).get_by_role("img", name="Morocco")).to_be_visible()


def test_every_ladder_is_accessible(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("said").page
    for query in ("", "?of=month", "?of=friends", "?of=country&country=MA", "?of=bots", "?name=p1"):
        page.goto(f"/ladder/moroccan/2/{query}")
        check_page(page)


@pytest.mark.parametrize("prefix", ["", "/fr", "/es", "/ar"])
def test_the_longest_names_stay_beside_their_pictures(sign_in_as: OpenWindow, prefix: str) -> None:
    page = sign_in_as(f"tarik{prefix[1:]}").page
    page.goto(f"{prefix}/ladder/moroccan/2/")
    for name in page.locator(".ladder__words bdi").all()[:3]:
        name.evaluate("name => { name.textContent = 'Abdelmounaim_Benali1'; }")
    for width in (360, 390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        pictures, words = boxes(page, ".ladder .avatar", ".ladder__words")
        for picture, word in zip(pictures, words, strict=True):
            assert word["y"] < picture["y"] + picture["height"] / 2 < word["y"] + word["height"], (width, word)
            assert word["x"] >= picture["x"] + picture["width"] or word["x"] + word["width"] <= picture["x"]
        assert page.locator(".table-wrap").evaluate("area => area.scrollWidth <= area.clientWidth"), width
