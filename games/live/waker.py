"""Acts when the server itself is due: a bot's move, a call made for a player, a clock that has run out.

``Match.wake_at`` says when. Every process looks for what is due, and several may try the same: whether it still is due
is decided once the match is locked. While a process is silent nobody's time is up, since its players may be on their
way back.
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

from games.live.pulse import Pulse
from games.live.writer import Writer
from games.models import Match
from games.services.heartbeat import all_are_heard
from games.services.play import act_for_server
from games.state.announce import Change

logger = logging.getLogger(__name__)

LOOK_SECONDS = 0.5
MAX_DUE = 1000  # read at one look; the rest is still due at the next
ASK_AGAIN_SECONDS = 10.0  # where an attempt has failed, the match is still due


class Waker:
    """A thread that hands what is due to the writer. ``note`` tells it of what this process knows without looking."""

    def __init__(self, writer: Writer, *, pulse: Pulse | None) -> None:
        """``pulse`` is that of a process to which players are connected, so that they are away when it is."""
        self._writer = writer
        self._pulse = pulse
        self._changed = threading.Condition()
        self._known: list[tuple[datetime, str, int]] = []  # a heap: when, match, version
        self._asked: dict[tuple[str, int], float] = {}  # what the writer has in hand, and until when not to ask again
        self._ending = False
        self._thread = threading.Thread(target=self._run, name="waker", daemon=True)

    @property
    def is_alive(self) -> bool:
        """Whether its thread runs."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def part(self) -> None:
        """Do no more, and let the other processes know that this one is going; returns at once."""
        with self._changed:
            self._ending = True
            self._changed.notify()

    def close(self) -> None:
        """End the thread."""
        self.part()
        self._thread.join()

    def note(self, change: Change) -> None:
        """Take note, on any thread, of when a match that has just changed wakes the server."""
        if change.wake_at is None:
            return
        with self._changed:
            heapq.heappush(self._known, (change.wake_at, change.code, change.version))
            self._changed.notify()

    def _run(self) -> None:
        look_at = time.monotonic()
        while True:
            with self._changed:
                if not self._ending:
                    self._changed.wait(self._seconds_to_wait(look_at))
                if self._ending:
                    break
                due = self._take_known()
            if time.monotonic() >= look_at:
                due += self._look()
                look_at = time.monotonic() + LOOK_SECONDS
            for code, version in due:
                self._ask(code, version)
        self._say_farewell()
        connection.close()

    def _seconds_to_wait(self, look_at: float) -> float:
        seconds = look_at - time.monotonic()
        if self._known:
            seconds = min(seconds, (self._known[0][0] - timezone.now()).total_seconds())
        return max(0.0, seconds)

    def _take_known(self) -> list[tuple[str, int]]:
        due, now = [], timezone.now()
        while self._known and self._known[0][0] <= now:
            _at, code, version = heapq.heappop(self._known)
            due.append((code, version))
        return due

    def _look(self) -> list[tuple[str, int]]:
        """What the database has due: after a restart, and where the process that knew has gone."""
        now = time.monotonic()
        with self._changed:
            self._asked = {key: until for key, until in self._asked.items() if until > now}
        try:
            close_old_connections()
            all_heard = all_are_heard() if self._pulse is None else self._pulse.beat()
            due = Match.objects.filter(wake_at__lte=timezone.now()).order_by("wake_at")
            if not all_heard:
                due = due.filter(deadline=None)
            return list(due.values_list("code", "version")[:MAX_DUE])
        except (DatabaseError, InterfaceError):
            logger.exception("the waker cannot read what is due")
            return []

    def _say_farewell(self) -> None:
        if self._pulse is None:
            return
        try:
            self._pulse.end()
        except (DatabaseError, InterfaceError):  # it will be missed all the same
            logger.info("a parting process could not say so", exc_info=True)

    def _ask(self, code: str, version: int) -> None:
        """Have the writer act, unless it is about to, or has just failed to."""
        key, now = (code, version), time.monotonic()
        with self._changed:
            if self._asked.get(key, now) > now:
                return
            self._asked[key] = now + ASK_AGAIN_SECONDS
        self._writer.submit(code, partial(act_for_server, code=code), partial(self._answered, key))

    def _answered(self, key: tuple[str, int], _change: Any, error: Exception | None) -> None:
        """Take note, on the writer's thread, of what became of it. What is still due is asked for at the next look."""
        if error is not None:
            logger.error("the server could not act in a match", exc_info=error)
            return
        with self._changed:
            self._asked.pop(key, None)
