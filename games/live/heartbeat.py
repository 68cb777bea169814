"""A server process's heartbeat."""

from __future__ import annotations

import logging
import threading
import time
import uuid

from django.db import DatabaseError, InterfaceError

from games.services.heartbeat import record_heartbeat, remove_process

logger = logging.getLogger(__name__)

LATE_SECONDS = 0.8  # maximum age of the last beat; the scheduler beats more often than this unless it is delayed


class Heartbeat:
    """The heartbeat of this process, shared by its threads. The process counts as down only if no thread beats.

    The scheduler beats regularly. If the scheduler is late, a writer thread beats before it stores commands. A
    process that stores moves therefore has a heartbeat even when it is busy, and a process that was suspended gives
    players their lost time back before it stores anything else.
    """

    def __init__(self) -> None:
        self._name = uuid.uuid4().hex
        self._guard = threading.Lock()
        self._last = 0.0
        self._ended = False

    def beat(self) -> bool:
        """Store a heartbeat and return whether all processes are alive. Raises DatabaseError, InterfaceError."""
        with self._guard:
            if not self._ended:
                all_heard = record_heartbeat(name=self._name)
                self._last = time.time()
                return all_heard
        return False

    def beat_if_late(self) -> None:
        """Store a heartbeat if the last one is too old. Called on a thread that is about to write."""
        if self._ended or 0 <= time.time() - self._last < LATE_SECONDS:  # negative if the clock was set back
            return
        try:
            self.beat()
        except (DatabaseError, InterfaceError):  # the write that follows will fail too, or the next beat will succeed
            logger.warning("cannot store a heartbeat", exc_info=True)

    def end(self) -> None:
        """Record that this process is shutting down, and stop the heartbeat. Raises DatabaseError, InterfaceError."""
        with self._guard:
            self._ended = True
            remove_process(name=self._name)
