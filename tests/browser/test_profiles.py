"""Finished matches in a browser: profiles, histories, comments and shared links."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import check_page
from tests.browser.user import BrowserUser, OpenWindow, click_and_navigate
from tests.servers import Server


@pytest.fixture(scope="module")
def played(site: Server) -> dict[str, Any]:
    """The players Amina and Badr, and the codes of the three matches that they have played."""
    found: dict[str, Any] = site.site.call("finished_matches", ["amina", "badr"], {"target": 15}, 3)
    return found


@pytest.fixture
def amina(sign_in: OpenWindow, played: dict[str, Any]) -> BrowserUser:
    return sign_in(played["players"][0])


def test_a_profile_draws_ratings_and_links_to_all_matches(amina: BrowserUser) -> None:
    page = amina.page
    page.goto("/players/badr/")
    chart = page.get_by_role("img", name=re.compile("^From 1"))
    expect(chart.locator("canvas")).to_be_visible()
    expect(page.get_by_role("heading", name="Playing style")).to_be_visible()
    expect(page.locator(".tally dd").first).to_have_text("3")
    check_page(page)
    rows = page.locator(".latest tbody tr")
    rows.first.evaluate("row => Array.from({ length: 4 }, () => row.after(row.cloneNode(true)))")
    expect(rows.filter(visible=True)).to_have_count(7)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(rows.filter(visible=True)).to_have_count(5)  # the page of matches has them all
    click_and_navigate(page.get_by_role("link", name="Your matches against them"))
    expect(page.get_by_role("heading", level=1)).to_have_text("amina against badr")
    check_page(page)


def test_what_is_seldom_done_to_a_player_is_in_a_menu(amina: BrowserUser) -> None:
    page = amina.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/players/badr/")
    expect(page.get_by_role("button", name="Follow")).to_be_visible()
    mute = page.get_by_role("button", name="Mute")
    expect(mute).to_be_hidden()
    page.locator(".more > summary").press("Enter")
    expect(page.get_by_role("link", name="Report")).to_be_visible()
    check_page(page)
    click_and_navigate(mute)
    expect(page.get_by_text("muted", exact=True)).to_be_visible()
    page.locator(".more > summary").press("Enter")
    click_and_navigate(page.get_by_role("button", name="Unmute"))
    expect(page.get_by_text("muted", exact=True)).to_have_count(0)


def test_matches_are_filtered_and_downloaded(amina: BrowserUser, played: dict[str, Any]) -> None:
    page = amina.page
    page.goto("/matches/")
    check_page(page)
    page.get_by_text("Filter", exact=True).click()
    page.get_by_label("Rating").select_option("yes")
    page.get_by_label("Player").fill("Badr")
    click_and_navigate(page.get_by_role("button", name="Apply"))
    expect(page).to_have_url(re.compile(r"/players/badr/matches/\?rated=yes$"))
    expect(page.get_by_label("Rating")).to_have_value("yes")
    check_page(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download these records").click()
    records = [json.loads(line) for line in download.value.path().read_text().splitlines()]
    assert [record["players"] for record in records] == [["amina", "badr"]] * 3
    page.get_by_label("Rating").select_option("no")
    click_and_navigate(page.get_by_role("button", name="Apply"))
    expect(page.get_by_text("No matches found.")).to_be_visible()


def test_a_comment_is_written_and_reported(
    sign_in: OpenWindow, site: Server, amina: BrowserUser, played: dict[str, Any]
) -> None:
    address = f"/matches/{played['codes'][0]}/"
    amina.page.goto(address)
    amina.page.get_by_label("Your comment").fill("What a hand!")
    click_and_navigate(amina.page.get_by_role("button", name="Post comment"))
    expect(amina.page.locator(".comment")).to_contain_text("What a hand!")
    check_page(amina.page)
    badr = sign_in(played["players"][1])
    badr.page.goto(address)
    click_and_navigate(badr.page.locator(".comment").get_by_role("link", name="Report"))
    check_page(badr.page)
    badr.page.get_by_label("Reason").select_option("words")
    click_and_navigate(badr.page.get_by_role("button", name="Send report"))
    expect(badr.page.get_by_text("A moderator will review your report.")).to_be_visible()
    assert [report["whom"] for report in site.site.call("reports")] == ["amina"]


def test_a_link_to_a_move_shows_that_move_and_has_its_picture(amina: BrowserUser, played: dict[str, Any]) -> None:
    page = amina.page
    page.goto(f"/matches/{played['codes'][1]}/replay/?move=6&view=1")
    expect(page.locator("#where")).to_contain_text("Step 6 of")
    expect(page.locator("#seen-by")).to_have_value("1")
    check_page(page)
    address = page.locator("meta[property='og:image']").get_attribute("content")
    assert address
    size = page.evaluate(
        """async (address) => {
        const picture = new Image();
        picture.src = address;
        await picture.decode();
        return [picture.naturalWidth, picture.naturalHeight];
    }""",
        address,
    )
    assert size == [1200, 630]
