"""Following: each match that sockets of this process look at is told to them as it is committed, here or elsewhere."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from games.live.reading import Read
from games.live.socket import NO_SUCH_MATCH, SERVER_RESTARTS
from games.live.watch import Watch
from games.selectors.table import Table, load_table
from games.services.outages import is_outage
from games.state.live_match import follow_others

logger = logging.getLogger(__name__)

AGAIN_SECONDS = 0.5  # between two attempts to read a table while the database is away


class Follower:
    """Brings watches to new versions of their matches, on the loop.

    What this process has committed is in its copy of the match already. What it does not have is read on a worker
    thread: moves of other processes for all matches at once, anything else match by match.
    """

    def __init__(
        self,
        read: Read,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
        post: Callable[..., None],
        *,
        given_up: Callable[[Watch], None],
        reread: Callable[[Watch], None],
    ) -> None:
        """``post`` has a call carried out on the loop, from any thread.

        ``given_up`` is told of a watch that has no sockets any more because its match could not be read, ``reread`` of
        one whose seats and readers may be others than before.
        """
        self._read = read
        self._spawn = spawn
        self._post = post
        self._given_up = given_up
        self._reread = reread
        self._behind: dict[str, tuple[Watch, int]] = {}  # who has to follow other processes, to which version
        self._is_catching_up = False

    async def open(self, watch: Watch) -> Table:
        """Load the table of a watch. Raises NotFound."""
        return await self._read(lambda: load_table(watch.code))

    @asynccontextmanager
    async def showing(self, watch: Watch, table: Table) -> AsyncIterator[None]:
        """Hold the match of a watch whose ``reading`` is held, with everything told that was committed before."""
        wanted = watch.wanted
        while True:
            released = asyncio.Event()
            if not table.live.try_hold(partial(self._post, released.set)):
                await released.wait()
            elif table.is_fresh(wanted):
                break
            else:
                table.live.release()
                await self._read(table.read)
                wanted = 0  # there is no more
        try:
            self._tell(watch, table)
            yield
        finally:
            table.live.release()

    def follow(self, watch: Watch, version: int) -> None:
        """Bring a watch to this version."""
        watch.wanted = max(watch.wanted, version)
        self.advance(watch)

    def follow_others(self, watch: Watch, version: int) -> None:
        """Follow other processes to this version: all matches that wait for it in one go."""
        if version > watch.version:
            self._behind[watch.code] = (watch, version)
            if not self._is_catching_up:
                self._is_catching_up = True
                self._spawn(self._catch_up())

    def advance(self, watch: Watch) -> None:
        """Tell the sockets of a watch what is new; whoever changes the match just now has this called once more."""
        table = watch.table
        if table is None or watch.reading.locked() or watch.wanted <= watch.version:
            return
        on_release = partial(self._post, self.advance, watch)
        if not table.live.try_hold(on_release):
            return
        try:
            if table.is_fresh(watch.wanted):
                self._tell(watch, table)
                return
        except Exception:
            logger.exception("a table could not be told")
            self.give_up(watch)
            return
        finally:
            table.live.release()
        self._spawn(self.read(watch))

    async def read(self, watch: Watch) -> None:
        """Bring a watch to what the database has."""
        async with watch.reading:
            table, watch.wanted = watch.table, -1  # what comes meanwhile may be more than is read
            if table is None:
                return
            try:
                await self._read(table.read)
                async with self.showing(watch, table):
                    pass
            except Exception as error:
                if is_outage(error):
                    self._spawn(self._read_again(watch))
                    return
                logger.exception("a table could not be read")
                self.give_up(watch)
                return
        self._reread(watch)
        self.advance(watch)

    async def _read_again(self, watch: Watch) -> None:
        """Read a table anew once the database answers. Its pages stay: all at the door at once would hold it up."""
        while watch.table is not None and not watch.idle:
            await asyncio.sleep(AGAIN_SECONDS)
            try:
                async with watch.reading:
                    await self._read(watch.table.read)
                break
            except Exception as error:
                if not is_outage(error):
                    logger.exception("a table could not be read")
                    self.give_up(watch)
                    return
        await self.read(watch)

    def _tell(self, watch: Watch, table: Table) -> None:
        """Tell the sockets of a match that is held what was committed since the last time."""
        if table.live.version <= table.version and table.facts is watch.facts:
            return
        events = table.update()
        if table.facts is not watch.facts:
            watch.facts = table.facts
            for socket in watch.seat_all():
                self._spawn(socket.close(NO_SUCH_MATCH))
        watch.tell_all(events)

    async def _catch_up(self) -> None:
        try:
            while self._behind:
                behind, self._behind = list(self._behind.values()), {}
                await self._catch_up_with(behind)
        finally:
            self._is_catching_up = False

    async def _catch_up_with(self, behind: Iterable[tuple[Watch, int]]) -> None:
        matches = [watch.table.live for watch, _wanted in behind if watch.table is not None]
        try:
            await self._read(partial(follow_others, matches))
        except Exception:
            logger.exception("the moves of other processes could not be read")
        for watch, wanted in behind:
            self.follow(watch, wanted)

    def give_up(self, watch: Watch) -> None:
        """Let the pages of a match connect anew: what this process holds of it may be wrong."""
        table, watch.table = watch.table, None
        if table is not None:
            self._spawn(self._read(partial(_forget, table)))
        for socket in list(watch.sockets):
            watch.sockets.discard(socket)
            self._spawn(socket.close(SERVER_RESTARTS))
        self._given_up(watch)


def _forget(table: Table) -> None:
    with table.live.held():
        table.live.forget()
