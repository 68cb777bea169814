"""Sending notifications to a push service."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import Any

import pytest
from py_vapid import Vapid02

from accounts import push_delivery, push_services
from accounts.models import PushSubscription, User
from accounts.push_delivery import Outcome, PushClient
from accounts.vapid import public_key_of
from tests.push_service import VAPID_KEY, Browser, PushService
from tests.threaded_server import running

PAYLOAD = {"title": "Moroccan Ronda", "body": "It’s your turn against بدر."}


@pytest.fixture
def service(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """A push service on the loopback interface, which the site is allowed to use."""
    settings.RONDA_VAPID_PRIVATE_KEY, settings.RONDA_CONTACT = VAPID_KEY, "cards@example.org"
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with running(PushService()) as service:
        monkeypatch.setattr(push_services, "is_push_service", lambda address: address.startswith(service.address))
        yield service


@pytest.fixture
def client(service: PushService) -> PushClient:
    return PushClient()


def send(client: PushClient, browser: Browser) -> Outcome:
    device = PushSubscription(user=User(), language="en", session="s", **browser.facts)
    return client.send(device, PAYLOAD, seconds=600, topic="a" * 32, urgency="high")


def claims_of(header: str) -> dict[str, Any]:
    """Check the signature of an Authorization header, and return its claims."""
    assert Vapid02.verify(header)
    token = dict(part.split("=", 1) for part in header.removeprefix("vapid ").split(","))
    assert token["k"] == public_key_of(VAPID_KEY)
    middle = token["t"].split(".")[1]
    found: dict[str, Any] = json.loads(base64.urlsafe_b64decode(middle + "=" * (-len(middle) % 4)))
    return found


def test_only_the_browser_can_read_a_notification(client: PushClient, service: PushService) -> None:
    browser = service.subscribe()
    assert send(client, browser) == Outcome.SENT
    received = service.take()
    assert (received.browser, received.content) == (browser, PAYLOAD)
    headers = received.headers
    assert (headers["ttl"], headers["urgency"], headers["topic"]) == ("600", "high", "a" * 32)
    assert headers["content-encoding"] == "aes128gcm"
    claims = claims_of(headers["authorization"])
    assert (claims["sub"], claims["aud"]) == ("mailto:cards@example.org", service.address)


@pytest.mark.parametrize(("status", "outcome"), [(404, Outcome.GONE), (410, Outcome.GONE), (403, Outcome.FAILED)])
def test_a_refusal_concerns_one_browser(
    client: PushClient, service: PushService, status: int, outcome: Outcome
) -> None:
    assert send(client, service.subscribe(status=status)) == outcome
    assert send(client, service.subscribe()) == Outcome.SENT


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_service_that_fails_gets_nothing_for_a_while(
    client: PushClient, service: PushService, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    now = 1000.0
    monkeypatch.setattr(push_delivery.time, "monotonic", lambda: now)
    service.answer_headers = {"Retry-After": "90"}
    assert send(client, service.subscribe(status=status)) == Outcome.FAILED
    fine = service.subscribe()
    assert send(client, fine) == Outcome.PAUSED
    now += 89
    assert send(client, fine) == Outcome.PAUSED
    now += 2
    assert send(client, fine) == Outcome.SENT


def test_a_service_cannot_ask_for_a_pause_without_end(
    client: PushClient, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr(push_delivery.time, "monotonic", lambda: now)
    service.answer_headers = {"Retry-After": "9" * 400}
    assert send(client, service.subscribe(status=503)) == Outcome.FAILED
    now += push_delivery.MAX_PAUSE_SECONDS + 1
    assert send(client, service.subscribe()) == Outcome.SENT


def test_a_service_that_cannot_be_reached_gets_nothing_for_a_while(client: PushClient, service: PushService) -> None:
    browser = service.subscribe()
    service.server_close()
    assert send(client, browser) == Outcome.FAILED
    assert send(client, browser) == Outcome.PAUSED


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(client: PushClient, service: PushService, status: int) -> None:
    service.answer_headers = {"Location": f"{service.address}/elsewhere"}
    assert send(client, service.subscribe(status=status)) == Outcome.FAILED
    service.take()
    assert service.followed == []
    assert service.received.empty()


def test_an_address_that_is_no_push_service_gets_no_request(
    client: PushClient, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push_services, "is_push_service", lambda _address: False)
    assert send(client, service.subscribe()) == Outcome.FAILED
    assert service.received.empty()
