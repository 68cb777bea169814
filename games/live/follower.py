"""Keeps tables up to date by sending every committed change to a match's sockets.

It makes no difference which process committed the change.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from games.live.db_threads import Read
from games.live.match_room import MatchRoom
from games.live.socket import NO_SUCH_MATCH, SERVER_RESTARTS
from games.selectors.table import Table, load_table
from games.services.outages import is_outage
from games.state.live_match import follow_others

logger = logging.getLogger(__name__)

AGAIN_SECONDS = 0.5  # time between attempts to read a table while the database is unreachable


class Follower:
    """Updates rooms to new versions of their matches. Runs on the event loop.

    Changes committed by this process are already in its copy of the match. Changes by other processes are read on a
    worker thread: moves for all matches in one query, anything else match by match.
    """

    def __init__(
        self,
        read: Read,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
        post: Callable[..., None],
        *,
        given_up: Callable[[MatchRoom], None],
        reread: Callable[[MatchRoom], None],
    ) -> None:
        """``post`` schedules a call on the event loop from any thread.

        ``given_up`` is called with a room whose sockets have been closed because its match could not be read.
        ``reread`` is called with a room whose seats and readers may have changed.
        """
        self._read = read
        self._spawn = spawn
        self._post = post
        self._given_up = given_up
        self._reread = reread
        self._behind: dict[str, tuple[MatchRoom, int]] = {}  # rooms behind other processes, and the version to reach
        self._is_catching_up = False

    async def open(self, room: MatchRoom) -> Table:
        """Load the table for a room. Raises NotFound."""
        return await self._read(lambda: load_table(room.code))

    @asynccontextmanager
    async def showing(self, room: MatchRoom, table: Table) -> AsyncIterator[None]:
        """Send a room all committed changes, and hold its match while the context is open.

        The caller must have locked ``room.reading``.
        """
        wanted = room.wanted
        while True:
            released = asyncio.Event()
            if not table.live.try_hold(partial(self._post, released.set)):
                await released.wait()
            elif table.is_fresh(wanted):
                break
            else:
                table.live.release()
                await self._read(table.read)
                wanted = 0  # the database has no later version
        try:
            self._tell(room, table)
            yield
        finally:
            table.live.release()

    def follow(self, room: MatchRoom, version: int) -> None:
        """Update a room to this version."""
        room.wanted = max(room.wanted, version)
        self.advance(room)

    def follow_others(self, room: MatchRoom, version: int) -> None:
        """Catch up with changes by other processes, up to this version.

        One query covers all rooms that are behind.
        """
        if version > room.version:
            self._behind[room.code] = (room, version)
            if not self._is_catching_up:
                self._is_catching_up = True
                self._spawn(self._catch_up())

    def advance(self, room: MatchRoom) -> None:
        """Send any new changes. If the match is being changed right now, this method is called again afterwards."""
        table = room.table
        if table is None or room.reading.locked() or room.wanted <= room.version:
            return
        on_release = partial(self._post, self.advance, room)
        if not table.live.try_hold(on_release):
            return
        try:
            if table.is_fresh(room.wanted):
                self._tell(room, table)
                return
        except Exception:
            logger.exception("a table could not be sent")
            self.give_up(room)
            return
        finally:
            table.live.release()
        self._spawn(self.read(room))

    async def read(self, room: MatchRoom) -> None:
        """Update a room to the state in the database."""
        async with room.reading:
            table, room.wanted = room.table, -1  # changes may arrive during the read
            if table is None:
                return
            try:
                await self._read(table.read)
                async with self.showing(room, table):
                    pass
            except Exception as error:
                if is_outage(error):
                    self._spawn(self._read_again(room))
                    return
                logger.exception("a table could not be read")
                self.give_up(room)
                return
        self._reread(room)
        self.advance(room)

    async def _read_again(self, room: MatchRoom) -> None:
        """Reload a table once the database is reachable.

        The pages stay connected, so that they don't all reconnect at once.
        """
        while room.table is not None and not room.idle:
            await asyncio.sleep(AGAIN_SECONDS)
            try:
                async with room.reading:
                    await self._read(room.table.read)
                break
            except Exception as error:
                if not is_outage(error):
                    logger.exception("a table could not be read")
                    self.give_up(room)
                    return
        await self.read(room)

    def _tell(self, room: MatchRoom, table: Table) -> None:
        """Send the changes committed since the last call. The caller must hold the match."""
        if table.live.version <= table.version and table.facts is room.facts:
            return
        events = table.update()
        if table.facts is not room.facts:
            room.facts = table.facts
            for socket in room.seat_all():
                self._spawn(socket.close(NO_SUCH_MATCH))
        room.tell_all(events)

    async def _catch_up(self) -> None:
        try:
            while self._behind:
                behind, self._behind = list(self._behind.values()), {}
                await self._catch_up_with(behind)
        finally:
            self._is_catching_up = False

    async def _catch_up_with(self, behind: Iterable[tuple[MatchRoom, int]]) -> None:
        matches = [room.table.live for room, _wanted in behind if room.table is not None]
        try:
            await self._read(partial(follow_others, matches))
        except Exception:
            logger.exception("the moves of other processes could not be read")
        for room, wanted in behind:
            self.follow(room, wanted)

    def give_up(self, room: MatchRoom) -> None:
        """Make a match's pages reconnect, because this process's copy of the match may be wrong."""
        table, room.table = room.table, None
        if table is not None:
            self._spawn(self._read(partial(_forget, table)))
        for socket in list(room.sockets):
            room.sockets.discard(socket)
            self._spawn(socket.close(SERVER_RESTARTS))
        self._given_up(room)


def _forget(table: Table) -> None:
    with table.live.held():
        table.live.forget()
