"""Sends changes in matches to sockets. Each process follows only the matches for which it has sockets."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from accounts.sanctions import locked_out_among
from games.chat.live import ChatRelay
from games.live.base_hub import BaseHub
from games.live.callback_queue import CallbackQueue
from games.live.channel_layer import Message
from games.live.connections import SIGNED_OUT, ConnectionRegistry
from games.live.disconnects import DisconnectTracker
from games.live.follower import Follower
from games.live.match_room import MatchRoom
from games.live.messages import encode_frame
from games.live.outage import OutageMonitor
from games.live.presence import REFRESH_SECONDS
from games.live.presence_board import PresenceBoard
from games.live.shutdown import close_on_signals
from games.live.site_hub import SiteHub
from games.live.socket import SERVER_RESTARTS, Socket
from games.selectors.table import Table
from games.services.outages import is_outage
from games.state.announce import MATCHES_GROUP, ChatEvent, Disconnection, News, announce_to_layer

logger = logging.getLogger(__name__)

PARTING_SECONDS = 1.0  # time for the slowest page to receive its last frames
POLL_SECONDS = 0.02
READERS = 2  # threads that read tables from the database


class Hub(BaseHub):
    """A process's open tables. Everything except ``announce`` runs on the event loop that started the hub."""

    def __init__(
        self,
        *,
        disconnects: DisconnectTracker | None = None,
        site: SiteHub | None = None,
        before_shutdown: Callable[[], None] | None = None,
    ) -> None:
        """Report disconnects to ``disconnects``, and pass ``site`` every change that this process commits.

        With ``before_shutdown``, the hub handles the shutdown of the process: it first runs that function on a separate
        thread, to finish the commands in progress, and then redirects its pages to the next server.
        """
        super().__init__("tables", readers=READERS)
        self._site = site
        if site is not None:
            site.has_table_open = self.has_table_open
        self._before_shutdown = before_shutdown
        self._closing = False
        self._rooms: dict[str, MatchRoom] = {}
        self._players = CallbackQueue(at_a_time=None)
        self.connections = ConnectionRegistry()
        self._chat = ChatRelay(self.read, self.spawn)
        self._presence = PresenceBoard(self.spawn, lambda message: self.publish(MATCHES_GROUP, message), disconnects)
        self._follower = Follower(
            self.read, self.spawn, self._post, given_up=self._forget_if_idle, reread=self._seats_changed
        )
        self._outage = OutageMonitor(self.read, lambda: list(self._rooms.values()), self._follower.follow_others)

    @property
    def open_sockets(self) -> int:
        """The number of sockets and streams that follow matches. Can be read from any thread."""
        return sum(len(room.sockets) for room in list(self._rooms.values()))

    @property
    def open_tables(self) -> int:
        """The number of matches that sockets and streams follow."""
        return len(self._rooms)

    def has_table_open(self, user_id: int, code: str) -> bool:
        """Return whether a user has the page of this match open in this process."""
        room = self._rooms.get(code)
        return room is not None and any(socket.user_id == user_id for socket in room.sockets)

    # ---- notices ----

    def announce(self, news: News) -> None:
        """Pass on news from this process to its own sockets and to other processes. Can be called from any thread."""
        mailbox = self.mailbox
        if mailbox is None:
            announce_to_layer(news)
        else:
            mailbox.post(self._announced, news)

    def _announced(self, news: News) -> None:
        self.publish(MATCHES_GROUP, news.message)
        if isinstance(news, Disconnection):
            self._disconnect(news)
            return
        room = self._rooms.get(news.code)
        if isinstance(news, ChatEvent):
            if room is not None:
                self._chat.tell(room, news)
            return
        if room is not None:
            self._follower.follow(room, news.version)
        if self._site is not None:
            self._site.changed(news, room)

    def heard(self, message: Message) -> None:
        """Handle a message from another process."""
        if message["type"] == "user.out":
            self._disconnect(Disconnection(message["user_id"], message["session"]))
            return
        room = self._rooms.get(message["code"])
        if room is None:
            return
        if message["type"] in {"match.said", "match.hidden"}:
            self._chat.tell(room, ChatEvent(room.code, message["line"], message["type"] == "match.hidden"))
            return
        # Presence messages carry versions too, so the next refresh makes up for a change that the layer lost.
        self._follower.follow_others(room, message["version"])
        if message["type"] == "match.present":
            self._presence.heard(room, message)

    # ---- sockets ----

    async def join(self, code: str, socket: Socket) -> MatchRoom:
        """Add a socket to a match and send it the state. Raises NotFound."""
        self.start()
        room = self._rooms.get(code)
        if room is None:
            room = self._rooms[code] = MatchRoom(code, self._players)
        room.joining += 1
        try:
            async with room.reading:
                table = room.table = room.table or await self._open(room)
                if not table.may_watch(socket.user_id):
                    await self.read(table.refresh_access)
                async with self._follower.showing(room, table):
                    room.seat(socket, table)
        finally:
            room.joining -= 1
            self._follower.advance(room)  # apply changes that arrived during the read, even if the user may not join
            self._forget_if_idle(room)
        if self._closing:
            self.spawn(_redirect(socket))
        self._outage.tell(room, socket)
        self._chat.follow(room)
        self._presence.arrived(room, socket.user_id)
        return room

    def leave(self, room: MatchRoom, socket: Socket) -> None:
        """Remove a socket. Does nothing if it has already left."""
        room.sockets.discard(socket)
        if self._rooms.get(room.code) is room:  # otherwise, the room was abandoned and perhaps replaced
            self._presence.changed(room)
        self._forget_if_idle(room)

    async def send_state(self, room: MatchRoom, socket: Socket, *, beyond: int = -1) -> None:
        """Send the state to a socket.

        The table is reloaded first unless its version is greater than ``beyond``.
        """
        if room.version <= beyond:
            await self._follower.read(room)
        async with room.reading:
            table = room.table
            if table is None:
                return
            try:
                async with self._follower.showing(room, table):
                    room.send_state(socket)
            except Exception as error:
                if not is_outage(error):
                    raise
                logger.info("a state could not be read: %s", error)  # the state is sent once the database is back

    def send_chat(self, room: MatchRoom, socket: Socket) -> None:
        """Send a socket the latest lines in its chat room, except for lines by people its user has muted."""
        self._chat.send(room, socket)

    async def _open(self, room: MatchRoom) -> Table:
        """Load the table. Subscribe first, so that no change is missed in between."""
        if self.layer_client is not None:
            await self.layer_client.subscribe(MATCHES_GROUP)
            self._presence.tell_processes(room, ask=True)
        return await self._follower.open(room)

    def _seats_changed(self, room: MatchRoom) -> None:
        """Handle a change after which users may have different seats."""
        if self._rooms.get(room.code) is room:
            self._presence.changed(room)
            self._chat.follow(room)

    def _disconnect(self, news: Disconnection) -> None:
        for socket in self.connections.leaving(news):
            self.spawn(socket.close(SIGNED_OUT))

    def _forget_if_idle(self, room: MatchRoom) -> None:
        if room.idle and self._rooms.get(room.code) is room:
            del self._rooms[room.code]

    # ---- running ----

    def start(self) -> None:
        """Start on the running event loop. Does nothing if already started."""
        if self.is_started:
            return
        loop = self.start_on_loop()
        if self.layer_client is not None:
            self.spawn(self.layer_client.subscribe(MATCHES_GROUP))
        self.spawn(self._outage.run(shared=self.layer_client is not None))
        self.spawn(self._refresh())
        if self._site is not None:
            self._site.start()
        if self._before_shutdown is not None:
            close_on_signals(loop, self._announce_restart)

    def _post(self, call: Callable[[], None], *args: object) -> None:
        if self.mailbox is not None:
            self.mailbox.post(call, *args)

    async def _refresh(self) -> None:
        while True:
            await asyncio.sleep(REFRESH_SECONDS)
            for room in list(self._rooms.values()):  # without the layer, no process can report
                self._presence.refresh(room, expire=self.layer_client is None or not self.layer_client.is_away)
            try:
                await self._close_suspended()
            except Exception as error:
                logger.warning("suspended users could not be read; trying again: %s", error)

    async def _close_suspended(self) -> None:
        """Close the sockets of suspended users, in case the layer lost the message that should have closed them."""
        people = self.connections.people
        for user_id in await self.read(lambda: locked_out_among(people)):
            self._disconnect(Disconnection(user_id))

    def layer_changed(self, away: bool) -> None:
        """Stop tracking disconnects while the layer is unreachable.

        A player's page may be open in another process, which cannot report it.
        """
        self._presence.pause(away)
        self._outage.set_layer(away=away)
        for room in [] if away else list(self._rooms.values()):
            self._presence.tell_processes(room, ask=True)
            self._presence.check_disconnects(room)

    async def _announce_restart(self) -> None:
        """Commit and answer the commands in progress, then redirect all pages to the next server."""
        self._closing = True
        if self._before_shutdown is not None:
            await asyncio.to_thread(self._before_shutdown)
        if self._site is not None:
            self._site.announce_restart()
        here = [socket for room in self._rooms.values() for socket in room.sockets]
        parting = [asyncio.create_task(_redirect(socket)) for socket in here]
        if parting:
            await asyncio.wait(parting, timeout=PARTING_SECONDS)
        for _attempt in range(int(PARTING_SECONDS / POLL_SECONDS)):  # until all sockets have closed or the time is up
            if not self._rooms:
                break
            await asyncio.sleep(POLL_SECONDS)


async def _redirect(socket: Socket) -> None:
    """Tell a page to reconnect to the next server, and close its socket."""
    socket.deliver(encode_frame({"type": "closing"}))
    await socket.close(SERVER_RESTARTS)
