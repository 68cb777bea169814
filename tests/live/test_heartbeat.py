"""Missed heartbeats of a process that still stores commands: each commit counts as a sign of life."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
import time_machine

from accounts.models import User
from games.live.heartbeat import Heartbeat
from games.live.writer import Writer
from games.models import Match
from games.services import play
from games.state.match_cache import match_cache
from tests.rows import fresh
from tests.services.tables import game_of, open_table, plain_move

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE_SECONDS = 30.0
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def today() -> Iterator[time_machine.Traveller]:
    match_cache.clear()
    with time_machine.travel(NOON, tick=False) as today:
        yield today


@pytest.fixture
def match(today: time_machine.Traveller) -> Match:
    return open_table(User.objects.create_user("anna"), User.objects.create_user("badr"), clock="55+5")


@pytest.fixture
def heartbeat() -> Heartbeat:
    return Heartbeat()


@pytest.fixture
def writer(heartbeat: Heartbeat) -> Iterator[Writer]:
    writer = Writer(1, heartbeat)
    yield writer
    writer.close()


def carry_out(writer: Writer, match: Match, run: Callable[[], object]) -> None:
    """Have the writer carry out a command."""
    errors: list[Exception | None] = []
    answered = threading.Event()

    def answer(_result: object, error: Exception | None) -> None:
        errors.append(error)
        answered.set()

    writer.submit(match.code, run, answer)
    assert answered.wait(PATIENCE_SECONDS)
    assert errors == [None]


def toggle(writer: Writer, match: Match, *, on: bool) -> None:
    user = match.seats.get(number=0).user_id
    carry_out(writer, match, partial(play.set_auto_call, code=match.code, user_id=user, on=on))


def test_a_process_that_still_stores_commands_is_alive_however_late_its_heartbeat_is(
    match: Match, today: time_machine.Traveller, heartbeat: Heartbeat, writer: Writer
) -> None:
    deadline = match.deadline
    heartbeat.beat()
    for number in range(20):
        today.shift(timedelta(seconds=1))
        toggle(writer, match, on=number % 2 == 0)
    assert heartbeat.beat()
    assert fresh(match).deadline == deadline


def test_a_process_that_was_suspended_gives_time_back_before_it_stores_anything_else(
    match: Match, today: time_machine.Traveller, heartbeat: Heartbeat, writer: Writer
) -> None:
    heartbeat.beat()
    deadline, mover = match.deadline, match.turn
    assert deadline is not None
    assert mover is not None
    today.shift(timedelta(minutes=10))
    user, move = match.seats.get(number=mover).user_id, list(plain_move(game_of(match))[1:])
    carry_out(writer, match, partial(play.make_move, code=match.code, user_id=user, version=match.version, move=move))
    assert fresh(match).banks[mover] == 65_000, "he has moved at once, and has his increment"


def test_a_process_that_stops_sends_no_more_heartbeats(
    match: Match, today: time_machine.Traveller, heartbeat: Heartbeat, writer: Writer
) -> None:
    heartbeat.beat()
    heartbeat.end()
    today.shift(timedelta(seconds=1))
    toggle(writer, match, on=True)
    assert not Heartbeat().beat()
