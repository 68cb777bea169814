"""A bot account in a browser: it is created, given a token, challenged, and marked at its seat."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.api_client import example_bot
from tests.browser.accessible import check_page
from tests.browser.user import PASSWORD, BrowserUser, OpenWindow
from tests.servers import Server, Site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(Site(tmp_path_factory.mktemp("site"))) as server:
        yield server


def make_bot(person: BrowserUser) -> str:
    """Create a bot for this user, and return its token."""
    page = person.page
    page.goto("/settings/tokens/")
    check_page(page)
    page.get_by_role("link", name="Create a bot").click()
    page.wait_for_url("**/settings/bots/new/")
    page.get_by_label("Name").fill(person.name)
    page.get_by_role("button", name="Create bot").click()
    expect(page.get_by_text("already exists")).to_be_visible()
    check_page(page)
    page.get_by_label("Name").fill("Zerda")
    page.get_by_role("button", name="Create bot").click()
    page.wait_for_url("**/settings/tokens/")
    expect(page.get_by_text("has no token yet")).to_be_visible()
    check_page(page)
    page.get_by_role("link", name="Create a token Zerda").click()
    page.wait_for_url("**/token/")
    check_page(page)
    page.get_by_label("Name").fill("at home")
    page.get_by_role("button", name="Create token").click()
    expect(page.get_by_role("heading", name="Confirm it’s you")).to_be_visible()
    page.locator("main [type=password]").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Confirm").click()  # the request takes effect at once
    secret = page.locator(".secret").inner_text()
    check_page(page)
    return secret


def test_a_bot_is_created_challenged_and_marked_at_its_seat(open_window: OpenWindow, site: Server) -> None:
    amina, badr = open_window("yasmina"), open_window("badr")
    for person in (amina, badr):
        person.page.goto("/accounts/signup/")
        person.sign_up()
    with example_bot(site, make_bot(amina)):
        page = badr.page
        page.goto("/players/zerda/")
        expect(page.get_by_text("A bot run by")).to_be_visible()
        check_page(page)
        page.locator("main").get_by_role("link", name="Play", exact=True).click()
        page.wait_for_url("**/tables/new/?with=Zerda")
        expect(page.get_by_label("Who can join")).to_have_value("invited")  # this makes the match casual
        page.get_by_role("button", name="Open table").click()
        page.wait_for_url("**/t/*/")
        expect(page.locator(".mark", has_text="bot")).to_be_visible()  # the match starts when the bot accepts
        check_page(page)
    amina.page.goto("/settings/tokens/")
    check_page(amina.page)
    amina.page.wait_for_load_state("networkidle")
    amina.page.get_by_role("link", name="Close… Zerda").click()
    amina.page.wait_for_url("**/close/")
    check_page(amina.page)
    amina.page.get_by_role("button", name="Close permanently").click()
    expect(amina.page.get_by_text("Zerda is closed.")).to_be_visible()
    badr.until(lambda state: state["status"] != "running")
