"""The scheduler for the server's own actions: a bot's move, an automatic call, a timeout.

``Match.wake_at`` is the due time. Every process looks for due matches, and several may try the same one: the service
decides, with the match locked, whether it is still due. While a process sends no heartbeat, no player times out, since
its players may be reconnecting.
"""

from __future__ import annotations

import heapq
import logging
import threading
import time
from datetime import datetime
from functools import partial
from typing import Any

from django.db import DatabaseError, InterfaceError, close_old_connections, connection
from django.utils import timezone

from games.live.heartbeat import Heartbeat
from games.live.writer import Writer
from games.models import Match
from games.services.heartbeat import all_processes_alive
from games.services.play import act_for_server
from games.state.announce import Change

logger = logging.getLogger(__name__)

POLL_SECONDS = 0.5
MAX_DUE = 1000  # matches read at a time; the rest are still due at the next poll
ASK_AGAIN_SECONDS = 10.0  # if an attempt failed, the match is still due


class Scheduler:
    """A thread that submits due actions to the writer. ``note`` adds due times known without polling the database."""

    def __init__(self, writer: Writer, *, heartbeat: Heartbeat | None) -> None:
        """``heartbeat`` belongs to a process with connected players, who lose their connection when it stops."""
        self._writer = writer
        self._heartbeat = heartbeat
        self._changed = threading.Condition()
        self._known: list[tuple[datetime, str, int]] = []  # a heap: when, match, version
        self._asked: dict[tuple[str, int], float] = {}  # submitted to the writer, and when to retry at the earliest
        self._ending = False
        self._thread = threading.Thread(target=self._run, name="scheduler", daemon=True)

    @property
    def is_alive(self) -> bool:
        """Return whether the thread is running."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop scheduling, and record that this process is shutting down. Return at once."""
        with self._changed:
            self._ending = True
            self._changed.notify()

    def close(self) -> None:
        """Stop the thread and wait for it."""
        self.stop()
        self._thread.join()

    def note(self, change: Change) -> None:
        """Add the due time of a match that has just changed. Callable on any thread."""
        if change.wake_at is None:
            return
        with self._changed:
            heapq.heappush(self._known, (change.wake_at, change.code, change.version))
            self._changed.notify()

    def _run(self) -> None:
        poll_at = time.monotonic()
        while True:
            with self._changed:
                if not self._ending:
                    self._changed.wait(self._seconds_to_wait(poll_at))
                if self._ending:
                    break
                due = self._take_known()
            if time.monotonic() >= poll_at:
                due += self._poll()
                poll_at = time.monotonic() + POLL_SECONDS
            for code, version in due:
                self._ask(code, version)
        self._sign_off()
        connection.close()

    def _seconds_to_wait(self, poll_at: float) -> float:
        seconds = poll_at - time.monotonic()
        if self._known:
            seconds = min(seconds, (self._known[0][0] - timezone.now()).total_seconds())
        return max(0.0, seconds)

    def _take_known(self) -> list[tuple[str, int]]:
        due, now = [], timezone.now()
        while self._known and self._known[0][0] <= now:
            _at, code, version = heapq.heappop(self._known)
            due.append((code, version))
        return due

    def _poll(self) -> list[tuple[str, int]]:
        """Read due matches from the database: after a restart, or when the process that knew them has died."""
        now = time.monotonic()
        with self._changed:
            self._asked = {key: until for key, until in self._asked.items() if until > now}
        try:
            close_old_connections()
            all_heard = all_processes_alive() if self._heartbeat is None else self._heartbeat.beat()
            due = Match.objects.filter(wake_at__lte=timezone.now()).order_by("wake_at")
            if not all_heard:
                due = due.filter(deadline=None)
            return list(due.values_list("code", "version")[:MAX_DUE])
        except (DatabaseError, InterfaceError):
            logger.exception("the scheduler cannot read what is due")
            return []

    def _sign_off(self) -> None:
        if self._heartbeat is None:
            return
        try:
            self._heartbeat.end()
        except (DatabaseError, InterfaceError):  # the missing heartbeat will show it anyway
            logger.info("cannot record the shutdown of this process", exc_info=True)

    def _ask(self, code: str, version: int) -> None:
        """Submit a due match to the writer, unless it is already submitted or has just failed."""
        key, now = (code, version), time.monotonic()
        with self._changed:
            if self._asked.get(key, now) > now:
                return
            self._asked[key] = now + ASK_AGAIN_SECONDS
        self._writer.submit(code, partial(act_for_server, code=code), partial(self._answered, key))

    def _answered(self, key: tuple[str, int], _change: Any, error: Exception | None) -> None:
        """Record the result, on the writer's thread. A match that is still due is submitted again at the next poll."""
        if error is not None:
            logger.error("cannot carry out the server's action in a match", exc_info=error)
            return
        with self._changed:
            self._asked.pop(key, None)
