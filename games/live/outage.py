"""What this process cannot reach: told to its tables, which follow each other through the database meanwhile."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from functools import partial

from django.db import DatabaseError, InterfaceError

from games.live.messages import encode_frame
from games.live.reading import Read
from games.live.socket import Socket
from games.live.watch import Watch
from games.state.remote_moves import read_versions

logger = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
AGAIN_SECONDS = 0.5  # while the database is away
ANSWER_SECONDS = 2.0  # that the database may take before it counts as away
# Other processes may notice later that the layer is back, and tell nothing until then.
STAY_SECONDS = 5.0
# Without an outage that this process knows of: another one may be cut off from the layer alone.
SELDOM_SECONDS = 5.0


class Outage:
    """Looks once a second whether the database answers and, while the layer is away, what it has that is new."""

    def __init__(
        self, read: Read, watches: Callable[[], Iterable[Watch]], follow: Callable[[Watch, int], None]
    ) -> None:
        """``follow`` brings a watch to a version that other processes have made."""
        self._read = read
        self._watches = watches
        self._follow = follow
        self._asking: asyncio.Task[dict[int, int]] | None = None
        self._layer_is_away = False
        self._database_is_away = False
        self._shared = False  # whether there may be other processes
        self._poll_until = 0.0
        self._polled = 0.0

    @property
    def part(self) -> str:
        """What is away, as docs/protocol.md names it; empty where nothing is."""
        if self._database_is_away:
            return "database"
        return "messages" if self._layer_is_away else ""

    def set_layer(self, *, away: bool) -> None:
        """Take note that the layer went away or is back."""
        self._layer_is_away = away
        self._poll_until = time.monotonic() + STAY_SECONDS
        self._tell_all()

    def tell(self, watch: Watch, socket: Socket) -> None:
        """Tell a page that has just come what is away."""
        if self.part:
            watch.deliver(socket, self._frame())

    async def run(self, *, shared: bool) -> None:
        """Look, again and again; ``shared`` says that there may be other processes."""
        self._shared = shared
        while True:
            await asyncio.sleep(AGAIN_SECONDS if self._database_is_away else LOOK_SECONDS)
            try:
                await self.look()
            except Exception:
                logger.exception("tables could not be followed through the database")

    async def look(self) -> None:
        """Ask the database, and follow other processes where the layer may have lost what they told."""
        here = {watch.table.match_id: watch for watch in self._watches() if watch.table is not None}
        try:
            versions = await self._ask(list(here) if self._is_due() else [])
        except (DatabaseError, InterfaceError, TimeoutError) as error:
            self._set_database(error)
            return
        self._set_database(None)
        for match_id, watch in here.items():
            self._follow(watch, versions.get(match_id, -1))

    def _is_due(self) -> bool:
        if not self._shared:
            return False
        now = time.monotonic()
        if self._layer_is_away or now < self._poll_until or now >= self._polled + SELDOM_SECONDS:
            self._polled = now
            return True
        return False

    async def _ask(self, match_ids: list[int]) -> dict[int, int]:
        """The versions; an unanswered question is waited for once more and not asked again."""
        asking = self._asking or asyncio.create_task(self._read(partial(read_versions, match_ids or [0])))
        self._asking = asking
        done, _pending = await asyncio.wait([asking], timeout=ANSWER_SECONDS)
        if not done:
            raise TimeoutError("the database does not answer")
        self._asking = None
        return asking.result()

    def _set_database(self, error: Exception | None) -> None:
        away = error is not None
        if away == self._database_is_away:
            return
        self._database_is_away = away
        if away:
            logger.error("the database is away: %s", error)
        else:
            logger.warning("the database is back")
            self._poll_until = time.monotonic() + STAY_SECONDS
        self._tell_all()

    def _tell_all(self) -> None:
        frame = self._frame()
        for watch in self._watches():
            for socket in watch.sockets:
                watch.deliver(socket, frame)

    def _frame(self) -> str:
        return encode_frame({"type": "outage", "part": self.part})
