"""The offer of push notifications at a table."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.push import add_subscription
from accounts.vapid import public_key_of
from games.models import Clock, Match
from games.services.leaving import resign_match
from tests.push_service import VAPID_KEY, Browser
from tests.views.conftest import signed_in, start_match

OFFER = 'id="push-offer"'


@pytest.fixture(autouse=True)
def key(settings: Any) -> None:
    settings.RONDA_VAPID_PRIVATE_KEY, settings.RONDA_VAPID_PUBLIC_KEY = VAPID_KEY, public_key_of(VAPID_KEY)


def page(client: Client, match: Match) -> str:
    return client.get(reverse("table", args=[match.code])).text


def test_a_player_of_a_match_with_days_per_move_gets_it(amina: User, badr: User, chadia: User) -> None:
    match = start_match(amina, badr)
    browser = Browser("https://fcm.googleapis.com/wp/1")
    add_subscription(user=badr, session="s", language="en", **browser.facts)
    assert OFFER in page(signed_in(amina), match)
    assert browser.endpoint not in page(signed_in(amina), match)
    assert f'data-endpoints="{browser.endpoint}"' in page(signed_in(badr), match)
    for client in (Client(), signed_in(chadia)):
        assert OFFER not in page(client, match)


def test_live_and_ended_matches_have_none(amina: User, badr: User) -> None:
    live = start_match(amina, badr, clock=Clock.parse("600+5"))
    without = start_match(amina, badr, rated=False)
    ended = start_match(amina, badr)
    resign_match(code=ended.code, user_id=amina.pk)
    for match in (live, without, ended):
        assert OFFER not in page(signed_in(amina), match)


def test_without_a_key_there_is_none(amina: User, badr: User, settings: Any) -> None:
    settings.RONDA_VAPID_PRIVATE_KEY = ""
    assert OFFER not in page(signed_in(amina), start_match(amina, badr))
