"""Finds out whether a user has a certain table, or any page of the site, open in any process.

The processes ask each other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from typing import Any

from accounts.online import online_among
from games.live.channel_layer import ChannelLayerClient
from games.live.db_threads import Read

PAGES_GROUP = "pages"  # the channel-layer group of all processes with pages
SOUGHT, FOUND = "page.sought", "page.found"
ANSWER_SECONDS = 1.0  # the time allowed for answers; only processes with such a page answer


class Whereabouts:
    """Asks the other processes where users are, and answers their requests. Runs on the event loop."""

    def __init__(
        self, read: Read, publish: Callable[[str, dict[str, Any]], None], is_here: Callable[[int, str], bool]
    ) -> None:
        """``is_here`` takes a user and a code, and returns what ``has_page`` would return for this process alone."""
        self._read = read
        self._publish = publish
        self._is_here = is_here
        self._numbers = count()
        self._asked: dict[int, asyncio.Event] = {}

    async def has_page(self, user_id: int, code: str, others: ChannelLayerClient | None) -> bool:
        """Return whether the user has the table with this code open in any process.

        If ``code`` is empty, any page counts.

        ``others`` is the client for reaching the other processes, or None if there are none. While they are
        unreachable, people who were on the site in the last few minutes count as present.
        """
        if self._is_here(user_id, code):
            return True
        if others is None:
            return False
        if others.is_away:
            return user_id in await self._read(lambda: online_among([user_id]))
        number = next(self._numbers)
        found = self._asked[number] = asyncio.Event()
        try:
            self._publish(PAGES_GROUP, {"type": SOUGHT, "id": number, "user_id": user_id, "code": code})
            async with asyncio.timeout(ANSWER_SECONDS):
                await found.wait()
        except TimeoutError:
            return False
        finally:
            del self._asked[number]
        return True

    def heard(self, message: dict[str, Any], process: str) -> None:
        """Handle a message from another process. ``process`` is the name of this process."""
        if message["type"] == SOUGHT:
            if self._is_here(message["user_id"], message["code"]):
                self._publish(PAGES_GROUP, {"type": FOUND, "id": message["id"], "asker": message["process"]})
        elif message["asker"] == process and message["id"] in self._asked:
            self._asked[message["id"]].set()
