"""Fan-out: each process follows the matches that its sockets look at, and makes each view once an audience."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any

from accounts.sanctions import locked_out_among
from games.chat.live import ChatRelay
from games.live.channel_layer import ChannelLayerClient, Message, shared_layer
from games.live.connections import SIGNED_OUT, ConnectionRegistry
from games.live.db_threads import DatabaseThreads
from games.live.disconnects import DisconnectTracker
from games.live.match_room import MatchRoom
from games.live.messages import encode_frame
from games.live.outage import OutageMonitor
from games.live.presence import COUNT_SECONDS, REFRESH_SECONDS
from games.live.shutdown import close_on_signals
from games.live.site_hub import SiteHub
from games.live.socket import NO_SUCH_MATCH, SERVER_RESTARTS, Socket
from games.rules.game import Event
from games.selectors.table import Table, load_table
from games.services.announce import MATCHES_GROUP, Change, ChatEvent, Disconnection, News, announce_to_layer
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
        self,
        *,
        absence: DisconnectTracker | None = None,
        site: SiteHub | None = None,
        part: Callable[[], None] | None = None,
    ) -> None:
        """``absence`` is told who comes and goes, ``site`` of every change that this process has committed.

        With ``part`` this is the hub of a server, which says goodbye to its pages when that is told to end, and
        first has ``part`` finish, on a thread of its own, what is under way.
        """
        self._absence = absence
        self._site = site
        self._part = part
        self._closing = False
        self._behind: dict[str, tuple[MatchRoom, int]] = {}  # who has to follow other processes, to which version
        self._is_catching_up = False
        self._watches: dict[str, MatchRoom] = {}
        self.doors = ConnectionRegistry()
        self._name = uuid.uuid4().hex
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wire: ChannelLayerClient | None = None
        self._read = DatabaseThreads(READERS, "hub-reader")
        self._tasks: set[asyncio.Task[None]] = set()
        self._talk = ChatRelay(self._read, self._spawn)
        self._outage = OutageMonitor(self._read, lambda: list(self._watches.values()), self._follow_others)

    @property
    def open_sockets(self) -> int:
        """How many sockets and streams look at tables of this process; to be asked on any thread."""
        return sum(len(room.sockets) for room in list(self._watches.values()))

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

    async def join(self, code: str, socket: Socket) -> MatchRoom:
        """Add a socket to a match and send it the state. Raises NotFound."""
        self.start()
        room = self._watches.get(code)
        if room is None:
            room = self._watches[code] = MatchRoom(code)
        room.joining += 1
        try:
            async with room.reading:
                table = room.table = room.table or await self._open(room)
                if not table.may_watch(socket.user_id):
                    await self._read(table.refresh_access)
                room.seat(socket, table)
        finally:
            room.joining -= 1
            self._advance(room)  # to what came while the table was read, also where nobody is let in
            self._forget_if_idle(room)
        if self._closing:
            self._spawn(_redirect(socket))
        self._outage.tell(room, socket)
        self._on_presence_change(room)
        self._talk.follow(room)
        if self._absence is not None:
            self._absence.arrived(room, socket.user_id)
        return room

    def leave(self, room: MatchRoom, socket: Socket) -> None:
        """Take a socket out; harmless when it is out already."""
        room.sockets.discard(socket)
        self._on_presence_change(room)
        self._forget_if_idle(room)

    async def send_state(self, room: MatchRoom, socket: Socket, *, beyond: int = -1) -> None:
        """Send a socket the state. A table that is not ``beyond`` this version is brought up to date first."""
        async with room.reading:
            behind = room.version <= beyond
        if behind:
            await self._reread(room, Change(room.code, beyond + 1, reload=True))
        async with room.reading:
            room.send_state(socket)

    def send_chat(self, room: MatchRoom, socket: Socket) -> None:
        """Send a socket the last lines that its reader may, and wants to, read."""
        self._talk.send(room, socket)

    async def close(self) -> None:
        """End everything that this hub runs."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._wire is not None:
            await self._wire.close()
        self._read.shutdown()

    # ---- following ----

    async def _open(self, room: MatchRoom) -> Table:
        """Load the table, listening first so that no change falls between."""
        if self._wire is not None:
            await self._wire.subscribe(MATCHES_GROUP)
            self._tell_presence(room, ask=True)
        return await self._read(lambda: load_table(room.code))

    def _announced(self, news: News) -> None:
        if self._wire is not None:
            self._wire.publish(MATCHES_GROUP, news.message | {"process": self._name})
        if isinstance(news, Disconnection):
            self._disconnect(news)
        elif isinstance(news, Change):
            self._follow(news)
            if self._site is not None:
                self._site.changed(news, self._watches.get(news.code))
        else:
            self._send_chat(news)

    def _send_chat(self, said: ChatEvent) -> None:
        room = self._watches.get(said.code)
        if room is not None:
            self._talk.tell(room, said)

    def _follow(self, change: Change) -> None:
        room = self._watches.get(change.code)
        if room is not None:
            room.backlog.append(change)
            self._advance(room)

    def _advance(self, room: MatchRoom) -> None:
        """Follow the changes that wait; what this process cannot know by itself is read on a worker thread."""
        while room.backlog and room.table is not None and not room.reading.locked():
            change = room.backlog.popleft()
            if change.version <= room.version:
                continue
            if change.reload or change.version != room.version + 1:
                self._spawn(self._reread(room, change))
                return
            try:
                room.tell_all(room.table.advance(change))
            except Exception:
                logger.exception("a table could not follow a change")
                self._give_up(room)

    def _follow_others(self, room: MatchRoom, version: int) -> None:
        """Follow other processes to this version: all matches that wait for it in one go."""
        if version > room.version:
            self._behind[room.code] = (room, version)
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

    async def _catch_up_with(self, behind: list[tuple[MatchRoom, int]]) -> None:
        asked: dict[int, int] = {}
        versions = [room.version for room, _wanted in behind]
        for room, _wanted in behind:
            if room.table is not None and not room.reading.locked():
                asked |= room.table.asked_for
        try:
            rests = await self._read(partial(follow_others, asked))
        except Exception:
            logger.exception("the moves of other processes could not be read")
            rests = {}
        for (room, wanted), version in zip(behind, versions, strict=True):
            rest = rests.get(room.table.match_id) if room.table is not None else None
            if rest is None or version != room.version or not self._take(room, rest):
                self._follow(Change(room.code, wanted, reload=True))

    def _take(self, room: MatchRoom, rest: Rest) -> bool:
        """Bring a table forward by what was read for it; whether that could be done."""
        if room.table is None or room.reading.locked():
            return False
        if rest.version <= room.version:
            return True
        try:
            events = room.table.take_moves(rest)
        except Exception:
            logger.exception("a table could not follow another process")
            self._give_up(room)
            return True
        if events is None:
            return False
        if room.version < rest.version:
            self._spawn(self._reread(room, Change(room.code, rest.version, reload=True), events))
        else:
            room.tell_all(events)
            self._advance(room)
        return True

    async def _reread(self, room: MatchRoom, change: Change, before_it: Sequence[Event] = ()) -> None:
        """Bring a table to this change, or beyond, from the database, and tell its pages what that brought.

        ``before_it`` is what the table has seen already and its pages have not.
        """
        async with room.reading:
            table, before = room.table, room.version
            if table is not None and before < change.version:
                try:
                    events = await self._read(lambda: table.advance(change))
                except Exception as error:
                    if is_outage(error):
                        self._spawn(self._read_again(room))
                        return
                    logger.exception("a table could not be read")
                    self._give_up(room)
                    return
                if room.version != before:
                    self._close_all(room.seat_all())
                    room.tell_all([*before_it, *events])
            elif before_it:
                room.tell_all(list(before_it))
        self._on_presence_change(room)
        self._talk.follow(room)
        self._advance(room)

    async def _read_again(self, room: MatchRoom) -> None:
        """Read a table anew once the database answers. Its pages stay: all at the door at once would hold it up."""
        async with room.reading:
            room.table = None
            room.backlog.clear()
        while room.table is None and self._watches.get(room.code) is room:
            await asyncio.sleep(AGAIN_SECONDS)
            try:
                async with room.reading:
                    room.table = room.table or await self._read(lambda: load_table(room.code))
            except Exception as error:
                if not is_outage(error):
                    logger.exception("a table could not be read")
                    self._give_up(room)
                    return
        self._close_all(room.seat_all())
        for socket in room.sockets:
            room.send_state(socket)
        self._on_presence_change(room)
        self._advance(room)

    def _give_up(self, room: MatchRoom) -> None:
        """Let the pages of a match connect anew: what this process holds of it may be wrong."""
        room.table = None
        room.backlog.clear()
        for socket in list(room.sockets):
            room.sockets.discard(socket)
            self._spawn(socket.close(SERVER_RESTARTS))
        self._forget_if_idle(room)

    def _disconnect(self, news: Disconnection) -> None:
        for socket in self.doors.leaving(news):
            self._spawn(socket.close(SIGNED_OUT))

    async def _close_suspended(self) -> None:
        """Make up for what a layer has lost: whoever may not be here goes."""
        people = self.doors.people
        for user_id in await self._read(lambda: locked_out_among(people)):
            self._disconnect(Disconnection(user_id))

    def _close_all(self, sockets: list[Socket]) -> None:
        for socket in sockets:
            self._spawn(socket.close(NO_SUCH_MATCH))

    def _forget_if_idle(self, room: MatchRoom) -> None:
        if room.idle and self._watches.get(room.code) is room:
            del self._watches[room.code]

    # ---- presence ----

    def _on_presence_change(self, room: MatchRoom) -> None:
        if self._watches.get(room.code) is not room:  # given up, and perhaps followed anew
            return
        if room.seats_here != room.seats_told:
            self._tell_presence(room)
        room.tell_presence()
        if room.count_is_news and not room.is_counting:
            room.is_counting = True
            self._spawn(self._count(room))
        self._look(room)

    async def _count(self, room: MatchRoom) -> None:
        """Tell how many watch, after a while in which others may have come or gone."""
        await asyncio.sleep(COUNT_SECONDS)
        room.is_counting = False
        if self._watches.get(room.code) is room:
            if room.watching_here != room.watching_told:
                self._tell_presence(room)
            room.tell_presence(count=True)

    def _look(self, room: MatchRoom) -> None:
        if self._absence is not None:
            self._absence.look(room)

    def _tell_presence(self, room: MatchRoom, *, ask: bool = False) -> None:
        """Tell the other processes who is here, and with ``ask`` have them tell the same."""
        room.seats_told, room.watching_told = room.seats_here, room.watching_here
        if self._wire is not None:
            message = {"type": "match.present", "code": room.code, "process": self._name, "ask": ask}
            message |= {"seats": room.seats_told, "watching": room.watching_told, "version": room.version}
            self._wire.publish(MATCHES_GROUP, message)

    def _on_message(self, message: Message) -> None:
        """A message of another process, or this one's own coming back, which says nothing new."""
        if message.get("process") == self._name:
            return
        if message["type"] == "user.out":
            self._disconnect(Disconnection(message["user_id"], message["session"]))
            return
        room = self._watches.get(message["code"])
        if room is None:
            return
        if message["type"] in {"match.said", "match.hidden"}:
            self._talk.tell(room, ChatEvent(room.code, message["line"], message["type"] == "match.hidden"))
            return
        # Versions come with presence too: what a layer lost is so made up for at the next refresh.
        self._follow_others(room, message["version"])
        if message["type"] == "match.present":
            room.presence.heard(message["process"], message["seats"], message["watching"])
            if message["ask"]:
                self._tell_presence(room)
            room.tell_presence(count=True)
            self._look(room)

    async def _refresh(self) -> None:
        while True:
            await asyncio.sleep(REFRESH_SECONDS)
            for room in list(self._watches.values()):
                if self._wire is None or not self._wire.is_away:  # nobody can be heard then
                    room.presence.expire()
                room.tell_presence(count=True)
                self._look(room)
                self._tell_presence(room)
            try:
                await self._close_suspended()
            except Exception as error:
                logger.warning("who is kept out could not be read; the next look makes up for it: %s", error)

    def _on_layer_change(self, away: bool) -> None:
        """The layer went away, or is back: until then nobody is taken for away whose page another process may have."""
        if self._absence is not None:
            self._absence.is_paused = away
        self._outage.set_layer(away=away)
        for room in [] if away else list(self._watches.values()):
            self._tell_presence(room, ask=True)
            self._look(room)

    # ---- running ----

    def start(self) -> None:
        """Begin, on the loop that runs; harmless where that is done."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            layer = shared_layer()
            self._wire = (
                None
                if layer is None
                else ChannelLayerClient(layer, self._on_message, self._on_layer_change, name="tables")
            )
            if self._wire is not None:
                self._spawn(self._wire.subscribe(MATCHES_GROUP))
            self._spawn(self._outage.run(shared=self._wire is not None))
            self._spawn(self._refresh())
            if self._site is not None:
                self._site.start()
            if self._part is not None:
                close_on_signals(self._loop, self._announce_restart)

    async def _announce_restart(self) -> None:
        """Keep what was handed in and tell what came of it, then send all pages to the next server."""
        self._closing = True
        if self._part is not None:
            await asyncio.to_thread(self._part)
        if self._site is not None:
            self._site.announce_restart()
        here = [socket for room in self._watches.values() for socket in room.sockets]
        parting = [asyncio.create_task(_redirect(socket)) for socket in here]
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


async def _redirect(socket: Socket) -> None:
    """Have a page come back to the next server."""
    socket.deliver(encode_frame({"type": "closing"}))
    await socket.close(SERVER_RESTARTS)
