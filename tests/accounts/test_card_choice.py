"""Choosing cards and a table in the settings."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.card_choices import CardBack, CardSet, Felt
from accounts.models import User
from accounts.services import close_account

pytestmark = pytest.mark.django_db
SETTINGS, CARDS = reverse("settings"), reverse("choose_cards")


@pytest.fixture
def amina() -> User:
    return User.objects.create_user("amina", password="a long password")


@pytest.mark.parametrize("card_set", CardSet.values)
@pytest.mark.parametrize(
    ("card_back", "felt"),
    [(CardBack.ZELLIGE, Felt.GREEN), (CardBack.PLAIN, Felt.BURGUNDY)],
)
def test_a_player_chooses_cards_and_a_table(
    client: Client, amina: User, card_set: str, card_back: str, felt: str
) -> None:
    client.force_login(amina)
    sent = {"card_set": card_set, "card_back": card_back, "felt": felt}
    page = client.post(CARDS, sent, follow=True).content.decode()
    amina.refresh_from_db()
    assert (amina.card_set, amina.card_back, amina.felt) == (card_set, card_back, felt)
    assert "Cards saved" in page or "Table saved" in page


def test_pages_have_the_felt_that_their_reader_chose(client: Client, amina: User) -> None:
    assert "data-felt" not in client.get("/").text
    client.force_login(amina)
    client.post(CARDS, {"card_set": "auto", "card_back": "zellige", "felt": "charcoal"})
    assert 'data-felt="charcoal"' in client.get("/").text


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"card_set": "large", "card_back": "kilim"},
        {"card_set": "../../x", "card_back": "kilim", "felt": "blue"},
        {"card_set": "large", "card_back": "x", "felt": "blue"},
        {"card_set": "large", "card_back": "kilim", "felt": "#fff"},
    ],
)
def test_an_unknown_choice_is_refused_and_changes_nothing(client: Client, amina: User, sent: dict[str, str]) -> None:
    client.force_login(amina)
    answer = client.post(CARDS, sent)
    assert answer.status_code == 400
    assert "errorlist" in answer.content.decode()
    amina.refresh_from_db()
    assert (amina.card_set, amina.card_back, amina.felt) == (CardSet.AUTO, CardBack.ZELLIGE, Felt.GREEN)


def test_choosing_cards_changes_nothing_else_of_an_account(client: Client, amina: User) -> None:
    client.force_login(amina)
    choice = {"card_set": "large", "card_back": "kilim", "felt": "blue"}
    client.post(CARDS, {**choice, "auto_call": "on", "is_staff": "on", "username": "root"})
    amina.refresh_from_db()
    assert (amina.username, amina.is_staff, amina.auto_call) == ("amina", False, False)


def test_a_guest_chooses_cards_too(client: Client) -> None:
    guest = User.objects.create_guest(7)
    client.force_login(guest)
    client.post(CARDS, {"card_set": "contrast", "card_back": "tiles", "felt": "blue"})
    guest.refresh_from_db()
    assert (guest.card_set, guest.card_back, guest.felt) == ("contrast", "tiles", "blue")


def test_the_settings_show_every_choice_with_a_picture(client: Client, amina: User) -> None:
    client.force_login(amina)
    page = client.get(SETTINGS).content.decode()
    assert [page.count(f"#back-{back}") for back in CardBack.values] == [1] * len(CardBack)
    assert [page.count(f'class="felt-sample" data-felt="{felt}"') for felt in Felt.values] == [1] * len(Felt)
    assert all(page.count(f"cards/preview-{name}.svg") for name in CardSet.values if name != CardSet.AUTO)


def test_a_visitor_cannot_choose(client: Client) -> None:
    assert client.post(CARDS, {"card_set": "large", "card_back": "kilim", "felt": "blue"}).status_code == 302
    assert client.get(CARDS).status_code == 405


def test_a_closed_account_keeps_no_choice(amina: User) -> None:
    User.objects.filter(pk=amina.pk).update(card_set=CardSet.LARGE, card_back=CardBack.NIGHT, felt=Felt.BLUE)
    close_account(user=amina)
    amina.refresh_from_db()
    assert (amina.card_set, amina.card_back, amina.felt) == (CardSet.AUTO, CardBack.ZELLIGE, Felt.GREEN)
