"""Signing up, logging in and logging out."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override

from accounts.models import User
from tests.accounts.sign_up import PASSWORD, sign_in, sign_up

pytestmark = pytest.mark.django_db


def test_a_name_and_a_password_suffice(client: Client) -> None:
    response = sign_up(client, "Asmae")
    assert (response.status_code, response["location"]) == (302, reverse("home"))
    amina = User.objects.get(is_bot=False)
    assert (amina.username, amina.email, amina.is_bot, amina.is_staff, amina.auto_call) == (
        "Asmae",
        "",
        False,
        False,
        False,
    )
    assert client.session["_auth_user_id"] == str(amina.pk)


def test_a_site_without_mail_asks_for_no_address_and_sends_nothing(client: Client) -> None:
    assert 'name="email"' not in client.get(reverse("account_signup")).text
    sign_up(client, "Asmae", email="amina@example.org")
    assert User.objects.get(username="Asmae").email == ""
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    client.post(reverse("account_email"), {"email": "amina@example.org", "action_add": ""})
    Client().post(reverse("account_reset_password"), {"email": "amina@example.org"})
    assert not EmailAddress.objects.exists()
    assert mail.outbox == []


def test_the_page_to_sign_in_says_what_to_do_without_the_password(client: Client, settings: Any) -> None:
    address = reverse("account_login")
    for page in (client.get(address).text, client.get(reverse("account_reset_password")).text):
        assert "Sign in with a passkey if you have one, or ask the person who runs this site" in page
    settings.RONDA_CONTACT = "help@example.org"
    for page in (client.get(address).text, client.get(reverse("account_reset_password")).text):
        assert 'Sign in with a passkey if you have one, or write to <a href="mailto:help@example.org">' in page
    settings.EMAIL_URL = "smtp://localhost"
    page = client.get(address).text
    assert page.count(f'href="{reverse("account_reset_password")}"') == page.count("Forgot your password?") == 1


@pytest.mark.parametrize("name", ["ab", "Admin", "no spaces", "bot_1"])
def test_an_invalid_name_is_refused_with_a_reason(client: Client, name: str) -> None:
    response = sign_up(client, name)
    assert response.status_code == 200
    assert "errorlist" in response.text
    assert not User.objects.filter(is_bot=False).exists()


def test_a_name_that_differs_only_in_case_is_taken(client: Client) -> None:
    User.objects.create_user("Asmae")
    assert "errorlist" in sign_up(client, "ASMAE").text


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
@pytest.mark.parametrize("as_guest", [False, True])
def test_a_taken_name_is_refused_in_the_words_of_the_site(client: Client, language: str, as_guest: bool) -> None:
    User.objects.create_user("Asmae")
    if as_guest:
        client.post(reverse("be_guest"))
    client.cookies["django_language"] = language
    with override(language):
        assert gettext("A player with that name already exists.") in sign_up(client, "asmae").text


@pytest.mark.parametrize("login", ["Asmae", "asmae", "AMINA@example.org"])
def test_users_log_in_by_name_or_address_regardless_of_case(client: Client, login: str) -> None:
    User.objects.create_user("Asmae", "amina@example.org", PASSWORD)
    assert sign_in(client, login).status_code == 302
    assert "_auth_user_id" in client.session


def test_logging_out_asks_for_confirmation(client: Client) -> None:
    sign_up(client, "Asmae")
    assert "<form" in client.get(reverse("account_logout")).text
    assert "_auth_user_id" in client.session


def test_guessing_a_password_is_locked_out_after_some_attempts(client: Client) -> None:
    sign_up(client, "Asmae")
    client.post(reverse("account_logout"))
    for _ in range(5):
        sign_in(client, "Asmae", "wrong")
    assert sign_in(client, "Asmae").status_code == 200  # even the correct password is refused for a while
    assert "_auth_user_id" not in client.session


def test_a_very_long_name_is_refused_before_the_lookup(client: Client) -> None:
    User.objects.create_user("Asmae", password=PASSWORD)
    answer = sign_in(client, "a" * 60_000)  # longer than any value SQLite can compare
    assert answer.status_code == 200
    assert "at most 254 characters" in answer.text


def test_nobody_can_log_in_as_a_bot(client: Client) -> None:
    bot = User.objects.create_bot("Hajja")
    assert not bot.has_usable_password()
    assert sign_in(client, "Hajja", "").status_code == 200
    bot.set_password(PASSWORD)  # this should never happen, and must give no access
    bot.save()
    sign_in(client, "Hajja")
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("page", ["account_login", "account_signup", "account_reset_password"])
def test_pages_for_visitors_open(client: Client, page: str) -> None:
    response = client.get(reverse(page))
    assert response.status_code == 200
    assert "site-header" in response.text


@pytest.mark.parametrize("page", ["account_change_password", "account_email", "account_logout"])
def test_pages_for_users_open(client: Client, page: str, settings: Any) -> None:
    sign_up(client, "Asmae")
    settings.EMAIL_URL = "smtp://mail.example"
    response = client.get(reverse(page))
    assert response.status_code == 200
    assert 'class="button' in response.text


@pytest.fixture
def mail_site(settings: Any) -> None:
    """A site that sends emails: it asks for an address and verifies it with a code."""
    settings.EMAIL_URL = "smtp://mail.example"
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]


@pytest.mark.usefixtures("mail_site")
def test_a_site_that_sends_mail_requires_and_verifies_an_address(client: Client) -> None:
    assert "errorlist" in sign_up(client, "Asmae").text
    sign_up(client, "Asmae", email="amina@example.org")
    assert "_auth_user_id" not in client.session
    other = Client()
    sign_in(other, "Asmae")
    assert "_auth_user_id" not in other.session


@pytest.mark.usefixtures("mail_site")
def test_users_from_before_the_site_sent_mail_can_still_log_in(client: Client) -> None:
    User.objects.create_user("Asmae", password=PASSWORD)
    sign_in(client, "Asmae")
    assert "_auth_user_id" in client.session


@pytest.mark.usefixtures("mail_site")
def test_a_mistyped_address_can_be_corrected_before_it_is_verified(client: Client) -> None:
    sign_up(client, "Asmae", email="amnia@example.org")
    page = reverse("account_email_verification_sent")
    assert "Different address" in client.get(page).text
    client.post(page, {"action": "change", "email": "amina@example.org"})
    assert mail.outbox[-1].to == ["amina@example.org"]


def test_two_simultaneous_sign_ups_with_one_name_get_a_clear_answer(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.create_user("Asmae")
    monkeypatch.setattr("accounts.adapter.AccountAdapter.clean_username", lambda self, name, shallow=False: name)
    page = client.post(reverse("account_signup"), {"username": "Asrnae", "password1": PASSWORD}, follow=True)
    assert "That name has just been taken." in page.text
    assert User.objects.filter(is_bot=False).count() == 1


def test_a_guest_who_loses_the_race_for_a_name_remains_a_guest(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.post(reverse("be_guest"))
    guest = User.objects.get(is_guest=True)
    User.objects.create_user("Asmae")
    with monkeypatch.context() as late:
        late.setattr("accounts.adapter.AccountAdapter.clean_username", lambda self, name, shallow=False: name)
        sign_up(client, "Asrnae")
    assert client.session["_auth_user_id"] == str(guest.pk)
    sign_up(client, "Badr")
    assert User.objects.get(username="Badr").pk == guest.pk


def test_signing_up_is_rate_limited_by_address(client: Client, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"signup": "2/h/ip"}
    codes = [sign_up(Client(), f"amina{letter}").status_code for letter in "abc"]
    assert codes == [302, 302, 429]
