"""The page of a player's settings."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db
SETTINGS = reverse("settings")


@pytest.fixture
def amina() -> User:
    return User.objects.create_user("amina", password="a long password")


def test_automatic_calls_can_be_turned_on_and_off(client: Client, amina: User) -> None:
    client.force_login(amina)
    for wanted in (True, False):
        page = client.post(SETTINGS, {"auto_call": "on"} if wanted else {}, follow=True).content.decode()
        amina.refresh_from_db()
        assert amina.auto_call is wanted
        assert "Settings saved" in page


def test_the_form_changes_nothing_else_of_an_account(client: Client, amina: User) -> None:
    client.force_login(amina)
    client.post(SETTINGS, {"is_staff": "on", "username": "root", "is_bot": "on"})
    amina.refresh_from_db()
    assert (amina.username, amina.is_staff, amina.is_bot) == ("amina", False, False)


def test_a_visitor_is_sent_to_the_login_page(client: Client) -> None:
    assert client.get(SETTINGS).url == f"{reverse('account_login')}?next={SETTINGS}"  # type: ignore[attr-defined]
