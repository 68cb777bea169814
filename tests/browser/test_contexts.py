"""The contexts that browser tests share, and the errors that their windows record."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.browser.contexts import ContextPool
from tests.browser.disk_site import disk_site
from tests.browser.user import BrowserUser

LEAVE = """() => {
    document.cookie = "name=amina";
    localStorage.name = sessionStorage.name = "amina";
}"""
FIND = "[document.cookie, localStorage.name ?? '', sessionStorage.name ?? '']"


def open_page(page: Page) -> Page:
    page.goto(disk_site().put("<!doctype html>"))
    return page


def test_nothing_of_one_test_is_left_for_the_next(browser: Browser) -> None:
    pool = ContextPool(browser)
    context = pool.take(locale="en-GB")
    page = open_page(context.new_page())
    page.evaluate(LEAVE)
    assert page.evaluate(FIND) == ["name=amina", "amina", "amina"]
    context.set_offline(offline=True)
    pool.give_back(context)
    assert pool.take(locale="en-GB") == context
    assert page.is_closed()
    assert open_page(context.new_page()).evaluate(FIND) == ["", "", ""]
    context.close()


def test_a_test_gets_no_context_with_other_options_or_a_clock(browser: Browser) -> None:
    pool = ContextPool(browser)
    french = pool.take(locale="fr-FR")
    pool.give_back(french)
    english = pool.take(locale="en-GB")
    assert english != french
    open_page(english.new_page()).clock.install(time=0)
    pool.give_back(english)
    assert pool.take(locale="en-GB") != english


def test_a_window_records_every_request_that_fails(browser: Browser) -> None:
    person = BrowserUser(browser, disk_site().empty.rpartition("/page/")[0], "visitor")
    page = open_page(person.page)
    assert page.evaluate("fetch('/no-file/').then(({ status }) => status)") == 404
    page.evaluate("document.body.append(Object.assign(new Image(), { src: '/no-picture/' }))")
    expect(page.locator("img")).to_have_js_property("complete", value=True)
    page.goto("/no-page/")
    for name in ("/no-file/", "/no-picture/", "/no-page/"):
        assert any("404" in problem and name in problem for problem in person.problems), (name, person.problems)
    person.close()
