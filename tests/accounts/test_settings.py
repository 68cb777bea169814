"""The page on which people say what they prefer."""

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


def test_calls_can_be_left_to_the_site_and_taken_back(client: Client, amina: User) -> None:
    client.force_login(amina)
    for wanted in (True, False):
        page = client.post(SETTINGS, {"auto_call": "on"} if wanted else {}, follow=True).content.decode()
        amina.refresh_from_db()
        assert amina.auto_call is wanted
        assert "Settings saved" in page


def test_nothing_else_of_an_account_is_changed_there(client: Client, amina: User) -> None:
    client.force_login(amina)
    client.post(SETTINGS, {"is_staff": "on", "username": "root", "is_bot": "on"})
    amina.refresh_from_db()
    assert (amina.username, amina.is_staff, amina.is_bot) == ("amina", False, False)


def test_a_visitor_signs_in_first(client: Client) -> None:
    assert client.get(SETTINGS).url == f"{reverse('account_login')}?next={SETTINGS}"  # type: ignore[attr-defined]
