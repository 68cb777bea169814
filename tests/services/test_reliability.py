"""How often players leave, and how long the others wait for them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from games.models import Match, Seat, Status
from games.services import leaving
from games.services.seating import start_quick_match
from games.state.reliability import GRACES, grace_for, leave_percentages
from tests.services.tables import open_table

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
LONGEST, SHORTEST = GRACES[0][1], GRACES[-1][1]


@pytest.fixture(autouse=True)
def today() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


def matches_of(user: User, other: User, left: list[bool]) -> None:
    for number, gone in enumerate(left):
        match = open_table(user, other, rated=False)
        Match.objects.filter(pk=match.pk).update(status=Status.FINISHED, finished=NOON, turn=None, wake_at=None)
        Seat.objects.filter(match=match).update(finished=NOON + timedelta(seconds=number))
        Seat.objects.filter(match=match, user=user).update(left=gone)


def test_a_player_without_matches_has_no_leave_percentage(anna: User) -> None:
    assert leave_percentages([anna.pk]) == {}


def test_the_leave_percentage_counts_all_matches(anna: User, badr: User) -> None:
    matches_of(anna, badr, [True, False, False, False])
    assert leave_percentages([anna.pk, badr.pk]) == {anna.pk: 25, badr.pk: 0}


def test_matches_against_bots_do_not_count(anna: User) -> None:
    match = start_quick_match(user=anna, ruleset="moroccan", options={})
    leaving.resign_match(code=match.code, user_id=anna.pk)
    assert leave_percentages([anna.pk]) == {}


def test_the_grace_shrinks_for_players_who_leave_repeatedly(anna: User, badr: User) -> None:
    matches_of(anna, badr, [True])
    assert grace_for(anna.pk) == LONGEST, "once may happen to anybody"
    matches_of(anna, badr, [True, False, False])
    assert grace_for(anna.pk) == SHORTEST
    assert grace_for(badr.pk) == LONGEST
