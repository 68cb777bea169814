"""Fan-out: each process follows the matches that its sockets look at, and makes each view once an audience."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any

from accounts.sanctions import barred_among
from games.chat.live import Talk
from games.live.absence import Absence
from games.live.doors import SIGNED_OUT, Doors
from games.live.farewell import say_farewell_on_signals
from games.live.messages import encode_frame
from games.live.outage import Outage
from games.live.presence import COUNT_SECONDS, REFRESH_SECONDS
from games.live.reading import Readers
from games.live.site import Site
from games.live.socket import NO_SUCH_MATCH, SERVER_RESTARTS, Socket
from games.live.watch import Watch
from games.live.wire import Message, Wire, shared_layer
from games.rules.game import Event
from games.selectors.table import Table, load_table
from games.services.announce import MATCHES_GROUP, Change, News, Said, SignedOut, announce_to_layer
from games.services.following import Rest
from games.services.loading import follow_others
from games.services.outages import is_outage

logger = logging.getLogger(__name__)

PARTING_SECONDS = 1.0  # for the slowest page to read what was said last
LOOK_SECONDS = 0.02
AGAIN_SECONDS = 0.5  # between two attempts to read a table while the database is away
READERS = 2  # threads that read tables from the database


class Hub:
    """All but ``announce`` runs on the event loop of the first socket, and never waits for the database there."""

    def __init__(
        self, *, absence: Absence | None = None, site: Site | None = None, part: Callable[[], None] | None = None
    ) -> None:
        """``absence`` is told who comes and goes, ``site`` of every change that this process has committed.

        With ``part`` this is the hub of a server, which says goodbye to its pages when that is told to end, and
        first has ``part`` finish, on a thread of its own, what is under way.
        """
        self._absence = absence
        self._site = site
        self._part = part
        self._closing = False
        self._behind: dict[str, tuple[Watch, int]] = {}  # who has to follow other processes, to which version
        self._is_catching_up = False
        self._watches: dict[str, Watch] = {}
        self.doors = Doors()
        self._name = uuid.uuid4().hex
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wire: Wire | None = None
        self._read = Readers(READERS, "hub-reader")
        self._tasks: set[asyncio.Task[None]] = set()
        self._talk = Talk(self._read, self._spawn)
        self._outage = Outage(self._read, lambda: list(self._watches.values()), self._follow_others)

    @property
    def open_sockets(self) -> int:
        """How many sockets and streams look at tables of this process; to be asked on any thread."""
        return sum(len(watch.sockets) for watch in list(self._watches.values()))

    @property
    def open_tables(self) -> int:
        """How many tables they look at."""
        return len(self._watches)

    def announce(self, news: News) -> None:
        """Take what this process has committed, on any thread; other processes are told of it."""
        if self._loop is None or self._loop.is_closed():
            announce_to_layer(news)
        else:
            self._loop.call_soon_threadsafe(self._announced, news)

    async def join(self, code: str, socket: Socket) -> Watch:
        """Add a socket to a match and send it the state. Raises NotFound."""
        self.start()
        watch = self._watches.get(code)
        if watch is None:
            watch = self._watches[code] = Watch(code)
        watch.joining += 1
        try:
            async with watch.reading:
                table = watch.table = watch.table or await self._open(watch)
                if not table.may_watch(socket.user_id):
                    await self._read(table.refresh_door)
                watch.seat(socket, table)
        finally:
            watch.joining -= 1
            self._advance(watch)  # to what came while the table was read, also where nobody is let in
            self._forget_if_idle(watch)
        if self._closing:
            self._spawn(_send_away(socket))
        self._outage.tell(watch, socket)
        self._presence_changed(watch)
        self._talk.follow(watch)
        if self._absence is not None:
            self._absence.arrived(watch, socket.user_id)
        return watch

    def leave(self, watch: Watch, socket: Socket) -> None:
        """Take a socket out; harmless when it is out already."""
        watch.sockets.discard(socket)
        self._presence_changed(watch)
        self._forget_if_idle(watch)

    async def send_state(self, watch: Watch, socket: Socket, *, beyond: int = -1) -> None:
        """Send a socket the state. A table that is not ``beyond`` this version is brought up to date first."""
        async with watch.reading:
            behind = watch.version <= beyond
        if behind:
            await self._reread(watch, Change(watch.code, beyond + 1, reload=True))
        async with watch.reading:
            watch.send_state(socket)

    def send_talk(self, watch: Watch, socket: Socket) -> None:
        """Send a socket the last lines that its reader may, and wants to, read."""
        self._talk.send(watch, socket)

    async def close(self) -> None:
        """End everything that this hub runs."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._wire is not None:
            await self._wire.close()
        self._read.shutdown()

    # ---- following ----

    async def _open(self, watch: Watch) -> Table:
        """Load the table, listening first so that no change falls between."""
        if self._wire is not None:
            await self._wire.subscribe(MATCHES_GROUP)
            self._tell_presence(watch, ask=True)
        return await self._read(lambda: load_table(watch.code))

    def _announced(self, news: News) -> None:
        if self._wire is not None:
            self._wire.publish(MATCHES_GROUP, news.message | {"process": self._name})
        if isinstance(news, SignedOut):
            self._show_out(news)
        elif isinstance(news, Change):
            self._follow(news)
            if self._site is not None:
                self._site.changed(news, self._watches.get(news.code))
        else:
            self._tell_talk(news)

    def _tell_talk(self, said: Said) -> None:
        watch = self._watches.get(said.code)
        if watch is not None:
            self._talk.tell(watch, said)

    def _follow(self, change: Change) -> None:
        watch = self._watches.get(change.code)
        if watch is not None:
            watch.backlog.append(change)
            self._advance(watch)

    def _advance(self, watch: Watch) -> None:
        """Follow the changes that wait; what this process cannot know by itself is read on a worker thread."""
        while watch.backlog and watch.table is not None and not watch.reading.locked():
            change = watch.backlog.popleft()
            if change.version <= watch.version:
                continue
            if change.reload or change.version != watch.version + 1:
                self._spawn(self._reread(watch, change))
                return
            try:
                watch.tell_all(watch.table.advance(change))
            except Exception:
                logger.exception("a table could not follow a change")
                self._give_up(watch)

    def _follow_others(self, watch: Watch, version: int) -> None:
        """Follow other processes to this version: all matches that wait for it in one go."""
        if version > watch.version:
            self._behind[watch.code] = (watch, version)
            if not self._is_catching_up:
                self._is_catching_up = True
                self._spawn(self._catch_up())

    async def _catch_up(self) -> None:
        try:
            while self._behind:
                behind, self._behind = list(self._behind.values()), {}
                await self._catch_up_with(behind)
        finally:
            self._is_catching_up = False

    async def _catch_up_with(self, behind: list[tuple[Watch, int]]) -> None:
        asked: dict[int, int] = {}
        versions = [watch.version for watch, _wanted in behind]
        for watch, _wanted in behind:
            if watch.table is not None and not watch.reading.locked():
                asked |= watch.table.asked_for
        try:
            rests = await self._read(partial(follow_others, asked))
        except Exception:
            logger.exception("the moves of other processes could not be read")
            rests = {}
        for (watch, wanted), version in zip(behind, versions, strict=True):
            rest = rests.get(watch.table.match_id) if watch.table is not None else None
            if rest is None or version != watch.version or not self._take(watch, rest):
                self._follow(Change(watch.code, wanted, reload=True))

    def _take(self, watch: Watch, rest: Rest) -> bool:
        """Bring a table forward by what was read for it; whether that could be done."""
        if watch.table is None or watch.reading.locked():
            return False
        if rest.version <= watch.version:
            return True
        try:
            events = watch.table.take_moves(rest)
        except Exception:
            logger.exception("a table could not follow another process")
            self._give_up(watch)
            return True
        if events is None:
            return False
        if watch.version < rest.version:
            self._spawn(self._reread(watch, Change(watch.code, rest.version, reload=True), events))
        else:
            watch.tell_all(events)
            self._advance(watch)
        return True

    async def _reread(self, watch: Watch, change: Change, before_it: Sequence[Event] = ()) -> None:
        """Bring a table to this change, or beyond, from the database, and tell its pages what that brought.

        ``before_it`` is what the table has seen already and its pages have not.
        """
        async with watch.reading:
            table, before = watch.table, watch.version
            if table is not None and before < change.version:
                try:
                    events = await self._read(lambda: table.advance(change))
                except Exception as error:
                    if is_outage(error):
                        self._spawn(self._read_again(watch))
                        return
                    logger.exception("a table could not be read")
                    self._give_up(watch)
                    return
                if watch.version != before:
                    self._turn_away(watch.seat_all())
                    watch.tell_all([*before_it, *events])
            elif before_it:
                watch.tell_all(list(before_it))
        self._presence_changed(watch)
        self._talk.follow(watch)
        self._advance(watch)

    async def _read_again(self, watch: Watch) -> None:
        """Read a table anew once the database answers. Its pages stay: all at the door at once would hold it up."""
        async with watch.reading:
            watch.table = None
            watch.backlog.clear()
        while watch.table is None and self._watches.get(watch.code) is watch:
            await asyncio.sleep(AGAIN_SECONDS)
            try:
                async with watch.reading:
                    watch.table = watch.table or await self._read(lambda: load_table(watch.code))
            except Exception as error:
                if not is_outage(error):
                    logger.exception("a table could not be read")
                    self._give_up(watch)
                    return
        self._turn_away(watch.seat_all())
        for socket in watch.sockets:
            watch.send_state(socket)
        self._presence_changed(watch)
        self._advance(watch)

    def _give_up(self, watch: Watch) -> None:
        """Let the pages of a match connect anew: what this process holds of it may be wrong."""
        watch.table = None
        watch.backlog.clear()
        for socket in list(watch.sockets):
            watch.sockets.discard(socket)
            self._spawn(socket.close(SERVER_RESTARTS))
        self._forget_if_idle(watch)

    def _show_out(self, news: SignedOut) -> None:
        for socket in self.doors.leaving(news):
            self._spawn(socket.close(SIGNED_OUT))

    async def _look_who_is_in(self) -> None:
        """Make up for what a layer has lost: whoever may not be here goes."""
        people = self.doors.people
        for user_id in await self._read(lambda: barred_among(people)):
            self._show_out(SignedOut(user_id))

    def _turn_away(self, sockets: list[Socket]) -> None:
        for socket in sockets:
            self._spawn(socket.close(NO_SUCH_MATCH))

    def _forget_if_idle(self, watch: Watch) -> None:
        if watch.idle and self._watches.get(watch.code) is watch:
            del self._watches[watch.code]

    # ---- presence ----

    def _presence_changed(self, watch: Watch) -> None:
        if self._watches.get(watch.code) is not watch:  # given up, and perhaps followed anew
            return
        if watch.seats_here != watch.seats_told:
            self._tell_presence(watch)
        watch.tell_presence()
        if watch.count_is_news and not watch.is_counting:
            watch.is_counting = True
            self._spawn(self._count(watch))
        self._look(watch)

    async def _count(self, watch: Watch) -> None:
        """Tell how many watch, after a while in which others may have come or gone."""
        await asyncio.sleep(COUNT_SECONDS)
        watch.is_counting = False
        if self._watches.get(watch.code) is watch:
            if watch.watching_here != watch.watching_told:
                self._tell_presence(watch)
            watch.tell_presence(count=True)

    def _look(self, watch: Watch) -> None:
        if self._absence is not None:
            self._absence.look(watch)

    def _tell_presence(self, watch: Watch, *, ask: bool = False) -> None:
        """Tell the other processes who is here, and with ``ask`` have them tell the same."""
        watch.seats_told, watch.watching_told = watch.seats_here, watch.watching_here
        if self._wire is not None:
            message = {"type": "match.present", "code": watch.code, "process": self._name, "ask": ask}
            message |= {"seats": watch.seats_told, "watching": watch.watching_told, "version": watch.version}
            self._wire.publish(MATCHES_GROUP, message)

    def _heard(self, message: Message) -> None:
        """A message of another process, or this one's own coming back, which says nothing new."""
        if message.get("process") == self._name:
            return
        if message["type"] == "user.out":
            self._show_out(SignedOut(message["user_id"], message["session"]))
            return
        watch = self._watches.get(message["code"])
        if watch is None:
            return
        if message["type"] in {"match.said", "match.hidden"}:
            self._talk.tell(watch, Said(watch.code, message["line"], message["type"] == "match.hidden"))
            return
        # Versions come with presence too: what a layer lost is so made up for at the next refresh.
        self._follow_others(watch, message["version"])
        if message["type"] == "match.present":
            watch.presence.heard(message["process"], message["seats"], message["watching"])
            if message["ask"]:
                self._tell_presence(watch)
            watch.tell_presence(count=True)
            self._look(watch)

    async def _refresh(self) -> None:
        while True:
            await asyncio.sleep(REFRESH_SECONDS)
            for watch in list(self._watches.values()):
                if self._wire is None or not self._wire.is_away:  # nobody can be heard then
                    watch.presence.expire()
                watch.tell_presence(count=True)
                self._look(watch)
                self._tell_presence(watch)
            try:
                await self._look_who_is_in()
            except Exception as error:
                logger.warning("who is kept out could not be read; the next look makes up for it: %s", error)

    def _layer_changed(self, away: bool) -> None:
        """The layer went away, or is back: until then nobody is taken for away whose page another process may have."""
        if self._absence is not None:
            self._absence.is_paused = away
        self._outage.set_layer(away=away)
        for watch in [] if away else list(self._watches.values()):
            self._tell_presence(watch, ask=True)
            self._look(watch)

    # ---- running ----

    def start(self) -> None:
        """Begin, on the loop that runs; harmless where that is done."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            layer = shared_layer()
            self._wire = None if layer is None else Wire(layer, self._heard, self._layer_changed, name="tables")
            if self._wire is not None:
                self._spawn(self._wire.subscribe(MATCHES_GROUP))
            self._spawn(self._outage.run(shared=self._wire is not None))
            self._spawn(self._refresh())
            if self._site is not None:
                self._site.start()
            if self._part is not None:
                say_farewell_on_signals(self._loop, self._say_closing)

    async def _say_closing(self) -> None:
        """Keep what was handed in and tell what came of it, then send all pages to the next server."""
        self._closing = True
        if self._part is not None:
            await asyncio.to_thread(self._part)
        if self._site is not None:
            self._site.say_closing()
        here = [socket for watch in self._watches.values() for socket in watch.sockets]
        parting = [asyncio.create_task(_send_away(socket)) for socket in here]
        if parting:
            await asyncio.wait(parting, timeout=PARTING_SECONDS)
        for _look in range(int(PARTING_SECONDS / LOOK_SECONDS)):  # until all have answered, or had the time to
            if not self._watches:
                break
            await asyncio.sleep(LOOK_SECONDS)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _send_away(socket: Socket) -> None:
    """Have a page come back to the next server."""
    socket.deliver(encode_frame({"type": "closing"}))
    await socket.close(SERVER_RESTARTS)
