"""Users and settings that the service tests share."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from accounts.models import User
from games.models import Match
from games.services import dealing
from games.state import notices
from games.state.notices import Notice
from tests.services.tables import open_table, play_a_card_each


@pytest.fixture(autouse=True)
def no_delays(settings: Any) -> None:
    """Have the server make its moves without delay."""
    settings.RONDA_BOT_DELAY = settings.RONDA_CALL_DELAY = 0.0


@pytest.fixture(autouse=True)
def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every test the same packs in every run."""
    monkeypatch.setattr(dealing, "_random", random.Random(11))


@pytest.fixture
def anna(db: None) -> User:
    return User.objects.create_user("anna")


@pytest.fixture
def badr(db: None) -> User:
    return User.objects.create_user("badr")


@pytest.fixture
def chama(db: None) -> User:
    return User.objects.create_user("chama")


@pytest.fixture
def dris(db: None) -> User:
    return User.objects.create_user("dris")


@pytest.fixture
def match(anna: User, badr: User) -> Match:
    """A match in which both players have played a card, unless a module overrides this fixture."""
    return play_a_card_each(open_table(anna, badr, clock="600+5"))


@pytest.fixture
def trio(anna: User, badr: User, chama: User) -> Match:
    """A match between three players who have each played a card."""
    return play_a_card_each(open_table(anna, badr, chama, clock="600+5"))


@pytest.fixture
def told() -> Iterator[list[Notice]]:
    """The notices that were sent."""
    sent: list[Notice] = []
    notices.set_notifier(sent.append)
    yield sent
    notices.set_notifier(notices.notify_through_layer)
