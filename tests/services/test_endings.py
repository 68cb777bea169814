"""Matches that time out together are stored together, with the same outcome as if each had ended alone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db.backends.utils import CursorWrapper

from accounts.models import User
from games.models import Match, Outcome, SeatStats, Status
from games.ratings.rebuild import check_ratings
from games.services.server_turns import act_for_server
from games.state.match_cache import match_cache
from games.state.store import open_store
from tests.services.tables import move_once, open_table

pytestmark = pytest.mark.django_db(transaction=True)

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def today() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as today:
        yield today


def matches_of(count: int, anna: User, badr: User) -> list[Match]:
    """Return matches with three days per move between the same two people, who have both played a card."""
    matches = []
    for _match in range(count):
        match = open_table(anna, badr, clock="3d")
        for _move in range(4):
            move_once(match)
        matches.append(match)
    return matches


def end_together(matches: list[Match]) -> None:
    """Have the server end all these matches in one transaction, as the writer does."""
    match_cache.clear()
    with open_store() as store:
        store.prepare([match.code for match in matches])
        for match in matches:
            assert act_for_server.within(store, code=match.code) is not None


def test_matches_that_end_together_rate_their_players_one_after_the_other(
    anna: User, badr: User, today: time_machine.Traveller
) -> None:
    matches = matches_of(3, anna, badr)
    today.shift(timedelta(days=4))
    end_together(matches)
    for match in matches:
        match.refresh_from_db()
        loser = match.result_seat
        assert (match.status, match.result_reason) == (Status.FINISHED, "timeout")
        assert match.finished == NOON + timedelta(days=4)
        assert (match.turn, match.deadline, match.wake_at) == (None, None, None)
        for seat in match.seats.all():
            assert seat.outcome == (Outcome.LOST if seat.number == loser else Outcome.WON)
            assert seat.finished == match.finished
            assert seat.rating_change is not None
            assert (seat.rating_change < 0) == (seat.number == loser)
    for user in (anna, badr):
        rating = user.ratings.get()
        changes = list(rating.changes.order_by("id"))
        assert (rating.matches, rating.opponents, rating.opponent_counts.get().matches) == (3, 1, 3)
        assert [change.before for change in changes] == [1500, *(change.after for change in changes[:-1])]
        assert rating.value == changes[-1].after
    assert SeatStats.objects.filter(seat__match__in=matches).count() == 6
    assert list(check_ratings()) == [], "computed again, they are the same"


def test_ending_more_matches_takes_no_more_statements(
    anna: User, badr: User, today: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    honest = CursorWrapper._execute

    def noting(cursor: CursorWrapper, sql: str, *rest: Any) -> Any:
        sent.append(sql)
        return honest(cursor, sql, *rest)

    counts = []
    matches = matches_of(6, anna, badr)
    today.shift(timedelta(days=4))
    monkeypatch.setattr(CursorWrapper, "_execute", noting)
    for group in (matches[:1], matches[1:3], matches[3:]):
        sent.clear()
        end_together(group)
        counts.append(len(sent))
    assert counts[2] == counts[1] <= counts[0]
