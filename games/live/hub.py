"""Fan-out: each process follows the matches that its sockets look at, and makes each view once an audience."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from accounts.sanctions import barred_among
from games.chat.live import Talk
from games.live.absence import Absence
from games.live.doors import SIGNED_OUT, Doors
from games.live.farewell import say_farewell_on_signals
from games.live.follower import Follower
from games.live.messages import encode_frame
from games.live.outage import Outage
from games.live.presence import REFRESH_SECONDS
from games.live.presence_board import PresenceBoard
from games.live.process_part import ProcessPart
from games.live.site import Site
from games.live.socket import SERVER_RESTARTS, Socket
from games.live.watch import Watch
from games.live.wire import Message
from games.selectors.table import Table
from games.services.outages import is_outage
from games.state.announce import MATCHES_GROUP, News, Said, SignedOut, announce_to_layer

logger = logging.getLogger(__name__)

PARTING_SECONDS = 1.0  # for the slowest page to read what was said last
LOOK_SECONDS = 0.02
READERS = 2  # threads that read tables from the database


class Hub(ProcessPart):
    """The open tables of a process. All but ``announce`` runs on the event loop of the first socket."""

    def __init__(
        self, *, absence: Absence | None = None, site: Site | None = None, part: Callable[[], None] | None = None
    ) -> None:
        """``absence`` is told who comes and goes, ``site`` of every change that this process has committed.

        With ``part`` this is the hub of a server, which says goodbye to its pages when that is told to end, and
        first has ``part`` finish, on a thread of its own, what is under way.
        """
        super().__init__("tables", readers=READERS)
        self._site = site
        self._part = part
        self._closing = False
        self._watches: dict[str, Watch] = {}
        self.doors = Doors()
        self._talk = Talk(self.read, self.spawn)
        self._presence = PresenceBoard(self.spawn, lambda message: self.publish(MATCHES_GROUP, message), absence)
        self._follower = Follower(
            self.read, self.spawn, self._post, given_up=self._forget_if_idle, reread=self._seats_changed
        )
        self._outage = Outage(self.read, lambda: list(self._watches.values()), self._follower.follow_others)

    @property
    def open_sockets(self) -> int:
        """How many sockets and streams look at tables of this process; to be asked on any thread."""
        return sum(len(watch.sockets) for watch in list(self._watches.values()))

    @property
    def open_tables(self) -> int:
        """How many tables they look at."""
        return len(self._watches)

    # ---- news ----

    def announce(self, news: News) -> None:
        """Take what this process has committed, on any thread; other processes are told of it."""
        mailbox = self.mailbox
        if mailbox is None:
            announce_to_layer(news)
        else:
            mailbox.post(self._announced, news)

    def _announced(self, news: News) -> None:
        self.publish(MATCHES_GROUP, news.message)
        if isinstance(news, SignedOut):
            self._show_out(news)
            return
        watch = self._watches.get(news.code)
        if isinstance(news, Said):
            if watch is not None:
                self._talk.tell(watch, news)
            return
        if watch is not None:
            self._follower.follow(watch, news.version)
        if self._site is not None:
            self._site.changed(news, watch)

    def heard(self, message: Message) -> None:
        """Take a message of another process."""
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
        self._follower.follow_others(watch, message["version"])
        if message["type"] == "match.present":
            self._presence.heard(watch, message)

    # ---- sockets ----

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
                    await self.read(table.refresh_access)
                async with self._follower.showing(watch, table):
                    watch.seat(socket, table)
        finally:
            watch.joining -= 1
            self._follower.advance(watch)  # to what came while the table was read, also where nobody is let in
            self._forget_if_idle(watch)
        if self._closing:
            self.spawn(_send_away(socket))
        self._outage.tell(watch, socket)
        self._talk.follow(watch)
        self._presence.arrived(watch, socket.user_id)
        return watch

    def leave(self, watch: Watch, socket: Socket) -> None:
        """Take a socket out; harmless when it is out already."""
        watch.sockets.discard(socket)
        if self._watches.get(watch.code) is watch:  # else it was given up, and perhaps followed anew
            self._presence.changed(watch)
        self._forget_if_idle(watch)

    async def send_state(self, watch: Watch, socket: Socket, *, beyond: int = -1) -> None:
        """Send a socket the state. A table that is not ``beyond`` this version is brought up to date first."""
        if watch.version <= beyond:
            await self._follower.read(watch)
        async with watch.reading:
            table = watch.table
            if table is None:
                return
            try:
                async with self._follower.showing(watch, table):
                    watch.send_state(socket)
            except Exception as error:
                if not is_outage(error):
                    raise
                logger.info("a state could not be read: %s", error)  # it follows once the database is back

    def send_talk(self, watch: Watch, socket: Socket) -> None:
        """Send a socket the last lines that its reader may, and wants to, read."""
        self._talk.send(watch, socket)

    async def _open(self, watch: Watch) -> Table:
        """Load the table, listening first so that no change falls between."""
        if self.wire is not None:
            await self.wire.subscribe(MATCHES_GROUP)
            self._presence.tell_processes(watch, ask=True)
        return await self._follower.open(watch)

    def _seats_changed(self, watch: Watch) -> None:
        """Those who look at a match may have other seats than before."""
        if self._watches.get(watch.code) is watch:
            self._presence.changed(watch)
            self._talk.follow(watch)

    def _show_out(self, news: SignedOut) -> None:
        for socket in self.doors.leaving(news):
            self.spawn(socket.close(SIGNED_OUT))

    def _forget_if_idle(self, watch: Watch) -> None:
        if watch.idle and self._watches.get(watch.code) is watch:
            del self._watches[watch.code]

    # ---- running ----

    def start(self) -> None:
        """Begin, on the loop that runs; harmless where that is done."""
        if self.is_started:
            return
        loop = self.start_on_loop()
        if self.wire is not None:
            self.spawn(self.wire.subscribe(MATCHES_GROUP))
        self.spawn(self._outage.run(shared=self.wire is not None))
        self.spawn(self._refresh())
        if self._site is not None:
            self._site.start()
        if self._part is not None:
            say_farewell_on_signals(loop, self._say_closing)

    def _post(self, call: Callable[[], None], *args: object) -> None:
        if self.mailbox is not None:
            self.mailbox.post(call, *args)

    async def _refresh(self) -> None:
        while True:
            await asyncio.sleep(REFRESH_SECONDS)
            for watch in list(self._watches.values()):  # while the layer is away nobody can be heard
                self._presence.refresh(watch, expire=self.wire is None or not self.wire.is_away)
            try:
                await self._look_who_is_in()
            except Exception as error:
                logger.warning("who is kept out could not be read; the next look makes up for it: %s", error)

    async def _look_who_is_in(self) -> None:
        """Make up for what a layer has lost: whoever may not be here goes."""
        people = self.doors.people
        for user_id in await self.read(lambda: barred_among(people)):
            self._show_out(SignedOut(user_id))

    def layer_changed(self, away: bool) -> None:
        """The layer went away, or is back: until then nobody is taken for away whose page another process may have."""
        self._presence.pause(away)
        self._outage.set_layer(away=away)
        for watch in [] if away else list(self._watches.values()):
            self._presence.tell_processes(watch, ask=True)
            self._presence.look(watch)

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


async def _send_away(socket: Socket) -> None:
    """Have a page come back to the next server."""
    socket.deliver(encode_frame({"type": "closing"}))
    await socket.close(SERVER_RESTARTS)
