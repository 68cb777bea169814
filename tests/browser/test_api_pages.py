"""Creating, using and revoking API tokens in a browser, and the API page."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.accessible import check_page
from tests.browser.user import PASSWORD, BrowserUser, OpenWindow


def ask(person: BrowserUser, address: str, secret: str = "") -> tuple[int, Any]:
    """Send an API request from this user's browser; return the status and the JSON."""
    headers = {"Authorization": f"Bearer {secret}"} if secret else {}
    answer = person.context.request.get(f"/api/v1{address}", headers=headers)
    return answer.status, answer.json()


def test_a_token_is_created_used_and_revoked(open_window: OpenWindow) -> None:
    person = open_window("yasmina")
    page = person.page
    page.goto("/accounts/signup/")
    person.sign_up()
    page.goto("/settings/")
    page.get_by_role("navigation", name="Your account").get_by_role("link", name="API tokens").click()
    page.wait_for_url("**/settings/tokens/")
    check_page(page)
    page.get_by_role("link", name="Create a token").click()
    expect(page.get_by_role("heading", name="Confirm it’s you")).to_be_visible()
    page.locator("main [type=password]").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Confirm").click()
    page.wait_for_url("**/settings/tokens/new/")
    check_page(page)
    page.get_by_label("Name").fill("my chart")
    page.get_by_role("button", name="Create token").click()
    secret = page.locator(".secret").inner_text()
    check_page(page)
    assert ask(person, "/account", secret)[1]["name"] == "yasmina"
    assert ask(person, "/account")[0] == 401  # cookies do not authenticate API requests

    page.get_by_role("link", name="I’ve copied it").click()
    page.wait_for_url("**/settings/tokens/")
    expect(page.get_by_text("Last used")).to_be_visible()
    check_page(page)
    page.get_by_role("link", name="Revoke").click()
    page.wait_for_url("**/revoke/")
    check_page(page)
    page.get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("has been revoked")).to_be_visible()
    assert ask(person, "/account", secret)[0] == 401


def test_the_api_page_is_public(open_window: OpenWindow) -> None:
    person = open_window()
    page = person.page
    page.goto("/")
    page.get_by_role("contentinfo").get_by_role("link", name="API", exact=True).click()
    page.wait_for_url("**/api/")
    operation = page.locator("details", has=page.get_by_text("/api/v1/matches/{code}", exact=True))
    operation.locator("summary").click()
    operation.get_by_role("link", name="MatchOut").click()
    expect(page.get_by_text("clock gives seconds and increment")).to_be_visible()  # where the type is described
    check_page(page)
    page.get_by_role("region", name="Documentation").get_by_role("link", name="Bots", exact=True).click()
    page.wait_for_url("**/docs/bots/")
    page.get_by_role("link", name="protocol.md").first.click()
    page.wait_for_url("**/docs/protocol/")
    page.goto("/api/")
    page.get_by_role("link", name="OpenAPI schema").click()
    page.wait_for_url("**/openapi.json")
    assert ask(person, "/matches?limit=3") == (200, {"items": [], "next": None})
