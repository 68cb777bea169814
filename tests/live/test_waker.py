"""What is due is handed to the writer, once a version."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.live.pulse import Pulse
from games.live.waker import Waker
from games.models import Match, ServerProcess, Status
from games.state.announce import Change

PATIENCE_SECONDS = 30.0


class Clerk:
    """A writer that takes note of what it is asked to do, until it has been asked so often."""

    def __init__(self, wanted: int) -> None:
        self.asked: list[str] = []
        self._wanted = wanted
        self.done = threading.Event()

    def submit(self, code: str, run: Any, _answer: Callable[[Any, Exception | None], None]) -> None:
        assert run.keywords == {"code": code}
        self.asked.append(code)
        if len(self.asked) == self._wanted:
            self.done.set()


def run_waker(clerk: Clerk, *notes: Change, serves: bool = True) -> None:
    waker = Waker(clerk, pulse=Pulse() if serves else None)  # type: ignore[arg-type]
    waker.start()
    for note in notes:
        waker.note(note)
    assert clerk.done.wait(PATIENCE_SECONDS)
    waker.close()


@pytest.mark.django_db(transaction=True)
def test_matches_that_the_database_has_due_are_acted_for() -> None:
    host = User.objects.create(username="host")
    now = timezone.now()
    common = {"ruleset": "moroccan", "size_class": "2", "created_by": host, "status": Status.RUNNING, "version": 4}
    due = Match.objects.create(wake_at=now - timedelta(hours=1), **common)
    Match.objects.create(wake_at=now + timedelta(hours=1), **common)
    Match.objects.create(wake_at=None, **common)
    clerk = Clerk(1)
    run_waker(clerk)
    assert clerk.asked == [due.code]


@pytest.mark.django_db(transaction=True)
def test_what_this_process_is_told_is_acted_on_at_its_time_and_once() -> None:
    now = timezone.now()
    past, future = now - timedelta(seconds=1), now + timedelta(hours=1)
    notes = [Change("soon", 3, wake_at=past), Change("late", 2, wake_at=future), Change("never", 1)]
    again = [Change("soon", 3, wake_at=past), Change("soon", 4, wake_at=past)]
    clerk = Clerk(2)
    run_waker(clerk, *notes, *again)
    assert clerk.asked == ["soon", "soon"]


@pytest.fixture
def two_due(db: None) -> list[Match]:
    """A match whose bot is due, and one in which somebody's time is up."""
    host = User.objects.create(username="host")
    now = timezone.now()
    common = {"ruleset": "moroccan", "size_class": "2", "created_by": host, "status": Status.RUNNING, "version": 4}
    bot = Match.objects.create(wake_at=now - timedelta(hours=1), **common)
    timed = Match.objects.create(wake_at=now - timedelta(minutes=1), deadline=now - timedelta(minutes=1), **common)
    return [bot, timed]


@pytest.mark.django_db(transaction=True)
def test_a_process_without_players_ends_nobodys_time_while_no_other_is_heard(two_due: list[Match]) -> None:
    clerk = Clerk(1)
    run_waker(clerk, serves=False)
    assert clerk.asked == [two_due[0].code]
    assert not ServerProcess.objects.exists(), "it is missed by nobody when it goes"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("silent", [False, True])
def test_a_process_without_players_acts_like_the_others_while_all_are_heard(two_due: list[Match], silent: bool) -> None:
    soon = timezone.now() + timedelta(minutes=1)  # heard for as long as this test takes
    ServerProcess.objects.create(name="players are here", heard=soon)
    ServerProcess.objects.create(name="and here", heard=soon - timedelta(minutes=2) if silent else soon)
    expected = two_due[:1] if silent else two_due
    clerk = Clerk(len(expected))
    run_waker(clerk, serves=False)
    assert clerk.asked == [match.code for match in expected]
