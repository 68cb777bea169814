"""Help, code of conduct, privacy and about."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.rendering import privacy
from tests.views.conftest import signed_in, start_match

pytestmark = pytest.mark.django_db

PAGES = ("help", "conduct", "privacy", "about")


def test_every_page_links_to_the_pages_about_the_site_and_to_the_operator(client: Client, settings: Any) -> None:
    settings.RONDA_CONTACT = "cards@example.org"
    for page in PAGES:
        text = client.get(reverse(page)).text
        footer = text.split("<footer")[1]
        assert all(f'href="{reverse(other)}"' in footer for other in PAGES)
        assert text.count("mailto:cards@example.org") == 2  # in the text and in the footer


def test_without_a_contact_address_none_is_offered(client: Client) -> None:
    assert all("mailto:" not in client.get(reverse(page)).text for page in PAGES)


def test_the_privacy_page_follows_the_settings(client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    page = client.get(reverse("privacy")).text
    assert "90 days after the last sign-in from that device or network." in page
    assert "Email address" not in page
    settings.EMAIL_URL = "smtp://mail.example"
    settings.SESSION_COOKIE_AGE = 86_400
    settings.RONDA_LOG_DAYS = 77
    monkeypatch.setattr(privacy, "KEPT", timedelta(days=33))
    page = client.get(reverse("privacy")).text
    for words in (
        "Email address",
        "1 day after you sign in.",
        "77 days",
        "33 days after the last sign-in from that device or network.",
    ):
        assert words in page


def test_the_privacy_page_names_every_cookie_that_the_site_sets(client: Client) -> None:
    client.post(reverse("quick"), {"game": "moroccan:2"})
    client.get(reverse("account_login"))
    page = client.get(reverse("privacy")).text
    assert {"sessionid", "csrftoken", "device"} <= set(client.cookies)
    assert all(f"<code>{name}</code>" in page for name in client.cookies if client.cookies[name].value)


def test_people_are_told_where_they_need_it(client: Client, amina: User, badr: User) -> None:
    assert reverse("conduct") in (signup := client.get(reverse("account_signup")).text.split("<footer")[0])
    assert reverse("privacy") in signup
    table = signed_in(amina).get(reverse("table", args=[start_match(amina, badr).code])).text
    assert reverse("conduct") in table.split('id="report"')[1].split("</dialog>")[0]


def test_the_about_page_credits_the_author_of_each_game(client: Client) -> None:
    assert "Mark Steere" in client.get(reverse("about")).text


def test_the_settings_mention_emails_only_if_the_site_sends_them(client: Client, amina: User, settings: Any) -> None:
    client.force_login(amina)
    assert "Used for pages and messages at the table." in client.get(reverse("settings")).text
    settings.EMAIL_URL = "smtp://mail.example"
    assert "Used for pages, messages at the table and emails." in client.get(reverse("settings")).text


def test_the_help_page_says_where_sounds_are_changed(client: Client) -> None:
    assert f'href="{reverse("settings")}#at-table"' in client.get(reverse("help")).text
