"""Time without a running server is given back to the players, but only once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from games.models import Match, ServerProcess
from games.services import play, presence
from games.services.heartbeat import record_heartbeat, remove_process
from games.state.match_cache import match_cache
from tests.rows import fresh
from tests.services.tables import move_once, on_turn, open_table

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def today() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as today:
        yield today


@pytest.fixture
def match(anna: User, badr: User) -> Match:
    return open_table(anna, badr, clock="55+5")  # the leader has cut, and has 60 seconds now


def test_nobody_loses_time_while_all_processes_are_alive(match: Match, today: time_machine.Traveller) -> None:
    for _beat in range(20):
        assert record_heartbeat(name="one")
        assert record_heartbeat(name="other")
        today.shift(timedelta(seconds=0.5))
    assert fresh(match).deadline == NOON + timedelta(seconds=60)


def test_a_delayed_process_gives_the_lost_time_back(match: Match, today: time_machine.Traveller) -> None:
    record_heartbeat(name="one")
    today.shift(timedelta(minutes=10))
    assert record_heartbeat(name="one")
    assert record_heartbeat(name="one")  # only once
    assert fresh(match).deadline == NOON + timedelta(seconds=60) + timedelta(minutes=10)
    assert play.act_for_server(code=match.code) is None


def test_time_without_any_process_is_given_back_to_the_player_on_turn(
    match: Match, badr: User, today: time_machine.Traveller
) -> None:
    presence.mark_away(code=match.code, user_id=badr.pk)
    grace = match.seats.get(user=badr).grace_ends
    assert grace is not None
    match.refresh_from_db()
    version = match.version
    record_heartbeat(name="one")
    today.shift(timedelta(minutes=10))
    assert record_heartbeat(name="after the restart")
    match.refresh_from_db()
    away = timedelta(minutes=10)
    assert match.deadline == NOON + timedelta(seconds=60) + away
    assert match.wake_at == match.deadline
    assert match.turn_began == NOON + away
    assert match.version == version + 1
    assert match.seats.get(user=badr).grace_ends == grace + away
    assert play.act_for_server(code=match.code) is None


def test_lost_time_is_given_back_once(match: Match, today: time_machine.Traveller) -> None:
    record_heartbeat(name="one")
    today.shift(timedelta(seconds=30))
    for name in ("two", "three", "two", "three"):
        record_heartbeat(name=name)
    assert fresh(match).deadline == NOON + timedelta(seconds=90)
    assert set(ServerProcess.objects.values_list("name", flat=True)) == {"two", "three"}


def test_an_outage_begins_when_the_last_process_stops(match: Match, today: time_machine.Traveller) -> None:
    record_heartbeat(name="one")
    today.shift(timedelta(seconds=2))
    record_heartbeat(name="other")
    today.shift(timedelta(seconds=10))
    record_heartbeat(name="new")
    assert fresh(match).deadline == NOON + timedelta(seconds=70)


def test_a_silent_process_is_noticed(today: time_machine.Traveller, db: None) -> None:
    record_heartbeat(name="one")
    record_heartbeat(name="other")
    today.shift(timedelta(seconds=2))
    assert not record_heartbeat(name="one")
    today.shift(timedelta(seconds=2))
    assert record_heartbeat(name="one"), "the other is gone by now, and its time given back"


def test_a_process_that_signs_off_counts_as_stopped_at_once(match: Match, today: time_machine.Traveller) -> None:
    record_heartbeat(name="one")
    record_heartbeat(name="other")
    remove_process(name="other")
    today.shift(timedelta(milliseconds=1))
    assert not record_heartbeat(name="one")


def test_matches_without_a_clock_and_earlier_moves_are_unchanged(
    anna: User, badr: User, match: Match, today: time_machine.Traveller
) -> None:
    untimed = open_table(anna, badr, rated=False)
    seen = match.version
    record_heartbeat(name="one")
    today.shift(timedelta(minutes=10))
    record_heartbeat(name="two")
    version = untimed.version
    assert fresh(untimed).version == version
    mover = on_turn(match)
    assert play.make_move(code=match.code, user_id=mover.pk, version=seen, move=["announce", "nothing"])


def test_a_grace_is_extended_even_without_a_clock(anna: User, badr: User, today: time_machine.Traveller) -> None:
    untimed = open_table(anna, badr, rated=False)
    presence.mark_away(code=untimed.code, user_id=badr.pk)
    untimed.refresh_from_db()
    version, grace = untimed.version, untimed.seats.get(user=badr).grace_ends
    assert grace is not None
    record_heartbeat(name="one")
    today.shift(timedelta(minutes=10))
    record_heartbeat(name="two")
    assert fresh(untimed).seats.get(user=badr).grace_ends == grace + timedelta(minutes=10)
    assert (untimed.version, untimed.facts_version) == (version + 1, version + 1)


def test_a_cached_game_continues_with_the_time_that_was_given_back(match: Match, today: time_machine.Traveller) -> None:
    first = match.turn
    assert first is not None
    record_heartbeat(name="one")
    today.shift(timedelta(minutes=10))
    record_heartbeat(name="two")
    move_once(match)
    kept = match.banks
    match_cache.clear()
    assert kept[first] == 65_000
