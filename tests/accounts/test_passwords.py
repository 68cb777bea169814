"""Passwords: how they are stored, checked and reset."""

from __future__ import annotations

from typing import Any

import pytest
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
from tests.accounts.sign_up import PASSWORD, sign_in, sign_up

pytestmark = pytest.mark.django_db


def test_the_rules_for_passwords_take_one_line_below_an_error(client: Client) -> None:
    page = client.post(reverse("account_signup"), {"username": "Asmae", "password1": "a7$kq"}).text
    assert "This password is too short. Use at least 8 characters." in page
    assert page.count("8 characters") == 2


def test_a_password_is_stored_only_as_an_argon2_hash(client: Client, settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["accounts.hashers.OneLaneArgon2Hasher"]
    sign_up(client, "Asmae")
    assert User.objects.get(is_bot=False).password.startswith("argon2$argon2id$")


def test_a_password_with_djangos_parameters_is_hashed_again_at_sign_in(client: Client, settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
    sign_up(client, "Asmae")
    client.logout()
    settings.PASSWORD_HASHERS = ["accounts.hashers.OneLaneArgon2Hasher"]
    sign_in(client, "Asmae")
    assert "_auth_user_id" in client.session
    assert ",p=1$" in User.objects.get(is_bot=False).password


def test_a_password_reset_is_offered_only_where_mail_can_be_sent(client: Client, settings: Any) -> None:
    reset = reverse("account_reset_password")
    assert reset not in client.get(reverse("account_login")).text
    assert 'name="email"' not in client.get(reset).text
    settings.EMAIL_URL = "smtp://mail.example"
    assert reset in client.get(reverse("account_login")).text
    assert 'name="email"' in client.get(reset).text


def test_a_forgotten_password_is_reset_by_mail(client: Client, settings: Any) -> None:
    settings.EMAIL_URL = "smtp://mail.example"
    User.objects.create_user("Asmae", "amina@example.org", PASSWORD)
    client.post(reverse("account_reset_password"), {"email": "amina@example.org"})
    link = next(word for word in mail.outbox[0].body.split() if "/password/reset/key/" in word)
    page = client.get(link, follow=True)
    client.post(page.request["PATH_INFO"], {"password1": "another 8 one", "password2": "another 8 one"})
    assert sign_in(client, "Asmae", "another 8 one").status_code == 302


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
