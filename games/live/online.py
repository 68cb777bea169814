"""Marks people as online while they have a page open in this process. See ``accounts.online``."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial

from accounts.online import RENEW_SECONDS, mark_online
from games.live.db_threads import Read

logger = logging.getLogger(__name__)

PAUSE_SECONDS = 1.0  # pause between markings, so that new arrivals are marked in batches
LOOK_SECONDS = 10.0  # interval between checks for marks to renew


class OnlineMarks:
    """The people with a page open in this process, and the monotonic time when each was last marked as online."""

    def __init__(self, read: Read, people: Callable[[], Collection[int]]) -> None:
        """``people`` returns the ids of the users with a page open in this process."""
        self._read = read
        self._people = people
        self._marked: dict[int, float] = {}
        self._arrived = asyncio.Event()

    def arrive(self) -> None:
        """Make ``run`` mark people soon, because someone has just opened a page."""
        self._arrived.set()

    async def run(self) -> None:
        """Mark people when they arrive and for as long as they stay. Runs until cancelled."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._arrived.wait(), LOOK_SECONDS)
            self._arrived.clear()
            try:
                await self.mark()
            except Exception as error:
                logger.warning("people could not be marked as online: %s", error)
            await asyncio.sleep(PAUSE_SECONDS)

    async def mark(self) -> None:
        """Mark the people who have not been marked in the last ``RENEW_SECONDS``.

        People who open one page after another are therefore marked only once in that time.
        """
        now = time.monotonic()
        self._marked = {user: at for user, at in self._marked.items() if now < at + RENEW_SECONDS}
        due = [user for user in self._people() if user not in self._marked]
        if due:
            await self._read(partial(mark_online, user_ids=due))
            self._marked.update(dict.fromkeys(due, now))
