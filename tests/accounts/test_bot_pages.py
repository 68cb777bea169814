"""The pages on which people create bots, give them tokens and close them."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.bots import bots_of, make_bot
from accounts.models import ApiToken, Scope, User
from accounts.tokens import find_token, make_token
from games.models import Match
from tests.project.rights import PASSWORD, signed_in

TOKENS, NEW = reverse("tokens"), reverse("new_bot")


@pytest.fixture
def amina(db: None) -> User:
    return User.objects.create_user("amina", password=PASSWORD)


@pytest.fixture
def client(amina: User) -> Client:
    return signed_in(amina, proven=True)


def test_a_bot_is_created_gets_a_token_and_is_closed(amina: User, client: Client) -> None:
    assert "You have no bots yet." in client.get(TOKENS).content.decode()
    client.post(NEW, {"name": "Zerda"})
    bot = bots_of(amina).get()
    page = client.get(TOKENS).content.decode()
    assert "Zerda" in page
    assert "has no token yet" in page
    made = client.post(reverse("bot_token", args=[bot.pk]), {"name": "home", "days": ""}).content.decode()
    secret = made.split('class="secret" dir="ltr">')[1].split("<")[0]
    token = find_token(secret)
    assert (token.user, token.scope, token.ends) == (bot, Scope.PLAY, None)
    assert secret not in client.get(TOKENS).content.decode()
    client.post(reverse("revoke_token", args=[token.pk]))
    assert not ApiToken.objects.exists()
    assert "cannot be" not in client.get(reverse("close_bot", args=[bot.pk])).content.decode()
    client.post(reverse("close_bot", args=[bot.pk]))
    assert not bots_of(amina)


@pytest.mark.parametrize(
    ("name", "why"),
    [("amal", "already exists"), ("Karim", "the site’s bots"), ("Moderator", "reserved"), ("x", "3 to 20")],
)
def test_the_form_refuses_an_invalid_name(amina: User, client: Client, name: str, why: str) -> None:
    User.objects.create_user("Amal")
    assert why in client.post(NEW, {"name": name}).content.decode()
    assert not bots_of(amina)


def test_after_three_bots_the_form_is_gone(amina: User, client: Client) -> None:
    for name in ("Zerda", "Fennec", "Oryx"):
        assert NEW in client.get(TOKENS).content.decode()
        make_bot(operator=amina, name=name)
    assert NEW not in client.get(TOKENS).content.decode()
    assert "reached your bot limit" in client.post(NEW, {"name": "Addax"}).content.decode().replace("\n", " ")


def test_the_token_page_takes_as_many_queries_with_many_bots_as_with_one(amina: User, client: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            client.get(TOKENS)
        return len(seen)

    make_token(user=make_bot(operator=amina, name="Zerda"), name="home")
    before = queries()
    make_token(user=make_bot(operator=amina, name="Fennec"), name="home")
    assert queries() == before


def test_profiles_link_a_bot_and_its_operator(amina: User) -> None:
    make_bot(operator=amina, name="Zerda")
    bots, own = (Client().get(reverse("player", args=[name])).content.decode() for name in ("Zerda", "amina"))
    assert reverse("player", args=["amina"]) in bots
    assert f"{reverse('new_table')}?with=Zerda" in bots
    assert reverse("player", args=["Zerda"]) in own


def test_a_challenge_to_a_bot_offers_a_casual_table(amina: User, client: Client) -> None:
    make_bot(operator=amina, name="Zerda")
    address = f"{reverse('new_table')}?with=zerda"
    form = client.get(address).context["form"]
    client.post(address, {field.html_name: field.value() for field in form if field.value() is not None})
    assert [match.rated for match in Match.objects.filter(seats__user=amina)] == [False]
