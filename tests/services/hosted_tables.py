"""Private tables with settings chosen by their hosts, and helpers to test them."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.models import Clock, Match
from games.services import seating
from games.services.seating import TableSettings
from games.state.errors import ServiceError
from games.state.notices import Notice


def open_table(host: User, *, rated: bool = False, clock: str = "", players: int = 3, **table_settings: Any) -> Match:
    """Open a private Moroccan ronda table with these settings."""
    return seating.open_match(
        user=host,
        ruleset="moroccan",
        options={"players": players},
        private=True,
        rated=rated,
        clock=Clock.parse(clock) if clock else None,
        table_settings=TableSettings(**table_settings),
    )


def refusal(code: str, user: User) -> str:
    """Check that this person is refused a seat, and return the error code."""
    with pytest.raises(ServiceError) as refused:
        seating.take_seat(code=code, user=user)
    return refused.value.code


def kinds(told: list[Notice], user: User) -> list[str]:
    """Return the kinds of the notices that were sent to this person."""
    return [notice.kind for notice in told if notice.user_id == user.pk]
