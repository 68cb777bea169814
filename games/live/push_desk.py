"""Decides which players get a push notification: those who want one and have no page open that shows the news."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from django.conf import settings

from accounts.push import who_wants
from games.live.db_threads import Read
from games.live.metrics import PUSHES_DROPPED
from games.selectors.pushes import DELIVERIES, ENDED, who_hears_the_end
from games.state.announce import Change
from games.state.notices import TURN, Notice

logger = logging.getLogger(__name__)

MOST_WAITING = 1_000  # decisions in progress; each lasts a few seconds


@dataclass(frozen=True, slots=True)
class Push:
    """News about a match for one player; ``event`` is a key of ``DELIVERIES``."""

    event: str
    code: str
    user_id: int


class Presence(Protocol):
    """A function that checks whether a user has a certain page open."""

    async def __call__(self, user_id: int, code: str, /) -> bool:
        """Return whether the user has the table with this code open. If the code is empty, any page counts."""


class PushDesk:
    """Decides who gets pushes for the changes and notices that this process has committed. Runs on the event loop."""

    def __init__(
        self,
        read: Read,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
        has_page: Presence,
        submit: Callable[[Push], None],
    ) -> None:
        """Pass notifications to ``submit``, which must not block."""
        self._read = read
        self._spawn = spawn
        self._has_page = has_page
        self._submit = submit
        self._waiting = 0

    def notice(self, notice: Notice) -> None:
        """Handle a notice sent to a user's pages."""
        if notice.kind in DELIVERIES:
            self._begin(notice.kind, notice.code, partial(who_wants, DELIVERIES[notice.kind].kind, [notice.user_id]))

    def end(self, change: Change) -> None:
        """Handle the end of a match."""

        def players() -> list[int]:
            return who_wants(DELIVERIES[ENDED].kind, who_hears_the_end(change.code))

        self._begin(ENDED, change.code, players)

    def _begin(self, event: str, code: str, players: Callable[[], Collection[int]]) -> None:
        if self._waiting >= MOST_WAITING:
            PUSHES_DROPPED.inc()
            return
        self._waiting += 1
        self._spawn(self._decide(event, code, players))

    async def _decide(self, event: str, code: str, players: Callable[[], Collection[int]]) -> None:
        """Send the notification to the players who are away.

        They must still be away a few seconds later, because a page may just be reloading.
        """
        try:
            table = code if event in {TURN, ENDED} else ""
            away = await self._away(await self._read(players), table)
            if away:
                await asyncio.sleep(settings.RONDA_AWAY_DELAY)
                for user_id in await self._away(away, table):
                    self._submit(Push(event, code, user_id))
        except Exception as error:
            logger.warning("a push notification was not sent: %r", error)
            PUSHES_DROPPED.inc()
        finally:
            self._waiting -= 1

    async def _away(self, user_ids: Collection[int], table: str) -> list[int]:
        present = await asyncio.gather(*(self._has_page(user_id, table) for user_id in user_ids))
        return [user_id for user_id, is_present in zip(user_ids, present, strict=True) if not is_present]
