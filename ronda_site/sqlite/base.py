"""Django's SQLite backend with a fair write lock for the threads of a process.

SQLite makes waiting connections poll for the lock, at intervals that grow to a tenth of a second. A thread that starts
its next transaction right after a commit can therefore starve all others until they fail with "database is locked";
heartbeats, for example, would stop while the writer is busy. Other processes still poll.
"""

from __future__ import annotations

from collections import defaultdict, deque
from threading import Lock
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError


class WriteQueue:
    """A lock that is granted in order of arrival."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._is_taken = False
        self._waiting: deque[Lock] = deque()

    def enter(self, timeout: float) -> bool:
        """Wait for the lock for at most ``timeout`` seconds. Return whether it was acquired."""
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return True
            place = Lock()
            place.acquire()
            self._waiting.append(place)
        if place.acquire(timeout=timeout):
            return True
        with self._guard:
            if place not in self._waiting:  # it was granted at the last moment
                return True
            self._waiting.remove(place)
        return False

    def leave(self) -> None:
        """Release the lock to the next waiting thread."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False


_queues: defaultdict[str, WriteQueue] = defaultdict(WriteQueue)  # by database name


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that queues for the write lock before each transaction, because BEGIN IMMEDIATE takes that lock."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._queue: WriteQueue | None = None  # set while this connection holds the lock

    def _start_transaction_under_autocommit(self) -> None:
        queue = _queues[str(self.settings_dict["NAME"])]
        if not queue.enter(float(self.settings_dict["OPTIONS"].get("timeout", 5.0))):
            raise OperationalError("database is locked")
        self._queue = queue
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._leave_queue()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]  # if this fails, a rollback follows
        self._leave_queue()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._leave_queue()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._leave_queue()

    def _leave_queue(self) -> None:
        queue, self._queue = self._queue, None
        if queue is not None:
            queue.leave()
