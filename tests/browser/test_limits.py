"""The page that a user sees when they are rate limited."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.accessible import check_page
from tests.servers import Server, Site

FORMS_A_MINUTE = 20
SEND = """fetch(location.href, {method: "POST", body: new FormData(document.querySelector("main form"))})
    .then((answer) => answer.status)"""


def test_the_429_page_has_the_sites_own_design(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    with Server(Site(tmp_path_factory.mktemp("limits"))) as server:
        page = browser.new_page(base_url=server.url)
        page.goto("/accounts/signup/")
        assert [page.evaluate(SEND) for _form in range(FORMS_A_MINUTE)] == [200] * FORMS_A_MINUTE
        page.get_by_label("Name").fill("amina")
        page.get_by_label("Password").fill("seven of oros 7")
        page.get_by_role("main").get_by_role("button", name="Sign up").click()
        expect(page.get_by_role("heading", name="Too many attempts")).to_be_visible()
        check_page(page)
        page.close()
