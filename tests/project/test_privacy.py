"""Browsers and proxies do not cache anything private, or any page for a logged-in reader."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest
from django.test import AsyncClient, Client
from django.urls import reverse

from accounts.models import User
from accounts.tokens import make_token
from games.models import Match
from ronda_site.privacy import FILES, PAGES
from tests.project.rights import PASSWORD, signed_in
from tests.project.test_permissions import address_of, admin_names, site_names

pytestmark = pytest.mark.django_db

# Pages whose views compress them for signed-in readers, too.
COMPRESSED_FOR_ALL = {"home", "replay"}


def is_kept(response: Any) -> bool:
    """Return whether a browser or a proxy may cache this response."""
    return "no-store" not in response.get("Cache-Control", "")


def test_every_cacheable_address_exists() -> None:
    assert site_names() >= FILES | PAGES


@pytest.mark.parametrize("inside", [False, True])
def test_every_address_is_private_unless_it_is_listed(people: dict[str, User], match: Match, *, inside: bool) -> None:
    names = {f"admin:{name}" for name in admin_names()} if inside else site_names()
    readers = {who: signed_in(people.get(who), proven=who == "player") for who in ("stranger", "player", "superuser")}
    for name in sorted(names):
        address = address_of(name, match)
        kept = {who for who, client in readers.items() if is_kept(client.get(address))}
        everybody = set(readers) if name in FILES else {"stranger"} if name in PAGES else set()
        assert kept == everybody, (name, kept)


def tokens_in(response: Any) -> set[bytes]:
    """Return the CSRF tokens in a compressed page."""
    return set(re.findall(rb'name="csrfmiddlewaretoken" value="([^"]+)"', gzip.decompress(response.content)))


def test_pages_without_a_session_are_compressed(people: dict[str, User], match: Match) -> None:
    reader, stranger = (Client(headers={"Accept-Encoding": "gzip"}) for _who in range(2))
    reader.force_login(people["player"])
    for name in sorted(PAGES):
        response = stranger.get(address_of(name, match))
        assert response["Content-Encoding"] == "gzip", name
        assert "Accept-Encoding" in response["Vary"], name
        again = stranger.get(address_of(name, match))
        assert not tokens_in(response) & tokens_in(again), name  # the size of a page must not betray them
        assert reader.get(address_of(name, match)).has_header("Content-Encoding") == (name in COMPRESSED_FOR_ALL), name


def test_pictures_are_not_compressed_again(match: Match) -> None:
    client = Client(headers={"Accept-Encoding": "gzip"})
    assert not client.get(reverse("match_picture", args=[match.code])).has_header("Content-Encoding")


def test_responses_to_forms_are_private(people: dict[str, User]) -> None:
    client = signed_in(people["player"], proven=True)
    assert not is_kept(client.post(reverse("export"), {"password": PASSWORD}))
    assert not is_kept(client.post(reverse("settings"), {"auto_call": "on"}))


def test_the_page_for_suspended_users_is_private(people: dict[str, User]) -> None:
    response = signed_in(people["banned"]).get(reverse("home"))
    assert response.status_code == 403
    assert not is_kept(response)


def test_api_responses_to_a_token_are_private(people: dict[str, User]) -> None:
    _token, secret = make_token(user=people["other"], name="a program")
    for path in ("/api/v1/rulesets", "/api/v1/account"):
        assert not is_kept(Client().get(path, headers={"Authorization": f"Bearer {secret}"}))
    assert is_kept(Client().get("/api/v1/rulesets"))


async def test_the_same_holds_for_async_handlers(async_client: AsyncClient) -> None:
    assert not is_kept(await async_client.get(reverse("account_login")))
    assert is_kept(await async_client.get(reverse("rules")))
