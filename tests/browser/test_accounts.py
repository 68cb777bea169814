"""Accounts in a browser: email, codes, passkeys, devices, guests and closing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from playwright.sync_api import Browser, Page, expect

from tests.browser.accessible import check_page
from tests.browser.user import PASSWORD, BrowserUser, click_and_navigate
from tests.servers import Server, Site

NEW_PASSWORD = "five words are even better"


@pytest.fixture(scope="module")
def mail(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder for the site's emails."""
    return tmp_path_factory.mktemp("mail")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, mail: Path) -> Iterator[Server]:
    """A site that sends emails and supports external accounts."""
    keys = {"RONDA_SOCIAL_GITHUB_ID": "id", "RONDA_SOCIAL_GITHUB_SECRET": "secret"}
    with Server(Site(tmp_path_factory.mktemp("site"), EMAIL_URL=f"filemail:///{mail}", **keys)) as server:
        yield server


@pytest.fixture(scope="module")
def plain_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A site without email, where a name and a password are enough to sign up."""
    with Server(Site(tmp_path_factory.mktemp("plain"))) as server:
        yield server


@pytest.fixture
def someone(request: pytest.FixtureRequest, browser: Browser, plain_site: Server) -> Iterator[BrowserUser]:
    """A new user on the plain site, with a different name for each test."""
    yield from _new_person(browser, plain_site, f"p{abs(hash(request.node.name)) % 10**8}")


def _new_person(browser: Browser, server: Server, name: str) -> Iterator[BrowserUser]:
    # Passkeys belong to a host name, not to an IP address.
    person = BrowserUser(browser, server.url.replace("127.0.0.1", "localhost"), name)
    person.page.goto("/accounts/signup/")
    person.sign_up()
    yield person
    person.close()
    assert person.problems == []
    assert server.complaints() == []


def press(page: Page, name: str) -> None:
    """Submit the form that has this button."""
    click_and_navigate(page.locator("main").get_by_role("button", name=name))


def follow(page: Page, name: str) -> None:
    click_and_navigate(page.locator("main").get_by_role("link", name=name, exact=True).first)


def sign_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    press(page, "Sign out")


def sign_in(page: Page, name: str, password: str = PASSWORD) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Name or email").fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    click_and_navigate(page.locator("main").get_by_role("button", name="Sign in", exact=True))


def confirm_password(page: Page) -> None:
    """Reauthenticate with the password."""
    expect(page.get_by_role("heading", name="Confirm it’s you")).to_be_visible()
    check_page(page)
    page.locator("main [type=password]").fill(PASSWORD)
    press(page, "Confirm")


def signed_in_as(page: Page, name: str) -> None:
    expect(page.locator(".menu-button")).to_have_text(name)


def at_the_table(person: BrowserUser) -> None:
    """Wait until the user's own seat is shown in a running match."""
    person.page.wait_for_url("**/t/*/")
    expect(person.page.locator("#board")).not_to_have_attribute("aria-busy", "true")
    person.until(lambda state: (state["status"], state["me"] is None) == ("running", False))


def last_mail(folder: Path) -> str:
    """Return the last email that the site sent."""
    newest = max(folder.iterdir(), key=lambda file: file.stat().st_mtime_ns)
    return newest.read_text().rsplit("Subject:", 1)[1]


def code_in(text: str) -> str:
    """Return the code from an email. The code is on a line of its own."""
    found = re.search(r"^([A-Z0-9]{3,}(?:-[A-Z0-9]+)*)\s*$", text, re.MULTILINE)
    assert found, text
    return found.group(1)


def enter_mailed_code(page: Page, mail: Path) -> None:
    """Confirm an email address with the code that was just sent to it."""
    page.get_by_label("Code").fill(code_in(last_mail(mail)))
    press(page, "Confirm")


def sign_up_with_email(page: Page, mail: Path) -> None:
    """Sign up as naima with an email address, and confirm it."""
    page.goto("/accounts/signup/")
    expect(page.get_by_role("link", name="Continue with GitHub")).to_be_visible()
    check_page(page)
    page.get_by_label("Name", exact=True).fill("naima")
    page.get_by_label("Email").fill("naima@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    press(page, "Sign up")
    expect(page.get_by_text("naima@example.org").first).to_be_visible()
    check_page(page)
    enter_mailed_code(page, mail)
    signed_in_as(page, "naima")


def change_email(page: Page, mail: Path) -> None:
    """Change naima's email address; check that the new one replaces the old one."""
    page.goto("/accounts/email/")
    check_page(page)
    page.get_by_label("New address").fill("naima@example.net")
    press(page, "Change address")
    confirm_password(page)
    enter_mailed_code(page, mail)
    page.goto("/accounts/email/")
    expect(page.get_by_text("naima@example.net")).to_be_visible()
    expect(page.get_by_text("naima@example.org")).to_have_count(0)


def request_reset(page: Page) -> None:
    """Ask for a link to reset naima's password."""
    page.goto("/accounts/password/reset/")
    check_page(page)
    page.get_by_label("Email").fill("naima@example.net")
    press(page, "Send link")
    expect(page.get_by_role("heading", name="Reset password")).to_be_visible()
    check_page(page)


def reset_password(page: Page, mail: Path) -> None:
    """Open the link in the last email, and choose a new password."""
    page.goto(re.search(r"https?://\S+/password/reset/key/\S+", last_mail(mail)).group())
    check_page(page)
    for label in ("New Password", "New Password (again)"):
        page.get_by_label(label, exact=True).fill(NEW_PASSWORD)
    press(page, "Change password")
    expect(page.get_by_text("Your password has been changed")).to_be_visible()
    check_page(page)


def test_signing_up_with_an_email_code_and_resetting_the_password_by_email(
    browser: Browser, site: Server, mail: Path
) -> None:
    person = BrowserUser(browser, site.url, "naima")
    page = person.page
    sign_up_with_email(page, mail)
    change_email(page, mail)

    page.goto("/accounts/3rdparty/")
    check_page(page)
    sign_out(page)
    request_reset(page)
    reset_password(page, mail)
    sign_in(page, "naima@example.net", NEW_PASSWORD)
    signed_in_as(page, "naima")
    person.close()
    assert person.problems == []
    assert site.complaints() == []


def test_changing_a_password_requires_the_old_one(someone: BrowserUser) -> None:
    page = someone.page
    page.goto("/accounts/password/change/")
    check_page(page)
    page.get_by_label("Current Password").fill(PASSWORD)
    for label in ("New Password", "New Password (again)"):
        page.get_by_label(label, exact=True).fill(NEW_PASSWORD)
    press(page, "Change password")
    expect(page.locator(".message--success")).to_be_visible()
    sign_out(page)
    sign_in(page, someone.name)
    expect(page.locator(".errorlist")).to_be_visible()
    check_page(page)
    sign_in(page, someone.name, NEW_PASSWORD)
    signed_in_as(page, someone.name)


def app_code(page: Page, secret: str, later: int = 0) -> str:
    """Return the code that the authenticator app shows according to the browser's clock.

    Each code works only once. To get a new one without waiting, skip ahead by ``later`` codes.
    """
    return format_hotp_value(hotp_value(secret, int(page.evaluate("Date.now() / 30000")) + later))


def enter_code(page: Page, code: str) -> None:
    """Answer the request for a second factor at sign-in."""
    page.get_by_label("Code").fill(code)
    press(page, "Sign in")


def set_up_app(page: Page) -> tuple[str, list[str]]:
    """Turn on the authenticator app; return its secret key and the recovery codes."""
    page.goto("/accounts/2fa/")
    check_page(page)
    follow(page, "Set up")
    confirm_password(page)
    check_page(page)
    secret = page.get_by_label("Secret key").input_value()
    page.get_by_label("Code from your app").fill(app_code(page, secret))
    press(page, "Turn on")
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    check_page(page)
    recovery = page.locator(".codes li").all_inner_texts()
    assert len(recovery) == 10
    return secret, recovery


def replace_recovery_codes(page: Page, old: list[str]) -> None:
    """Generate new recovery codes; check that none of the old ones remains."""
    page.goto("/accounts/2fa/recovery-codes/generate/")
    if page.get_by_role("heading", name="Confirm it’s you").is_visible():
        confirm_password(page)
    check_page(page)
    press(page, "Generate new codes")
    expect(page.locator(".codes li")).to_have_count(10)
    assert set(page.locator(".codes li").all_inner_texts()).isdisjoint(old)


def turn_off_app(page: Page) -> None:
    """Turn off the authenticator app; check that it can be set up again."""
    page.goto("/accounts/2fa/totp/deactivate/")
    check_page(page)
    press(page, "Turn off")
    expect(page.get_by_role("link", name="Set up")).to_be_visible()


def test_an_app_code_is_required_and_a_recovery_code_replaces_it(someone: BrowserUser) -> None:
    page = someone.page
    secret, recovery = set_up_app(page)
    page.goto("/accounts/2fa/")
    check_page(page)

    sign_out(page)
    sign_in(page, someone.name)
    expect(page.get_by_role("heading", name="Two-factor authentication")).to_be_visible()
    check_page(page)
    enter_code(page, recovery[0])
    signed_in_as(page, someone.name)

    sign_out(page)
    sign_in(page, someone.name)
    enter_code(page, recovery[0])
    expect(page.locator(".errorlist")).to_be_visible()  # each code works once
    enter_code(page, app_code(page, secret, later=1))
    signed_in_as(page, someone.name)

    replace_recovery_codes(page, recovery)
    turn_off_app(page)


def attach_passkey_device(person: BrowserUser) -> None:
    """Give the browser a virtual authenticator that approves every request."""
    devices = person.context.new_cdp_session(person.page)
    devices.send("WebAuthn.enable")
    kind = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    kind |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": kind})


def add_passkey(page: Page) -> None:
    """Add a passkey that signs in without a password."""
    page.goto("/accounts/2fa/")
    follow(page, "Add a passkey")
    confirm_password(page)
    check_page(page)
    page.get_by_label("Name", exact=True).fill("This laptop")
    page.get_by_label("Sign in without a password").check()
    press(page, "Add")
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    page.goto("/accounts/2fa/webauthn/")
    expect(page.get_by_text("This laptop")).to_be_visible()
    expect(page.get_by_text("passwordless")).to_be_visible()
    check_page(page)


def confirm_with_passkey(page: Page) -> None:
    """Reauthenticate with the passkey if the page asks for it."""
    if page.get_by_role("heading", name="Confirm it’s you").is_visible():
        check_page(page)
        follow(page, "Use a security key")
        check_page(page)
        press(page, "Use a passkey or security key")


def rename_passkey(page: Page) -> None:
    """Rename the passkey, which may require reauthentication."""
    page.goto("/accounts/2fa/webauthn/")
    follow(page, "Rename")
    confirm_with_passkey(page)
    check_page(page)
    page.get_by_label("Name", exact=True).fill("Old laptop")
    press(page, "Save")
    expect(page.get_by_text("Old laptop")).to_be_visible()


def remove_passkey(page: Page) -> None:
    """Remove the only passkey from the list of passkeys."""
    follow(page, "Remove")
    check_page(page)
    press(page, "Remove")
    expect(page.get_by_text("You have no passkeys or security keys yet.")).to_be_visible()


def test_a_passkey_signs_in_alone_or_after_a_password(someone: BrowserUser) -> None:
    page = someone.page
    attach_passkey_device(someone)
    add_passkey(page)

    sign_out(page)
    page.goto("/accounts/login/")
    check_page(page)
    press(page, "Sign in with a passkey")
    signed_in_as(page, someone.name)

    sign_out(page)
    sign_in(page, someone.name)
    check_page(page)
    press(page, "Use a passkey or security key")
    signed_in_as(page, someone.name)

    rename_passkey(page)
    remove_passkey(page)


def test_signing_out_on_all_other_devices(browser: Browser, someone: BrowserUser) -> None:
    other = BrowserUser(browser, someone.site, someone.name)
    sign_in(other.page, someone.name)
    signed_in_as(other.page, someone.name)
    page = someone.page
    page.goto("/accounts/sessions/")
    expect(page.locator(".plain-list li")).to_have_count(2)
    expect(page.get_by_text("this device")).to_have_count(1)
    check_page(page)
    press(page, "Sign out everywhere else")
    expect(page.get_by_text("You’re not signed in anywhere else.")).to_be_visible()
    expect(other.page.get_by_role("link", name="Sign in")).to_be_visible()  # its socket tells it to reload
    other.close()
    assert other.problems == []


def play_as_guest(person: BrowserUser) -> None:
    """Start a match against a bot from the front page."""
    press(person.page, "Play a bot now")
    at_the_table(person)


def end_match(page: Page) -> str:
    """Resign or abort the match, and return its code."""
    page.get_by_role("button", name=re.compile("^(Resign|Abort)$")).click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^(Resign|Abort)$")).click()
    expect(page.locator(".panel--end")).to_be_visible()
    return page.url.rstrip("/").rsplit("/", 1)[1]


def check_guest_chat(page: Page) -> None:
    """Check that a guest has quick phrases to send, but no field to write in."""
    page.get_by_role("button", name="Show chat").click()  # folded in a match against a bot
    page.get_by_role("button", name="Good luck!").click()
    expect(page.locator(".chat__line")).to_contain_text(["Good luck!"])
    expect(page.get_by_text("Guests can only use quick phrases here.")).to_be_visible()
    expect(page.get_by_label("Write a message")).to_have_count(0)
    check_page(page)


def check_guest_pages(page: Page) -> None:
    """Check the pages that differ for guests, and leave the sign-up page open."""
    page.goto("/")
    expect(page.locator(".menu-button")).to_have_text(re.compile(r"Guest \d+"))
    check_page(page)
    for address in ("/settings/", "/accounts/logout/", "/accounts/login/"):
        page.goto(address)
        check_page(page)
    page.goto("/accounts/signup/")
    expect(page.get_by_text("You’ll keep your matches")).to_be_visible()
    check_page(page)


def test_a_guest_plays_at_once_and_keeps_the_match_when_signing_up(browser: Browser, plain_site: Server) -> None:
    person = BrowserUser(browser, plain_site.url, "hasna")
    page = person.page
    page.goto("/")
    check_page(page)
    play_as_guest(person)
    ended = end_match(page)

    page.goto("/")
    play_as_guest(person)
    table = page.url
    check_guest_chat(page)
    check_guest_pages(page)

    person.sign_up()
    page.goto(table)
    at_the_table(person)
    expect(page.get_by_label("Write a message")).to_be_visible()
    page.goto("/players/hasna/matches/")
    expect(page.locator(f"a[href='/matches/{ended}/replay/']")).to_be_visible()
    person.close()
    assert person.problems == []


def test_the_page_explains_what_closing_an_account_means_before_it_is_closed(someone: BrowserUser) -> None:
    page = someone.page
    page.goto("/settings/")
    check_page(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download my data").click()
    assert download.value.suggested_filename == "ronda.zip"
    follow(page, "Close account…")
    check_page(page)
    page.get_by_label("I understand that this can’t be undone.").check()
    press(page, "Close my account permanently")
    confirm_password(page)
    expect(page.get_by_role("heading", name="Your account has been closed")).to_be_visible()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    check_page(page)
    sign_in(page, someone.name)
    expect(page.locator(".errorlist")).to_be_visible()


@pytest.mark.parametrize("address", ["inactive/", "3rdparty/login/cancelled/", "3rdparty/login/error/"])
def test_rarely_seen_pages_have_the_sites_own_design(browser: Browser, site: Server, address: str) -> None:
    person = BrowserUser(browser, site.url, "somebody")
    person.page.goto(f"/accounts/{address}")
    expect(person.page.locator(".site-header")).to_be_visible()
    check_page(person.page)
    person.close()
