"""Sending push notifications that the browsers behind a push service can read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from prometheus_client import REGISTRY

from accounts import push_services
from accounts.models import PushSubscription, User
from games.live.push_desk import Push
from games.live.push_sender import PushSender
from games.models import Match
from games.selectors.pushes import ENDED
from games.services.leaving import resign_match
from games.state.notices import INVITED, TURN
from tests.push_service import VAPID_KEY, Browser, PushService
from tests.threaded_server import running
from tests.views.conftest import start_match

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def service(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    settings.RONDA_VAPID_PRIVATE_KEY = VAPID_KEY
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with running(PushService()) as service:
        monkeypatch.setattr(push_services, "is_push_service", lambda address: address.startswith(service.address))
        yield service


def user_with(name: str, browser: Browser, language: str = "en", *, own_language: str = "") -> User:
    user = User.objects.create_user(name, language=own_language)
    PushSubscription.objects.create(user=user, language=language, session="s", **browser.facts)
    return user


def send(*pushes: Push, most_waiting: int = 100) -> None:
    """Send notifications, and return once all have been sent."""
    sender = PushSender(most_waiting=most_waiting)
    for push in pushes:
        sender.submit(push)
    sender.start()
    sender.close(60)


def counted(outcome: str) -> float:
    return REGISTRY.get_sample_value("ronda_push_notifications_total", {"outcome": outcome}) or 0.0


def on_turn(match: Match) -> int:
    assert match.turn is not None
    found = match.seats.get(number=match.turn).user_id
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("account", "page", "expected", "direction"),
    [("", "en", "en", "ltr"), ("", "fr", "fr", "ltr"), ("ar", "fr", "ar", "rtl")],
)
def test_the_language_is_that_of_the_account_or_of_the_page_where_it_was_turned_on(
    service: PushService, account: str, page: str, expected: str, direction: str
) -> None:
    people = [user_with(name, service.subscribe(), page, own_language=account) for name in ("amina", "badr")]
    match = start_match(*people)
    send(Push(TURN, match.code, on_turn(match)))
    received = service.take()
    content = received.content
    assert (content["lang"], content["dir"]) == (expected, direction)
    assert (content["url"], content["kind"]) == (f"/t/{match.code}/", "turn")
    assert set(content) == {"kind", "title", "body", "url", "lang", "dir"}
    assert (content["title"] == "Moroccan Ronda") is (expected == "en")
    assert received.headers["urgency"] == "normal"
    assert PushSubscription.objects.get(endpoint=received.browser.endpoint).last_used is not None


def test_several_notifications_about_a_match_share_a_topic(service: PushService) -> None:
    amina, badr = (user_with(name, service.subscribe()) for name in ("amina", "badr"))
    match, other = start_match(amina, badr), start_match(amina, badr)
    push = Push(TURN, match.code, on_turn(match))
    send(push, push, Push(TURN, other.code, on_turn(other)))
    topics = [service.take().headers["topic"] for _number in range(3)]
    assert len(set(topics)) == 2


def test_every_device_of_the_player_is_told_and_one_that_is_gone_is_forgotten(service: PushService) -> None:
    amina, badr = user_with("amina", service.subscribe(status=410)), User.objects.create_user("badr")
    fine = service.subscribe()
    PushSubscription.objects.create(user=amina, language="en", session="s", **fine.facts)
    match = start_match(amina, badr)
    resign_match(code=match.code, user_id=badr.pk)
    before = counted("sent"), counted("gone")
    send(Push(ENDED, match.code, amina.pk))
    assert {service.take().content["body"] for _number in range(2)} == {"You won your match against badr."}
    assert [device.endpoint for device in amina.push_subscriptions.all()] == [fine.endpoint]
    assert (counted("sent"), counted("gone")) == (before[0] + 1, before[1] + 1)


def test_nothing_is_sent_when_it_is_too_late(service: PushService) -> None:
    amina, badr = (user_with(name, service.subscribe()) for name in ("amina", "badr"))
    match = start_match(amina, badr)
    mover = on_turn(match)
    resign_match(code=match.code, user_id=mover)
    send(Push(TURN, match.code, mover), Push(INVITED, match.code, mover), Push(TURN, "nowhere", mover))
    assert service.received.empty()


def test_what_does_not_fit_into_the_queue_is_dropped(service: PushService) -> None:
    amina, badr = (user_with(name, service.subscribe()) for name in ("amina", "badr"))
    match = start_match(amina, badr)
    before = counted("dropped")
    send(*[Push(TURN, match.code, on_turn(match))] * 5, most_waiting=3)
    assert service.received.qsize() == 3
    assert counted("dropped") == before + 2


def test_a_fault_costs_one_notification(service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    amina, badr = (user_with(name, service.subscribe()) for name in ("amina", "badr"))
    match = start_match(amina, badr)
    PushSubscription.objects.filter(user=amina).update(public_key="nonsense")
    PushSubscription.objects.filter(user=badr).update(public_key="nonsense")
    before = counted("failed")
    send(Push(TURN, match.code, on_turn(match)), Push(TURN, match.code, on_turn(match)))
    assert counted("failed") == before + 2
    assert service.received.empty()
