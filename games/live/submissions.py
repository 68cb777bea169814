"""Submits due actions to this process's writer, without duplicates."""

from __future__ import annotations

import logging
import threading
import time
from functools import partial
from typing import Any

from games.live.tasks import Action
from games.live.writer import Writer
from games.state.errors import Stale

logger = logging.getLogger(__name__)

ASK_AGAIN_SECONDS = 10.0  # the retry delay; after a failure, the match is still due

Key = tuple[str, int]  # the code and version of a match


class Submissions:
    """Submits due actions to a writer. If an action fails, it may be submitted again a little later."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._lock = threading.Lock()
        self._asked: dict[Key, float] = {}  # the actions submitted to the writer, and the earliest time for a retry

    def submit(self, action: Action) -> None:
        """Submit a due action, unless one for this version of the match is already pending or has just failed."""
        key, now = (action.code, action.version), time.monotonic()
        with self._lock:
            if self._asked.get(key, now) > now:
                return
            self._asked[key] = now + ASK_AGAIN_SECONDS
        self._writer.submit(action.code, action.run, partial(self._answered, key))

    def forget_old(self) -> None:
        """Forget the actions whose retry delay has passed."""
        now = time.monotonic()
        with self._lock:
            self._asked = {key: until for key, until in self._asked.items() if until > now}

    def _answered(self, key: Key, _change: Any, error: Exception | None) -> None:
        """Handle the result, on the writer's thread. If the match is still due, a later poll submits it again."""
        if error is not None and not isinstance(error, Stale):  # stale: the match has moved on since the bot chose
            logger.error("cannot carry out the server's action in a match", exc_info=error)
            return
        with self._lock:
            self._asked.pop(key, None)
