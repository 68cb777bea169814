"""The scheduler submits due actions to the writer, once per version."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.live.heartbeat import Heartbeat
from games.live.scheduler import Scheduler
from games.models import Match, ServerProcess, Status
from games.state.announce import Change

PATIENCE_SECONDS = 30.0


class FakeWriter:
    """A writer that records commands instead of carrying them out. ``done`` is set after ``wanted`` commands."""

    def __init__(self, wanted: int) -> None:
        self.asked: list[str] = []
        self._wanted = wanted
        self.done = threading.Event()

    def submit(self, code: str, run: Any, _answer: Callable[[Any, Exception | None], None]) -> None:
        assert run.keywords == {"code": code}
        self.asked.append(code)
        if len(self.asked) == self._wanted:
            self.done.set()


def run_scheduler(writer: FakeWriter, *notes: Change, serves: bool = True) -> None:
    scheduler = Scheduler(writer, heartbeat=Heartbeat() if serves else None)  # type: ignore[arg-type]
    scheduler.start()
    for note in notes:
        scheduler.note(note)
    assert writer.done.wait(PATIENCE_SECONDS)
    scheduler.close()


@pytest.mark.django_db(transaction=True)
def test_due_matches_in_the_database_are_acted_on() -> None:
    host = User.objects.create(username="host")
    now = timezone.now()
    common = {"ruleset": "moroccan", "size_class": "2", "created_by": host, "status": Status.RUNNING, "version": 4}
    due = Match.objects.create(wake_at=now - timedelta(hours=1), **common)
    Match.objects.create(wake_at=now + timedelta(hours=1), **common)
    Match.objects.create(wake_at=None, **common)
    writer = FakeWriter(1)
    run_scheduler(writer)
    assert writer.asked == [due.code]


@pytest.mark.django_db(transaction=True)
def test_changes_in_this_process_are_acted_on_once_when_they_are_due() -> None:
    now = timezone.now()
    past, future = now - timedelta(seconds=1), now + timedelta(hours=1)
    notes = [Change("soon", 3, wake_at=past), Change("late", 2, wake_at=future), Change("never", 1)]
    again = [Change("soon", 3, wake_at=past), Change("soon", 4, wake_at=past)]
    writer = FakeWriter(2)
    run_scheduler(writer, *notes, *again)
    assert writer.asked == ["soon", "soon"]


@pytest.fixture
def two_due(db: None) -> list[Match]:
    """A match whose bot is due to move, and one with a player who ran out of time."""
    host = User.objects.create(username="host")
    now = timezone.now()
    common = {"ruleset": "moroccan", "size_class": "2", "created_by": host, "status": Status.RUNNING, "version": 4}
    bot = Match.objects.create(wake_at=now - timedelta(hours=1), **common)
    timed = Match.objects.create(wake_at=now - timedelta(minutes=1), deadline=now - timedelta(minutes=1), **common)
    return [bot, timed]


@pytest.mark.django_db(transaction=True)
def test_a_process_without_players_ends_no_turn_while_another_process_is_silent(two_due: list[Match]) -> None:
    writer = FakeWriter(1)
    run_scheduler(writer, serves=False)
    assert writer.asked == [two_due[0].code]
    assert not ServerProcess.objects.exists(), "it is missed by nobody when it goes"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("silent", [False, True])
def test_a_process_without_players_acts_like_the_others_while_all_are_alive(two_due: list[Match], silent: bool) -> None:
    soon = timezone.now() + timedelta(minutes=1)  # alive for as long as this test takes
    ServerProcess.objects.create(name="players are here", heard=soon)
    ServerProcess.objects.create(name="and here", heard=soon - timedelta(minutes=2) if silent else soon)
    expected = two_due[:1] if silent else two_due
    writer = FakeWriter(len(expected))
    run_scheduler(writer, serves=False)
    assert writer.asked == [match.code for match in expected]
