"""Push notifications: turning them on and off, and what the service worker does with them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessible import check_page
from tests.browser.user import BrowserUser, OpenWindow, wait_until
from tests.push_service import VAPID_KEY, Browser
from tests.servers import Server, Site

FAKE = Browser("https://fcm.googleapis.com/wp/a-fake")

# A headless browser has no push service. Everything but the subscription itself is real.
FAKE_SERVICE = """
    const KEY = "test.subscription";
    const [{ endpoint }, keys] = %s;
    const subscription = () => localStorage.getItem(KEY) && {
        endpoint,
        options: { applicationServerKey: null },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => { localStorage.removeItem(KEY); return true; },
    };
    PushManager.prototype.getSubscription = async () => subscription();
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
        if (!userVisibleOnly || applicationServerKey.length !== 87) throw new Error("wrong options");
        localStorage.setItem(KEY, "yes");
        return subscription();
    };
"""
PERMISSION = """
    window.asked = 0;
    const permission = () => localStorage.getItem("test.permission") ?? "default";
    Object.defineProperty(Notification, "permission", { get: permission });
    Notification.requestPermission = async () => {
        window.asked += 1;
        localStorage.setItem("test.permission", "granted");
        return "granted";
    };
"""
SWITCH = "Show notifications in this browser"
RECORD = """() => {
    self.shown = [];
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
        shown.push({ title, ...options });
    };
}"""
# Without a real click, the browser would neither open a window nor focus one.
CLICK = """async (url) => {
    const called = [];
    clients.openWindow = async (path) => { called.push(`open ${path}`); };
    WindowClient.prototype.focus = async function () { called.push(`focus ${new URL(this.url).pathname}`); };
    const event = new ExtendableEvent("notificationclick");
    event.notification = { data: { url }, close: () => called.push("close") };
    let done;
    event.waitUntil = (work) => { done = work; };
    dispatchEvent(event);
    await done;
    return called;
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A site that sends push notifications."""
    settings = {"RONDA_VAPID_PRIVATE_KEY": VAPID_KEY, "RONDA_CONTACT": "cards@example.org"}
    with Server(Site(tmp_path_factory.mktemp("site"), **settings)) as server:
        yield server


@pytest.fixture
def sign_in_with_push(sign_in: OpenWindow) -> OpenWindow:
    """A function that opens a window for a user whose browser has a push service."""

    def open_window(who: dict[str, Any], **options: Any) -> BrowserUser:
        person = sign_in(who, service_workers="allow", **options)
        keys = {name: FAKE.form[name] for name in ("p256dh", "auth")}
        person.context.add_init_script(FAKE_SERVICE % json.dumps([{"endpoint": FAKE.endpoint}, keys]))
        person.context.add_init_script(PERMISSION)
        return person

    return open_window


def test_the_settings_turn_notifications_on_and_off(sign_in_with_push: OpenWindow, site: Server) -> None:
    who = site.site.call("players", ["laila"])[0]
    page = sign_in_with_push(who).page
    page.goto("/settings/")
    switch = page.get_by_label(SWITCH)
    expect(switch).not_to_be_checked()
    expect(page.locator("#notify-help")).to_have_text("Your browser will ask for permission.")
    assert page.evaluate("asked") == 0
    with page.expect_navigation():  # the page reloads
        switch.check()
    expect(switch).to_be_checked()
    expect(page.locator("#notify-help")).to_have_text("Notifications are on.")
    device = page.locator("#notifications .plain-list > li")
    expect(device.locator(".badge")).to_have_text("this device")
    assert site.site.call("push_devices", who["id"]) == [FAKE.endpoint]
    check_page(page)
    with page.expect_navigation():
        switch.uncheck()
    expect(switch).not_to_be_checked()
    expect(device).to_have_count(0)
    assert site.site.call("push_devices", who["id"]) == []
    assert page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.pushManager.getSubscription())") is None


def test_removing_this_device_from_the_list_turns_it_off(sign_in_with_push: OpenWindow, site: Server) -> None:
    who = site.site.call("players", ["anouar"])[0]
    site.site.call("add_push_device", who["id"], "en", Browser("https://fcm.googleapis.com/wp/another").facts)
    page = sign_in_with_push(who).page
    page.goto("/settings/")
    expect(page.get_by_label(SWITCH)).not_to_be_checked()
    with page.expect_navigation():
        page.get_by_label(SWITCH).check()
    items = page.locator("#notifications .plain-list > li")
    expect(items).to_have_count(2)
    expect(items.filter(has=page.locator(".badge:visible"))).to_have_count(1)
    with page.expect_navigation():
        items.filter(has=page.locator(".badge:visible")).get_by_role("button").click()
    expect(page.get_by_label(SWITCH)).not_to_be_checked()
    expect(items).to_have_count(1)
    with page.expect_navigation():
        items.get_by_role("button").click()
    assert site.site.call("push_devices", who["id"]) == []


def test_a_browser_that_blocks_or_lacks_notifications_is_told_what_to_do(
    sign_in_with_push: OpenWindow, site: Server
) -> None:
    blocked, without = (sign_in_with_push(who) for who in site.site.call("players", ["karim", "malika"]))
    blocked.context.add_init_script("localStorage.setItem('test.permission', 'denied')")
    blocked.page.goto("/settings/")
    expect(blocked.page.locator("#notify-help")).to_contain_text("Your browser blocks notifications")
    expect(blocked.page.get_by_label(SWITCH)).not_to_be_checked()
    without.context.add_init_script("delete window.Notification")
    without.page.goto("/settings/")
    expect(without.page.locator("#notify-help")).to_have_text("This browser can’t show notifications.")
    expect(without.page.get_by_label(SWITCH)).to_be_disabled()


def test_a_refusal_of_the_server_is_shown(sign_in_with_push: OpenWindow, site: Server) -> None:
    person = sign_in_with_push(site.site.call("players", ["samira"])[0])
    page = person.page
    page.route(
        "**/settings/push/", lambda route: _refuse(route) if route.request.method == "POST" else route.continue_()
    )
    page.goto("/settings/")
    page.get_by_label(SWITCH).click()
    expect(page.locator("#notify-help")).to_have_text("This browser isn’t supported.")
    expect(page.get_by_label(SWITCH)).not_to_be_checked()
    person.problems.clear()  # the browser reports the refusal


def _refuse(route: Any) -> None:
    route.fulfill(status=400, json={"message": "This browser isn’t supported."})


def test_a_match_with_days_per_move_offers_them(sign_in_with_push: OpenWindow, site: Server) -> None:
    match = site.site.call("started_match", 2, "3d", "offered")
    one, other = match["players"]
    page = sign_in_with_push(one).page
    page.goto(f"/t/{match['code']}/")
    offer = page.locator("#push-offer")
    expect(offer).to_be_visible()
    offer.get_by_role("button", name="Turn on").click()
    expect(page.locator("#toast")).to_have_text("Notifications are on.")
    expect(offer).to_be_hidden()
    assert site.site.call("push_devices", one["id"]) == [FAKE.endpoint]
    page = sign_in_with_push(other).page
    page.goto(f"/t/{match['code']}/")
    offer = page.locator("#push-offer")
    offer.get_by_role("button", name="No, thanks").click()
    expect(offer).to_be_hidden()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-line", "open")
    expect(offer).to_be_hidden()
    assert site.site.call("push_devices", other["id"]) == []


def test_a_live_match_offers_none(sign_in_with_push: OpenWindow, site: Server) -> None:
    match = site.site.call("started_match", 2, "600+5", "live")
    page = sign_in_with_push(match["players"][0]).page
    page.goto(f"/t/{match['code']}/")
    expect(page.locator("html")).to_have_attribute("data-line", "open")
    expect(page.locator("#push-offer")).to_have_count(0)


class Worker:
    """A window's service worker, as the browser's push service sees it. Its notifications are recorded, not shown."""

    def __init__(self, person: BrowserUser) -> None:
        self.page = person.page
        self.origin = person.site
        self.page.goto("/")
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.worker = person.context.service_workers[0]
        self.worker.evaluate(RECORD)
        self._devtools = person.context.new_cdp_session(self.page)
        self._registrations: list[dict[str, Any]] = []
        self._devtools.on(
            "ServiceWorker.workerRegistrationUpdated", lambda told: self._registrations.extend(told["registrations"])
        )
        self._devtools.send("ServiceWorker.enable")
        wait_until(self.page, lambda: self._registrations)

    def push(self, **note: str) -> None:
        told = {"origin": self.origin, "registrationId": self._registrations[0]["registrationId"]}
        self._devtools.send("ServiceWorker.deliverPushMessage", {**told, "data": json.dumps(note)})

    def shown(self, count: int) -> list[dict[str, Any]]:
        """Wait until at least this many notifications have been shown, and return all of them."""
        wait_until(self.page, lambda: self.worker.evaluate("shown.length") >= count)
        found: list[dict[str, Any]] = self.worker.evaluate("shown")
        return found

    def click(self, path: str) -> list[str]:
        """Click a notification that links to this path, and return the service worker's actions."""
        found: list[str] = self.worker.evaluate(CLICK, path)
        return found


def note(url: str, body: str, kind: str = "turn", **others: str) -> dict[str, str]:
    return {"kind": kind, "title": "Moroccan Ronda", "body": body, "url": url, "lang": "en", "dir": "ltr", **others}


def leave(page: Page) -> None:
    """Close the only page of the site in this window."""
    page.goto("about:blank")


def test_the_service_worker_shows_what_is_pushed(sign_in_as: OpenWindow) -> None:
    person = sign_in_as("houda", service_workers="allow")
    worker = Worker(person)
    leave(person.page)
    worker.push(**note("/t/aaaa/", "It’s your turn against badr."))
    worker.push(**note("/t/bbbb/", "دورك ضد badr.", lang="ar", dir="rtl"))
    first, second = sorted(worker.shown(2), key=lambda shown: shown["tag"])
    assert (first["title"], first["body"]) == ("Moroccan Ronda", "It’s your turn against badr.")
    assert (first["lang"], first["dir"], first["data"]) == ("en", "ltr", {"url": "/t/aaaa/"})
    assert first["tag"] == "/t/aaaa/", "a later notification about the match replaces this one"
    assert first["icon"].endswith(".png")
    assert (second["lang"], second["dir"], second["body"]) == ("ar", "rtl", "دورك ضد badr.")


def test_a_click_opens_the_table_or_focuses_its_page(sign_in_as: OpenWindow) -> None:
    person = sign_in_as("imane", service_workers="allow")
    worker = Worker(person)
    assert worker.click("/rules/") == ["close", "open /rules/"]
    person.page.goto("/rules/")
    assert worker.click("/rules/") == ["close", "focus /rules/"]


def test_nothing_is_shown_while_the_reader_sees_a_page_that_tells_it(sign_in_as: OpenWindow) -> None:
    worker = Worker(sign_in_as("nabil", service_workers="allow"))
    worker.push(**note("/t/aaaa/", "It’s your turn."))
    worker.push(**note("/", "The end of a match at the table that is open.", kind="end"))
    worker.push(**note("/t/bbbb/", "The end of another match.", kind="end"))
    assert [shown["tag"] for shown in worker.shown(1)] == ["/t/bbbb/"]


def test_a_subscription_that_the_browser_renews_is_replaced(sign_in: OpenWindow, site: Server) -> None:
    who = site.site.call("players", ["omar"])[0]
    old = Browser("https://fcm.googleapis.com/wp/old")
    site.site.call("add_push_device", who["id"], "en", old.facts)
    worker = Worker(sign_in(who, service_workers="allow"))
    new = Browser("https://fcm.googleapis.com/wp/new").form
    worker.worker.evaluate(
        """async ([oldEndpoint, { endpoint, ...keys }]) => {
            const event = new ExtendableEvent("pushsubscriptionchange");
            event.oldSubscription = { endpoint: oldEndpoint };
            event.newSubscription = { toJSON: () => ({ endpoint, keys }) };
            let done;
            event.waitUntil = (work) => { done = work; };
            dispatchEvent(event);
            await done;
        }""",
        [old.endpoint, new],
    )
    assert site.site.call("push_devices", who["id"]) == [new["endpoint"]]
