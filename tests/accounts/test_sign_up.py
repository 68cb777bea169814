"""Signing up, logging in and logging out."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.password_validation import (
    CommonPasswordValidator,
    MinimumLengthValidator,
    UserAttributeSimilarityValidator,
    get_default_password_validators,
    password_validators_help_texts,
)
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from accounts.models import User

pytestmark = pytest.mark.django_db
PASSWORD = "seven of oros 7"


def sign_up(client: Client, name: str, **fields: str) -> Any:
    return client.post(reverse("account_signup"), {"username": name, "password1": PASSWORD, **fields})


def sign_in(client: Client, login: str, password: str = PASSWORD) -> Any:
    return client.post(reverse("account_login"), {"login": login, "password": password})


def test_a_name_and_a_password_suffice(client: Client) -> None:
    response = sign_up(client, "Amina")
    assert (response.status_code, response["location"]) == (302, reverse("home"))
    amina = User.objects.get(is_bot=False)
    assert (amina.username, amina.email, amina.is_bot, amina.is_staff, amina.auto_call) == (
        "Amina",
        "",
        False,
        False,
        False,
    )
    assert client.session["_auth_user_id"] == str(amina.pk)


def test_a_site_without_mail_asks_for_no_address_and_sends_nothing(client: Client) -> None:
    assert 'name="email"' not in client.get(reverse("account_signup")).text
    sign_up(client, "Amina", email="amina@example.org")
    assert User.objects.get(username="Amina").email == ""
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    client.post(reverse("account_email"), {"email": "amina@example.org", "action_add": ""})
    Client().post(reverse("account_reset_password"), {"email": "amina@example.org"})
    assert not EmailAddress.objects.exists()
    assert mail.outbox == []


def test_the_page_to_sign_in_says_what_to_do_without_the_password(client: Client, settings: Any) -> None:
    address = reverse("account_login")
    assert "Ask its administrator for a new one." in client.get(address).text
    settings.RONDA_CONTACT = "help@example.org"
    assert 'Ask for a new one at <a href="mailto:help@example.org">' in client.get(address).text
    settings.EMAIL_URL = "smtp://localhost"
    page = client.get(address).text
    assert page.count(f'href="{reverse("account_reset_password")}"') == page.count("Forgot your password?") == 1


def test_the_rules_for_passwords_take_one_line_below_an_error(client: Client) -> None:
    page = client.post(reverse("account_signup"), {"username": "Amina", "password1": "a7$kq"}).text
    assert "This password is too short. Use at least 8 characters." in page
    assert page.count("8 characters") == 2


@pytest.mark.parametrize("name", ["ab", "Admin", "no spaces", "bot_1"])
def test_an_invalid_name_is_refused_with_a_reason(client: Client, name: str) -> None:
    response = sign_up(client, name)
    assert response.status_code == 200
    assert "errorlist" in response.text
    assert not User.objects.filter(is_bot=False).exists()


def test_a_name_that_differs_only_in_case_is_taken(client: Client) -> None:
    User.objects.create_user("Amina")
    assert "errorlist" in sign_up(client, "AMINA").text


@pytest.mark.parametrize("login", ["Amina", "amina", "AMINA@example.org"])
def test_users_log_in_by_name_or_address_regardless_of_case(client: Client, login: str) -> None:
    User.objects.create_user("Amina", "amina@example.org", PASSWORD)
    assert sign_in(client, login).status_code == 302
    assert "_auth_user_id" in client.session


def test_logging_out_asks_for_confirmation(client: Client) -> None:
    sign_up(client, "Amina")
    assert "<form" in client.get(reverse("account_logout")).text
    assert "_auth_user_id" in client.session


def test_guessing_a_password_is_locked_out_after_some_attempts(client: Client) -> None:
    sign_up(client, "Amina")
    client.post(reverse("account_logout"))
    for _ in range(5):
        sign_in(client, "Amina", "wrong")
    assert sign_in(client, "Amina").status_code == 200  # even the correct one is refused for a while
    assert "_auth_user_id" not in client.session


def test_a_very_long_name_is_refused_before_the_lookup(client: Client) -> None:
    User.objects.create_user("Amina", password=PASSWORD)
    answer = sign_in(client, "a" * 60_000)  # longer than any value SQLite can compare
    assert answer.status_code == 200
    assert "at most 254 characters" in answer.text


def test_nobody_can_log_in_as_a_bot(client: Client) -> None:
    bot = User.objects.create_bot("Hajja")
    assert not bot.has_usable_password()
    assert sign_in(client, "Hajja", "").status_code == 200
    bot.set_password(PASSWORD)  # this should never happen, and gives no access
    bot.save()
    sign_in(client, "Hajja")
    assert "_auth_user_id" not in client.session


def test_a_password_is_stored_only_as_an_argon2_hash(client: Client, settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["accounts.hashers.OneLaneArgon2Hasher"]
    sign_up(client, "Amina")
    assert User.objects.get(is_bot=False).password.startswith("argon2$argon2id$")


def test_a_password_with_djangos_parameters_is_hashed_again_at_sign_in(client: Client, settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
    sign_up(client, "Amina")
    client.logout()
    settings.PASSWORD_HASHERS = ["accounts.hashers.OneLaneArgon2Hasher"]
    sign_in(client, "Amina")
    assert "_auth_user_id" in client.session
    assert ",p=1$" in User.objects.get(is_bot=False).password


@pytest.mark.parametrize("page", ["account_login", "account_signup", "account_reset_password"])
def test_pages_for_visitors_open(client: Client, page: str) -> None:
    response = client.get(reverse(page))
    assert response.status_code == 200
    assert "site-header" in response.text


@pytest.mark.parametrize("page", ["account_change_password", "account_email", "account_logout"])
def test_pages_for_users_open(client: Client, page: str, settings: Any) -> None:
    sign_up(client, "Amina")
    settings.EMAIL_URL = "smtp://mail.example"
    response = client.get(reverse(page))
    assert response.status_code == 200
    assert 'class="button' in response.text


def test_a_password_reset_is_offered_only_where_mail_can_be_sent(client: Client, settings: Any) -> None:
    reset = reverse("account_reset_password")
    assert reset not in client.get(reverse("account_login")).text
    assert 'name="email"' not in client.get(reset).text
    settings.EMAIL_URL = "smtp://mail.example"
    assert reset in client.get(reverse("account_login")).text
    assert 'name="email"' in client.get(reset).text


def test_a_forgotten_password_is_reset_by_mail(client: Client, settings: Any) -> None:
    settings.EMAIL_URL = "smtp://mail.example"
    User.objects.create_user("Amina", "amina@example.org", PASSWORD)
    client.post(reverse("account_reset_password"), {"email": "amina@example.org"})
    link = next(word for word in mail.outbox[0].body.split() if "/password/reset/key/" in word)
    page = client.get(link, follow=True)
    client.post(page.request["PATH_INFO"], {"password1": "another 8 one", "password2": "another 8 one"})
    assert sign_in(client, "Amina", "another 8 one").status_code == 302


@pytest.fixture
def mail_site(settings: Any) -> None:
    """A site that sends mail: it asks for an address and verifies it with a code."""
    settings.EMAIL_URL = "smtp://mail.example"
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]


@pytest.mark.usefixtures("mail_site")
def test_a_site_that_sends_mail_requires_and_verifies_an_address(client: Client) -> None:
    assert "errorlist" in sign_up(client, "Amina").text
    sign_up(client, "Amina", email="amina@example.org")
    assert "_auth_user_id" not in client.session
    other = Client()
    sign_in(other, "Amina")
    assert "_auth_user_id" not in other.session


@pytest.mark.usefixtures("mail_site")
def test_users_from_before_the_site_sent_mail_can_still_log_in(client: Client) -> None:
    User.objects.create_user("Amina", password=PASSWORD)
    sign_in(client, "Amina")
    assert "_auth_user_id" in client.session


@pytest.mark.usefixtures("mail_site")
def test_a_mistyped_address_can_be_corrected_before_it_is_verified(client: Client) -> None:
    sign_up(client, "Amina", email="amnia@example.org")
    page = reverse("account_email_verification_sent")
    assert "Different address" in client.get(page).text
    client.post(page, {"action": "change", "email": "amina@example.org"})
    assert mail.outbox[-1].to == ["amina@example.org"]


def test_two_simultaneous_sign_ups_with_one_name_get_a_clear_answer(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.create_user("Amina")
    monkeypatch.setattr("accounts.adapter.AccountAdapter.clean_username", lambda self, name, shallow=False: name)
    page = client.post(reverse("account_signup"), {"username": "Am1na", "password1": PASSWORD}, follow=True)
    assert "That name has just been taken." in page.text
    assert User.objects.filter(is_bot=False).count() == 1


def test_a_guest_who_loses_the_race_for_a_name_remains_a_guest(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.post(reverse("be_guest"))
    guest = User.objects.get(is_guest=True)
    User.objects.create_user("Amina")
    with monkeypatch.context() as late:
        late.setattr("accounts.adapter.AccountAdapter.clean_username", lambda self, name, shallow=False: name)
        sign_up(client, "Am1na")
    assert client.session["_auth_user_id"] == str(guest.pk)
    sign_up(client, "Badr")
    assert User.objects.get(username="Badr").pk == guest.pk


def test_signing_up_is_rate_limited_by_address(client: Client, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"signup": "2/h/ip"}
    codes = [sign_up(Client(), f"amina{letter}").status_code for letter in "abc"]
    assert codes == [302, 302, 429]


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("a7$kq", "This password is too short. Use at least 8 characters."),
        ("amina.bennani", "This password is too similar to your name or email address."),
        ("iloveyou", "This password is too common. Choose another one."),
    ],
)
def test_a_weak_password_is_refused_in_the_sites_own_words(client: Client, password: str, why: str) -> None:
    page = sign_up(client, "amina.bennani", password1=password).text
    assert why in page


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
def test_djangos_words_about_passwords_are_not_used(language: str) -> None:
    with override(language):
        ours = password_validators_help_texts()
        djangos = [
            text
            for rule in (MinimumLengthValidator(), UserAttributeSimilarityValidator(), CommonPasswordValidator())
            for text in (rule.get_help_text(), rule.get_error_message())
        ]
        assert len(ours) == 3
        for rule in get_default_password_validators():
            assert not {str(rule.get_help_text()), str(rule.get_error_message())} & set(map(str, djangos))
