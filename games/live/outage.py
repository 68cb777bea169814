"""Outages of the database and the channel layer.

While the layer is unreachable, the database is polled for changes by other processes.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from functools import partial

from django.db import DatabaseError, InterfaceError

from games.live.db_threads import DatabaseThreads
from games.live.match_room import MatchRoom
from games.live.messages import encode_frame
from games.live.socket import Socket
from games.state.remote_moves import read_versions

logger = logging.getLogger(__name__)

POLL_SECONDS = 1.0
AGAIN_SECONDS = 0.5  # time between checks while the database is unreachable
ANSWER_SECONDS = 2.0  # time without any answer after which the database counts as unreachable
LAG_SECONDS = 0.1  # time for a busy event loop to notice that an answer has arrived
# Other processes may notice later than this one that the layer is back, and they send nothing until then.
STAY_SECONDS = 5.0
# Poll even without a known outage: another process may have lost its own connection to the layer.
SELDOM_SECONDS = 5.0


class OutageMonitor:
    """Checks every second that the database answers.

    While the layer is unreachable, it also polls the database for new versions of matches.
    """

    def __init__(
        self,
        read: DatabaseThreads,
        watches: Callable[[], Iterable[MatchRoom]],
        follow: Callable[[MatchRoom, int], None],
    ) -> None:
        """``watches`` returns this process's rooms. ``follow`` updates one of them to a version committed elsewhere."""
        self._read = read
        self._rooms = watches
        self._follow = follow
        self._asking: asyncio.Task[dict[int, int]] | None = None
        self._layer_is_away = False
        self._database_is_away = False
        self._shared = False  # whether there may be other server processes
        self._poll_until = 0.0
        self._polled = 0.0

    @property
    def part(self) -> str:
        """The part of the site that is unreachable, as named in docs/protocol.md. Empty if all parts are reachable."""
        if self._database_is_away:
            return "database"
        return "messages" if self._layer_is_away else ""

    def set_layer(self, *, away: bool) -> None:
        """Record that the layer has become unreachable or is back."""
        self._layer_is_away = away
        self._poll_until = time.monotonic() + STAY_SECONDS
        self._tell_all()

    def tell(self, room: MatchRoom, socket: Socket) -> None:
        """Tell a page that has just connected about the current outage, if there is one."""
        if self.part:
            room.deliver(socket, self._frame())

    async def run(self, *, shared: bool) -> None:
        """Check repeatedly until cancelled. ``shared`` says whether there may be other server processes."""
        self._shared = shared
        while True:
            await asyncio.sleep(AGAIN_SECONDS if self._database_is_away else POLL_SECONDS)
            try:
                await self.poll()
            except Exception:
                logger.exception("cannot follow tables by polling the database")

    async def poll(self) -> None:
        """Check the database, and catch up with other processes if the layer may have lost their messages."""
        here = {room.table.match_id: room for room in self._rooms() if room.table is not None}
        try:
            versions = await self._ask(list(here) if self._is_due() else [])
        except (DatabaseError, InterfaceError, TimeoutError) as error:
            self._set_database(error)
            return
        self._set_database(None)
        for match_id, room in here.items():
            self._follow(room, versions.get(match_id, -1))

    def _is_due(self) -> bool:
        if not self._shared:
            return False
        now = time.monotonic()
        if self._layer_is_away or now < self._poll_until or now >= self._polled + SELDOM_SECONDS:
            self._polled = now
            return True
        return False

    async def _ask(self, match_ids: list[int]) -> dict[int, int]:
        """Read the versions of these matches. Return an empty dict if the query is still waiting for a thread.

        The next call then awaits the same query instead of repeating it. Raises TimeoutError if the database has not
        answered any query recently.
        """
        asking = self._asking or asyncio.create_task(self._read(partial(read_versions, match_ids or [0])))
        self._asking = asking
        for seconds in (ANSWER_SECONDS, LAG_SECONDS):
            await asyncio.wait([asking], timeout=seconds)
            if asking.done():
                self._asking = None
                return asking.result()
        if self._read.answered_at < time.monotonic() - ANSWER_SECONDS:
            raise TimeoutError("the database does not answer")
        return {}

    def _set_database(self, error: Exception | None) -> None:
        away = error is not None
        if away == self._database_is_away:
            return
        self._database_is_away = away
        if away:
            logger.error("the database is unreachable: %s", error)
        else:
            logger.warning("the database is back")
            self._poll_until = time.monotonic() + STAY_SECONDS
        self._tell_all()

    def _tell_all(self) -> None:
        frame = self._frame()
        for room in self._rooms():
            for socket in room.sockets:
                room.deliver(socket, frame)

    def _frame(self) -> str:
        return encode_frame({"type": "outage", "part": self.part})
