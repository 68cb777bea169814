"""The hub for the site's sockets, one per process. It serves the notices on every page and the live lobby."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from games.live.base_hub import BaseHub
from games.live.channel_layer import Message
from games.live.lobby import LiveLobby
from games.live.match_room import MatchRoom
from games.live.messages import encode_frame
from games.live.online import OnlineMarks
from games.live.peoples_pages import PeoplesPages
from games.live.push_desk import Push, PushDesk
from games.live.seek_pool import SeekPool
from games.live.socket import SERVER_RESTARTS, Socket
from games.live.turn_notices import find_turn_notice, may_miss_turn
from games.live.whereabouts import FOUND, PAGES_GROUP, SOUGHT, Whereabouts
from games.state.announce import LOBBY_GROUP, Change
from games.state.notices import PAIRED, TURN, Notice, notify_through_layer, user_group

POLL_SECONDS = 1.0
READERS = 2  # threads for reading, seeking and pairing


class SiteHub(BaseHub):
    """The pages that receive notices or show the lobby. Everything except ``tell`` runs on the hub's event loop."""

    def __init__(self, push: Callable[[Push], None] | None = None) -> None:
        """Pass push notifications to ``push`` if the player has no page open.

        ``push`` is None if the site sends no push notifications.
        """
        super().__init__("site", readers=READERS)
        self.pages = PeoplesPages(self.read)
        self.lobby = LiveLobby(self.read)
        self.seeking = SeekPool(self.read, self._deliver, self._change_lobby)
        self._online = OnlineMarks(self.read, lambda: self.pages.people)
        self._whereabouts = Whereabouts(self.read, self.publish, self._is_here)
        self._pushes = None if push is None else PushDesk(self.read, self.spawn, self.has_page, push)
        self.has_table_open: Callable[[int, str], bool] = lambda _user_id, _code: False  # set by ``Hub``

    @property
    def open_sockets(self) -> int:
        """The number of pages that receive notices or show the lobby. Can be read from any thread."""
        return len({*self.pages.sockets, *list(self.lobby.pages)})

    def start(self) -> None:
        """Start on the hub's event loop."""
        self.start_on_loop()
        if self.layer_client is not None:
            self.spawn(self.layer_client.subscribe(LOBBY_GROUP))
            self.spawn(self.layer_client.subscribe(PAGES_GROUP))
        self.spawn(self.lobby.run())
        self.spawn(self.seeking.run())
        self.spawn(self._online.run())

    def changed(self, change: Change, room: MatchRoom | None) -> None:
        """Handle a change committed by this process. ``room`` is the match's room in this process, if there is one."""
        if change.reload:
            self._change_lobby()
        if may_miss_turn(change, room):
            self.spawn(self._tell_turn(change))
        if change.ended and self._pushes is not None:
            self._pushes.end(change)

    def _change_lobby(self) -> None:
        """Render the lobby again in all processes, because it may have changed."""
        self.lobby.change()
        if self.layer_client is not None:
            self.layer_client.publish(LOBBY_GROUP, {"type": "lobby.changed"})

    def tell(self, notice: Notice) -> None:
        """Send a notice to a user's pages in all processes. Can be called from any thread."""
        mailbox = self.mailbox
        if mailbox is None:
            notify_through_layer(notice)
        else:
            mailbox.post(self._on_notice, notice)

    # ---- sockets ----

    async def join(self, socket: Socket) -> None:
        """Add an open page."""
        if socket.user_id is not None:
            is_first = self.pages.add(socket, socket.user_id)
            self._online.arrive()
            if is_first and self.layer_client is not None:
                await self.layer_client.subscribe(user_group(socket.user_id))

    def leave(self, socket: Socket) -> None:
        """Remove a page. Does nothing if it has already left."""
        self.lobby.remove(socket)
        self.seeking.remove(socket)
        user_id = socket.user_id
        if user_id is not None and self.pages.remove(socket, user_id) and self.layer_client is not None:
            self.layer_client.unsubscribe(user_group(user_id))

    def announce_restart(self) -> None:
        """Tell all pages to reconnect to the next server."""
        for socket in {*self.pages.sockets, *self.lobby.pages}:
            socket.deliver(encode_frame({"type": "closing"}))
            self.spawn(socket.close(SERVER_RESTARTS))

    async def has_page(self, user_id: int, code: str) -> bool:
        """Return whether a user has the table with this code open in any process.

        If ``code`` is empty, any page counts.
        """
        return await self._whereabouts.has_page(user_id, code, self.layer_client)

    def _is_here(self, user_id: int, code: str) -> bool:
        return self.has_table_open(user_id, code) if code else user_id in self.pages

    # ---- notices ----

    async def _tell_turn(self, change: Change) -> None:
        notice = await self.read(lambda: find_turn_notice(change))
        if notice is not None:
            self._on_notice(notice)
            if change.correspondence and self._pushes is not None:
                self._pushes.notice(notice)

    def _on_notice(self, notice: Notice) -> None:
        self._deliver(notice)
        self.publish(user_group(notice.user_id), notice.as_message())
        if self._pushes is not None and notice.kind != TURN:  # in live matches, that would be one push per move
            self._pushes.notice(notice)

    def heard(self, message: Message) -> None:
        """Handle a message from another process."""
        if message["type"] == "lobby.changed":
            self.lobby.change()
        elif message["type"] in {SOUGHT, FOUND}:
            self._whereabouts.heard(message, self.process)
        elif message["type"] == "user.notice":
            self._deliver(Notice(**{key: value for key, value in message.items() if key not in {"type", "process"}}))

    def _deliver(self, notice: Notice) -> None:
        if notice.kind == PAIRED:
            self.seeking.forget(notice.user_id)
        if notice.user_id in self.pages:
            self.spawn(self.pages.show(notice))

    # ---- outages of the layer ----

    def layer_changed(self, away: bool) -> None:
        """Poll the database while the channel layer is unreachable."""
        self.seeking.is_alone = away
        self.lobby.change()
        if away:
            self.spawn(self._poll())

    async def _poll(self) -> None:
        """Poll the database for changes that other processes would announce if the layer were reachable."""
        self.pages.forget_counts()
        while self.layer_client is not None and self.layer_client.is_away:
            self.lobby.change()
            await self.pages.show_new_counts()
            await asyncio.sleep(POLL_SECONDS)
