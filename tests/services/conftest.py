"""People and tables that the service tests share."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from accounts.models import User
from games.services import dealing
from games.state import notices
from games.state.notices import Notice


@pytest.fixture(autouse=True)
def no_delays(settings: Any) -> None:
    """The server owes its moves at once."""
    settings.RONDA_BOT_DELAY = settings.RONDA_CALL_DELAY = 0.0


@pytest.fixture(autouse=True)
def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test sees the same packs at every run."""
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
def told() -> Iterator[list[Notice]]:
    """The notices that went out."""
    sent: list[Notice] = []
    notices.set_teller(sent.append)
    yield sent
    notices.set_teller(notices.tell_layer)
