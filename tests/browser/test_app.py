"""Without a connection, the installed app shows a page that says so. The app stores nothing private."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.accessible import check_page
from tests.browser.user import OpenWindow

READY = "async () => Boolean((await navigator.serviceWorker.ready).active)"
KEPT = """async () => {
    const names = await caches.keys();
    const caches_ = await Promise.all(names.map((name) => caches.open(name)));
    const requests = (await Promise.all(caches_.map((cache) => cache.keys()))).flat();
    return requests.map(({ url }) => new URL(url).pathname);
}"""


def test_without_a_connection_a_page_says_so_and_no_other_page_is_kept(sign_in_as: OpenWindow) -> None:
    reader = sign_in_as("houda", service_workers="allow")
    page = reader.page
    page.goto("/")
    assert page.evaluate(READY)
    page.goto("/settings/")
    page.goto("/rules/moroccan/")
    kept = page.evaluate(KEPT)
    assert "/offline/en/" in kept
    assert all(path == "/offline/en/" or path.startswith("/static/") for path in kept), kept
    reader.context.set_offline(True)
    page.goto("/settings/")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    assert "houda" not in page.content()
    check_page(page)
    reader.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")
    reader.problems.clear()  # the browser reports every request that failed offline


def test_installing_is_offered_only_when_the_browser_can(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("imane").page
    page.goto("/")
    install = page.get_by_role("button", name="Install Ronda as an app")
    expect(install).to_be_hidden()
    page.evaluate("""() => {
        const offer = new Event("beforeinstallprompt", { cancelable: true });
        offer.prompt = async () => { window.prompted = true; };
        dispatchEvent(offer);
    }""")
    install.click()
    expect(install).to_be_hidden()
    assert page.evaluate("window.prompted")
