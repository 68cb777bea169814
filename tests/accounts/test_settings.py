"""A player's settings page."""

from __future__ import annotations

import pytest
from django.contrib import messages
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.rows import fresh

pytestmark = pytest.mark.django_db
SETTINGS = reverse("settings")


@pytest.fixture
def amina() -> User:
    return User.objects.create_user("amina", password="a long password")


def test_automatic_calls_can_be_turned_on_and_off(client: Client, amina: User) -> None:
    client.force_login(amina)
    for wanted in (True, False):
        page = client.post(SETTINGS, {"auto_call": "on"} if wanted else {}, follow=True).content.decode()
        assert fresh(amina).auto_call is wanted
        assert "Settings saved" in page


def test_the_form_changes_nothing_else_of_an_account(client: Client, amina: User) -> None:
    client.force_login(amina)
    client.post(SETTINGS, {"is_staff": "on", "username": "root", "is_bot": "on"})
    amina.refresh_from_db()
    assert (amina.username, amina.is_staff, amina.is_bot) == ("amina", False, False)


def test_a_visitor_is_sent_to_the_login_page(client: Client) -> None:
    assert client.get(SETTINGS).url == f"{reverse('account_login')}?next={SETTINGS}"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("address", "fields", "part", "message"),
    [
        ("settings", {"auto_call": "on"}, "preferences", "Settings saved. They take effect from your next table."),
        ("choose_cards", {"card_set": "large", "card_back": "kilim", "felt": "blue"}, "cards", "Cards saved."),
        ("choose_avatar", {"pattern": "cup", "colour": "plum"}, "avatar", "Avatar saved."),
        ("choose_country", {"country": "XX"}, "country", "No such country."),
    ],
)
def test_without_scripts_the_section_says_whether_it_is_saved(
    client: Client, amina: User, address: str, fields: dict[str, str], part: str, message: str
) -> None:
    client.force_login(amina)
    answer = client.post(reverse(address), fields)
    assert answer["Location"] == f"{SETTINGS}#{part}"
    page = client.get(SETTINGS).text
    assert page.count(message) == 1
    assert message in page.split(f'id="{part}"')[1].split("</form>")[0]
    assert ("save-status is-failed" in page) is (part == "country")
    assert message not in client.get(SETTINGS).text


@pytest.mark.parametrize(
    ("address", "fields", "status", "message"),
    [
        ("settings", {"auto_call": "on"}, 200, "Settings saved. They take effect from your next table."),
        ("choose_cards", {"card_set": "large", "card_back": "kilim", "felt": "blue"}, 200, "Cards saved."),
        ("choose_cards", {"card_set": "auto", "card_back": "zellige", "felt": "blue"}, 200, "Table saved."),
        (
            "choose_cards",
            {"card_set": "none", "card_back": "kilim", "felt": "blue"},
            400,
            "none is not one of the available choices",
        ),
        ("choose_avatar", {"pattern": "../x", "colour": "plum"}, 400, "Choose a pattern and a colour."),
        ("choose_avatar", {"pattern": "cup", "colour": "plum"}, 200, "Avatar saved."),
        ("choose_country", {"country": "XX"}, 400, "No such country."),
        ("choose_country", {"country": "MA"}, 200, "Country saved."),
        ("choose_pushes", {"push_turn": "on"}, 200, "Notifications saved."),
    ],
)
def test_a_script_is_told_whether_its_change_is_saved(
    client: Client, amina: User, address: str, fields: dict[str, str], status: int, message: str
) -> None:
    client.force_login(amina)
    answer = client.post(reverse(address), fields, headers={"accept": "application/json"})
    assert answer.status_code == status
    assert message in answer.json()["message"]
    assert not list(messages.get_messages(answer.wsgi_request))  # the next page shows none


def test_a_chosen_theme_is_that_of_every_page(amina: User, client: Client) -> None:
    client.force_login(amina)
    assert "data-theme" not in client.get("/").text
    for theme in ("dark", "light"):
        answer = client.post(SETTINGS, {"theme": theme}, headers={"accept": "application/json"})
        assert answer.json()["message"] == "Settings saved."
        assert fresh(amina).theme == theme
        page = client.get("/").text
        assert f'data-theme="{theme}"' in page
        assert page.count('<meta name="theme-color"') == 1
    client.post(SETTINGS, {"theme": "purple"})
    client.post(SETTINGS, {"theme": ""})
    assert "data-theme" not in client.get("/").text
