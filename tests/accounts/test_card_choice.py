"""The choice of cards in the settings."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.card_choices import CardBack, CardSet
from accounts.models import User
from accounts.services import close_account

pytestmark = pytest.mark.django_db
SETTINGS, CARDS = reverse("settings"), reverse("choose_cards")


@pytest.fixture
def amina() -> User:
    return User.objects.create_user("amina", password="a long password")


@pytest.mark.parametrize("card_set", CardSet.values)
@pytest.mark.parametrize("card_back", [CardBack.ZELLIGE, CardBack.PLAIN])
def test_a_player_chooses_cards(client: Client, amina: User, card_set: str, card_back: str) -> None:
    client.force_login(amina)
    page = client.post(CARDS, {"card_set": card_set, "card_back": card_back}, follow=True).content.decode()
    amina.refresh_from_db()
    assert (amina.card_set, amina.card_back) == (card_set, card_back)
    assert "Cards saved" in page


@pytest.mark.parametrize(
    "sent",
    [{}, {"card_set": "large"}, {"card_set": "../../x", "card_back": "kilim"}, {"card_set": "large", "card_back": "x"}],
)
def test_an_unknown_choice_is_refused_and_changes_nothing(client: Client, amina: User, sent: dict[str, str]) -> None:
    client.force_login(amina)
    answer = client.post(CARDS, sent)
    assert answer.status_code == 400
    assert "errorlist" in answer.content.decode()
    amina.refresh_from_db()
    assert (amina.card_set, amina.card_back) == (CardSet.AUTO, CardBack.ZELLIGE)


def test_choosing_cards_changes_nothing_else_of_an_account(client: Client, amina: User) -> None:
    client.force_login(amina)
    client.post(
        CARDS, {"card_set": "large", "card_back": "kilim", "auto_call": "on", "is_staff": "on", "username": "root"}
    )
    amina.refresh_from_db()
    assert (amina.username, amina.is_staff, amina.auto_call) == ("amina", False, False)


def test_a_guest_chooses_cards_too(client: Client) -> None:
    guest = User.objects.create_guest(7)
    client.force_login(guest)
    client.post(CARDS, {"card_set": "contrast", "card_back": "tiles"})
    guest.refresh_from_db()
    assert (guest.card_set, guest.card_back) == ("contrast", "tiles")


def test_the_settings_show_every_choice_with_a_picture(client: Client, amina: User) -> None:
    client.force_login(amina)
    page = client.get(SETTINGS).content.decode()
    assert [page.count(f"#back-{back}") for back in CardBack.values] == [1] * len(CardBack)
    assert all(page.count(f"cards/preview-{name}.svg") for name in CardSet.values if name != CardSet.AUTO)


def test_a_visitor_cannot_choose(client: Client) -> None:
    assert client.post(CARDS, {"card_set": "large", "card_back": "kilim"}).status_code == 302
    assert client.get(CARDS).status_code == 405


def test_a_closed_account_keeps_no_choice(amina: User) -> None:
    User.objects.filter(pk=amina.pk).update(card_set=CardSet.LARGE, card_back=CardBack.NIGHT)
    close_account(user=amina)
    amina.refresh_from_db()
    assert (amina.card_set, amina.card_back) == (CardSet.AUTO, CardBack.ZELLIGE)
