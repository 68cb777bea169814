"""The pages on which users create and revoke tokens."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import ApiToken, User
from accounts.tokens import MOST, find_token, make_token
from tests.project.rights import PASSWORD, signed_in

pytestmark = pytest.mark.django_db
TOKENS, NEW = reverse("tokens"), reverse("new_token")


@pytest.fixture
def amina() -> User:
    return User.objects.create_user("amina", password=PASSWORD)


@pytest.fixture
def client(amina: User) -> Client:
    """A browser in which Amina is logged in and has just reauthenticated."""
    return signed_in(amina, proven=True)


def test_the_lifetimes_of_a_token_are_in_the_language_of_the_reader(client: Client) -> None:
    page = client.get(NEW, headers={"accept-language": "fr"}).text
    assert "365 jours" in page
    assert "365 days" not in page


def test_a_token_is_shown_once(client: Client, amina: User) -> None:
    assert "You have no tokens yet" in client.get(TOKENS).content.decode()
    answer = client.post(NEW, {"name": "my chart", "days": "30"})
    secret = answer.context["secret"]
    assert secret in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    assert find_token(secret).user == amina
    page = client.get(TOKENS).content.decode()
    assert "my chart" in page
    assert "Expires on" in page
    assert secret not in page


def test_a_token_can_be_valid_until_it_is_revoked(client: Client, amina: User) -> None:
    client.post(NEW, {"name": "my chart", "days": ""})
    assert ApiToken.objects.get().ends is None


@pytest.mark.parametrize(
    "sent", [{"name": "", "days": "30"}, {"name": "x" * 41, "days": "30"}, {"name": "x", "days": "7"}]
)
def test_an_invalid_form_creates_no_token(client: Client, amina: User, sent: dict[str, str]) -> None:
    assert "errorlist" in client.post(NEW, sent).content.decode()
    assert not ApiToken.objects.exists()


def test_a_token_is_revoked_after_confirmation(client: Client, amina: User) -> None:
    token, _secret = make_token(user=amina, name="my chart")
    address = reverse("revoke_token", args=[token.pk])
    assert "my chart" in client.get(address).content.decode()
    assert ApiToken.objects.exists()
    assert "has been revoked" in client.post(address, follow=True).content.decode()
    assert not ApiToken.objects.exists()


def test_the_number_of_tokens_is_limited(client: Client, amina: User) -> None:
    for number in range(MOST):
        make_token(user=amina, name=str(number))
    assert NEW not in client.get(TOKENS).content.decode()
    assert "reached the token limit" in client.post(NEW, {"name": "one more", "days": ""}, follow=True).content.decode()
    assert ApiToken.objects.count() == MOST


def test_guests_are_redirected_to_their_settings() -> None:
    client = signed_in(User.objects.create_guest(1234))
    for address in (TOKENS, NEW):
        assert client.get(address).url == reverse("settings")  # type: ignore[attr-defined]


def test_the_data_export_names_the_tokens_but_not_their_secrets(amina: User) -> None:
    from accounts.export import account_data

    token, secret = make_token(user=amina, name="my chart")
    told = account_data(amina)["api_tokens"]
    assert told == [{"name": "my chart", "scope": "read", "created": token.created, "last_used": None, "ends": None}]
    assert token.hash not in str(told)
    assert secret not in str(told)
