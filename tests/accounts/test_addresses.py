"""Client addresses: rate limits use an address that the sender of a request cannot choose."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.addresses import client_network_of_peer

pytestmark = pytest.mark.django_db

MOST = 20  # sign-ups from one address within a minute


def statuses(client: Client, *forwarded: str) -> list[int]:
    """Send one sign-up request with each of these X-Forwarded-For headers. Return the statuses."""
    page = reverse("account_signup")
    return [client.post(page, headers={"X-Forwarded-For": header}).status_code for header in forwarded]


def test_forwarding_headers_are_ignored_without_a_proxy(settings: Any) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 0
    client = Client(REMOTE_ADDR="203.0.113.1")
    assert statuses(client, *(f"198.51.100.{number}" for number in range(MOST + 1))) == [200] * MOST + [429]
    assert statuses(Client(REMOTE_ADDR="203.0.113.2"), "198.51.100.1") == [200]


@pytest.mark.parametrize(("proxies", "seen"), [(1, "{forged}, {came}"), (2, "{forged}, {came}, 10.0.0.1")])
def test_behind_proxies_the_address_that_the_proxy_appended_counts(settings: Any, proxies: int, seen: str) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    client = Client(REMOTE_ADDR="10.0.0.2")
    headers = [seen.format(forged=f"198.51.100.{number}", came="203.0.113.1") for number in range(MOST + 1)]
    assert statuses(client, *headers) == [200] * MOST + [429]
    assert statuses(client, seen.format(forged="198.51.100.1", came="203.0.113.2")) == [200]


def test_an_ipv6_network_counts_as_one_address(settings: Any) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    headers = [f"2001:db8:1:2:{number:x}::1" for number in range(1, MOST + 2)]
    assert statuses(Client(), *headers) == [200] * MOST + [429]
    assert statuses(Client(), "2001:db8:1:3::1") == [200]


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "counted"),
    [
        (0, "203.0.113.1", ["198.51.100.1"], "203.0.113.1"),
        (1, "10.0.0.2", ["198.51.100.1, 203.0.113.1"], "203.0.113.1"),
        (1, "10.0.0.2", ["198.51.100.1", "203.0.113.1"], "203.0.113.1"),
        (2, "10.0.0.2", ["198.51.100.1, 203.0.113.1, 10.0.0.1"], "203.0.113.1"),
        (2, "10.0.0.2", ["198.51.100.1"], "10.0.0.2"),
        (1, "10.0.0.2", ["no address"], ""),
        (1, "10.0.0.2", [], "10.0.0.2"),
        (0, "2001:db8:1:2:3::4", [], "2001:db8:1:2::/64"),
        (0, "::ffff:203.0.113.1", [], "203.0.113.1"),
        (0, None, [], ""),
    ],
)
def test_a_websocket_is_counted_like_a_request(
    settings: Any, proxies: int, peer: str | None, forwarded: list[str], counted: str
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    client = None if peer is None else [peer, 50_000]
    assert client_network_of_peer(client, [(b"host", b"ronda.example"), *headers]) == counted
