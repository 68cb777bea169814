"""What is due is handed to the writer, once a version."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.live.waker import Waker
from games.models import Match, Status
from games.services.announce import Change

PATIENCE_SECONDS = 30.0


class Clerk:
    """A writer that takes note of what it is asked to do, until it has been asked so often."""

    def __init__(self, wanted: int) -> None:
        self.asked: list[tuple[str, int]] = []
        self._wanted = wanted
        self.done = threading.Event()

    def submit(self, code: str, run: Any, _answer: Callable[[Any, Exception | None], None]) -> None:
        self.asked.append((code, run.keywords["version"]))
        if len(self.asked) == self._wanted:
            self.done.set()


def run_waker(clerk: Clerk, *notes: Change) -> None:
    waker = Waker(clerk)  # type: ignore[arg-type]
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
    assert clerk.asked == [(due.code, 4)]


@pytest.mark.django_db(transaction=True)
def test_what_this_process_is_told_is_acted_on_at_its_time_and_once() -> None:
    now = timezone.now()
    past, future = now - timedelta(seconds=1), now + timedelta(hours=1)
    notes = [Change("soon", 3, wake_at=past), Change("late", 2, wake_at=future), Change("never", 1)]
    again = [Change("soon", 3, wake_at=past), Change("soon", 4, wake_at=past)]
    clerk = Clerk(2)
    run_waker(clerk, *notes, *again)
    assert clerk.asked == [("soon", 3), ("soon", 4)]
