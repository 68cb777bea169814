"""What a server process says of itself: that it lives, and serves."""

from __future__ import annotations

import logging
import threading
import time
import uuid

from django.db import DatabaseError, InterfaceError

from games.services.heartbeat import record_heartbeat, remove_process

logger = logging.getLogger(__name__)

LATE_SECONDS = 0.8  # after a beat, within which the waker makes the next one unless it is held up


class Heartbeat:
    """The heartbeat of this process, of whichever of its threads comes first: it was away only if none of them did.

    The waker beats all the time, and the writer, before it keeps what players ask for, where the waker is late. So a
    process that keeps moves is heard however busy it is, and one that was stopped gives the time back before it keeps
    anything else.
    """

    def __init__(self) -> None:
        self._name = uuid.uuid4().hex
        self._guard = threading.Lock()
        self._last = 0.0
        self._ended = False

    def beat(self) -> bool:
        """Be heard now; whether all processes are. Raises DatabaseError, InterfaceError."""
        with self._guard:
            if not self._ended:
                all_heard = record_heartbeat(name=self._name)
                self._last = time.time()
                return all_heard
        return False

    def beat_if_late(self) -> None:
        """Be heard, on a thread that is about to keep something, where that has not been so for too long."""
        if self._ended or 0 <= time.time() - self._last < LATE_SECONDS:  # less than 0: the clock was set back
            return
        try:
            self.beat()
        except (DatabaseError, InterfaceError):  # what the thread is about to keep will fail too, or this soon succeed
            logger.warning("a heartbeat could not be kept", exc_info=True)

    def end(self) -> None:
        """Say that this process goes, and be heard no more. Raises DatabaseError, InterfaceError."""
        with self._guard:
            self._ended = True
            remove_process(name=self._name)
