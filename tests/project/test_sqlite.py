"""The threads of a process take turns when they write to SQLite."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from statistics import median

import pytest
from django.db import OperationalError, connection, transaction

from accounts.models import User
from ronda_site.sqlite.base import WriteQueue

PATIENCE_SECONDS = 60.0


@pytest.mark.django_db(transaction=True)
def test_a_thread_that_writes_without_a_pause_does_not_starve_others() -> None:
    """With SQLite alone, the busy thread could start its next write before the other one had even tried."""
    begun, done = threading.Event(), threading.Event()
    committed: list[int] = []

    def write_without_a_pause() -> None:
        while not done.is_set():
            with transaction.atomic():
                User.objects.filter(pk=0).update(is_active=True)
                begun.set()
            committed.append(1)
        connection.close()

    def write_once() -> int:
        connection.ensure_connection()
        before = len(committed)
        with transaction.atomic():
            between = len(committed) - before
        connection.close()
        return between

    with ThreadPoolExecutor(2) as threads:
        busy = threads.submit(write_without_a_pause)
        assert begun.wait(PATIENCE_SECONDS)
        try:
            waited = [threads.submit(write_once).result() for _time in range(20)]
        finally:
            done.set()
        busy.result()
    # The running transaction, and one already queued. The median ignores threads delayed on their way to the queue.
    assert median(waited) <= 2


@pytest.mark.django_db(transaction=True)
def test_readers_do_not_wait_for_writers() -> None:
    def read() -> int:
        try:
            return User.objects.filter(username="unseen").count()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as threads, transaction.atomic():
        User.objects.create_user("unseen")
        assert threads.submit(read).result(PATIENCE_SECONDS) == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("fails", [False, True])
def test_a_turn_ends_with_its_transaction_however_that_ends(fails: bool) -> None:
    class FaultError(Exception):
        pass

    def write() -> None:
        try:
            with transaction.atomic():
                User.objects.filter(pk=0).update(is_active=True)
                if fails:
                    raise FaultError
                connection.close()
        except (FaultError, OperationalError):
            connection.close()

    write()
    with ThreadPoolExecutor(1) as threads:
        threads.submit(write).result(PATIENCE_SECONDS)


def test_the_queue_serves_the_longest_waiting_and_forgets_those_who_gave_up() -> None:
    line = WriteQueue()
    assert line.enter(0)
    assert not line.enter(0)
    let_in: list[int] = []

    def wait(number: int) -> None:
        assert line.enter(PATIENCE_SECONDS)
        let_in.append(number)
        line.leave()

    threads = []
    for number in range(5):
        threads.append(threading.Thread(target=wait, args=(number,)))
        threads[-1].start()
        while len(line._waiting) <= number:
            pass
    line.leave()
    for thread in threads:
        thread.join()
    assert let_in == [0, 1, 2, 3, 4]
    assert line.enter(0)
