"""Three users: Amina and Badr play, Chadia watches. Matches are played through the services, as on the site."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Clock, Match
from games.services import seating
from tests.services.tables import play_to_end

SHORT = {"target": 5}


@pytest.fixture
def amina(db: None) -> User:
    return User.objects.create_user("amina", password="a long password")


@pytest.fixture
def badr(db: None) -> User:
    return User.objects.create_user("badr", password="a long password")


@pytest.fixture
def chadia(db: None) -> User:
    return User.objects.create_user("chadia", password="a long password")


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def open_table(host: User, **kwargs: Any) -> Match:
    """Open a table. By default, it is rated and has a clock in days, so that people can play several matches."""
    terms = {"ruleset": "moroccan", "options": SHORT, "private": False, "rated": True, **kwargs}
    if terms["rated"]:
        terms.setdefault("clock", Clock.parse("3d"))
    return seating.open_match(user=host, **terms)


def start_match(host: User, *guests: User, **kwargs: Any) -> Match:
    """Open a table and seat the guests. The match starts if they fill all seats."""
    match = open_table(host, **kwargs)
    for guest in guests:
        seating.take_seat(code=match.code, user=guest)
    match.refresh_from_db()
    return match


def play_out(match: Match, seed: int = 1) -> Match:
    """Make random moves until the match is over."""
    play_to_end(match, seed)
    return match


def finished_match(host: User, *guests: User, seed: int = 1, **kwargs: Any) -> Match:
    return play_out(start_match(host, *guests, **kwargs), seed)
