"""Time without a server is given back, once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from games.models import Match, ServerProcess
from games.services import play, presence
from games.services.heartbeat import forget_process, hear_process
from games.state.match_cache import match_cache
from tests.services.tables import move_once, on_turn, open_table

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def today() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as today:
        yield today


@pytest.fixture
def match(anna: User, badr: User) -> Match:
    return open_table(anna, badr, clock="55+5")  # who leads has cut, and has 60 now


def test_processes_that_are_heard_cost_nobody_time(match: Match, today: time_machine.Traveller) -> None:
    for _beat in range(20):
        assert hear_process(name="one")
        assert hear_process(name="other")
        today.shift(timedelta(seconds=0.5))
    match.refresh_from_db()
    assert match.deadline == NOON + timedelta(seconds=60)


def test_a_process_that_was_held_up_gives_its_own_time_back(match: Match, today: time_machine.Traveller) -> None:
    hear_process(name="one")
    today.shift(timedelta(minutes=10))
    assert hear_process(name="one")
    assert hear_process(name="one")  # once
    match.refresh_from_db()
    assert match.deadline == NOON + timedelta(seconds=60) + timedelta(minutes=10)
    assert play.act_for_server(code=match.code) is None


def test_time_without_any_process_is_given_back_to_whoever_is_on_turn(
    match: Match, badr: User, today: time_machine.Traveller
) -> None:
    presence.note_away(code=match.code, user_id=badr.pk)
    grace = match.seats.get(user=badr).grace_ends
    assert grace is not None
    match.refresh_from_db()
    version = match.version
    hear_process(name="one")
    today.shift(timedelta(minutes=10))
    assert hear_process(name="after the restart")
    match.refresh_from_db()
    away = timedelta(minutes=10)
    assert match.deadline == NOON + timedelta(seconds=60) + away
    assert match.wake_at == match.deadline
    assert match.turn_began == NOON + away
    assert match.version == version + 1
    assert match.seats.get(user=badr).grace_ends == grace + away
    assert play.act_for_server(code=match.code) is None


def test_it_is_given_back_once(match: Match, today: time_machine.Traveller) -> None:
    hear_process(name="one")
    today.shift(timedelta(seconds=30))
    for name in ("two", "three", "two", "three"):
        hear_process(name=name)
    match.refresh_from_db()
    assert match.deadline == NOON + timedelta(seconds=90)
    assert set(ServerProcess.objects.values_list("name", flat=True)) == {"two", "three"}


def test_the_site_was_away_since_the_last_of_its_processes(match: Match, today: time_machine.Traveller) -> None:
    hear_process(name="one")
    today.shift(timedelta(seconds=2))
    hear_process(name="other")
    today.shift(timedelta(seconds=10))
    hear_process(name="new")
    match.refresh_from_db()
    assert match.deadline == NOON + timedelta(seconds=70)


def test_while_somebody_is_silent_not_all_are_heard(today: time_machine.Traveller, db: None) -> None:
    hear_process(name="one")
    hear_process(name="other")
    today.shift(timedelta(seconds=2))
    assert not hear_process(name="one")
    today.shift(timedelta(seconds=2))
    assert hear_process(name="one"), "the other is gone by now, and its time given back"


def test_a_process_that_parts_is_silent_at_once(match: Match, today: time_machine.Traveller) -> None:
    hear_process(name="one")
    hear_process(name="other")
    forget_process(name="other")
    today.shift(timedelta(milliseconds=1))
    assert not hear_process(name="one")


def test_matches_without_a_clock_and_moves_made_before_are_as_they_were(
    anna: User, badr: User, match: Match, today: time_machine.Traveller
) -> None:
    untimed = open_table(anna, badr, rated=False)
    seen = match.version
    hear_process(name="one")
    today.shift(timedelta(minutes=10))
    hear_process(name="two")
    version = untimed.version
    untimed.refresh_from_db()
    assert untimed.version == version
    mover = on_turn(match)
    assert play.make_move(code=match.code, user_id=mover.pk, version=seen, move=["announce", "nothing"])


def test_a_grace_is_given_back_where_no_clock_runs_too(anna: User, badr: User, today: time_machine.Traveller) -> None:
    untimed = open_table(anna, badr, rated=False)
    presence.note_away(code=untimed.code, user_id=badr.pk)
    untimed.refresh_from_db()
    version, grace = untimed.version, untimed.seats.get(user=badr).grace_ends
    assert grace is not None
    hear_process(name="one")
    today.shift(timedelta(minutes=10))
    hear_process(name="two")
    untimed.refresh_from_db()
    assert untimed.seats.get(user=badr).grace_ends == grace + timedelta(minutes=10)
    assert (untimed.version, untimed.facts_version) == (version + 1, version + 1)


def test_a_game_in_memory_goes_on_with_the_time_that_was_given_back(
    match: Match, today: time_machine.Traveller
) -> None:
    first = match.turn
    assert first is not None
    hear_process(name="one")
    today.shift(timedelta(minutes=10))
    hear_process(name="two")
    move_once(match)
    kept = match.banks
    match_cache.clear()
    assert kept[first] == 65_000
