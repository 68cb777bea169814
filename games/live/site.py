"""News for people wherever on the site they are, and the live lobby: one of it in each process."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.live.lobby import LiveLobby
from games.live.messages import encode_frame
from games.live.presence import REFRESH_SECONDS
from games.live.process_part import ProcessPart
from games.live.seeking import Seeking
from games.live.socket import SERVER_RESTARTS, Socket
from games.live.turns import find_missed, is_missed
from games.live.watch import Watch
from games.live.wire import Message
from games.rules import find_ruleset
from games.selectors.waiting import count_waiting, counts_waiting
from games.state.announce import LOBBY_GROUP, Change
from games.state.notices import PAIRED, Notice, tell_layer, user_group

logger = logging.getLogger(__name__)

POLL_SECONDS = 1.0
READERS = 2  # threads that read, and that seek and pair


class Site(ProcessPart):
    """The pages that hear news. All but ``tell`` runs on the hub's loop."""

    def __init__(self) -> None:
        super().__init__("site", readers=READERS)
        self._people: dict[int, set[Socket]] = {}
        self.lobby = LiveLobby(self.read)
        self.seeking = Seeking(self.read, self._deliver)
        self._counts: dict[int, int] = {}  # how much waits for people, as they were told last during an outage

    @property
    def open_sockets(self) -> int:
        """How many pages hear news or show the lobby; to be asked on any thread."""
        people = [socket for sockets in list(self._people.values()) for socket in list(sockets)]
        return len({*people, *list(self.lobby.pages)})

    def start(self) -> None:
        """Begin, on the hub's loop."""
        self.start_on_loop()
        if self.wire is not None:
            self.spawn(self.wire.subscribe(LOBBY_GROUP))
        self.spawn(self.lobby.run())
        self.spawn(self.seeking.run())
        self.spawn(self._refresh())

    def changed(self, change: Change, watch: Watch | None) -> None:
        """Take a change that this process has committed; ``watch`` is what it follows of the match, if it does."""
        if change.reload:
            self.lobby.change()
            if self.wire is not None:  # whose change it was does not matter
                self.wire.publish(LOBBY_GROUP, {"type": "lobby.changed"})
        if is_missed(change, watch):
            self.spawn(self._tell_turn(change))

    def tell(self, notice: Notice) -> None:
        """Take a notice of this process, on any thread, for somebody who may have pages open here or elsewhere."""
        mailbox = self.mailbox
        if mailbox is None:
            tell_layer(notice)
        else:
            mailbox.post(self._told, notice)

    # ---- sockets ----

    async def join(self, socket: Socket) -> None:
        """Add an open page."""
        if socket.user_id is not None:
            first = socket.user_id not in self._people
            self._people.setdefault(socket.user_id, set()).add(socket)
            if first and self.wire is not None:
                await self.wire.subscribe(user_group(socket.user_id))

    def leave(self, socket: Socket) -> None:
        """Take a page out; harmless when it is out already."""
        self.lobby.remove(socket)
        self.seeking.remove(socket)
        user_id = socket.user_id
        if user_id is None or socket not in self._people.get(user_id, set()):
            return
        self._people[user_id].discard(socket)
        if not self._people[user_id]:
            del self._people[user_id]
            if self.wire is not None:
                self.wire.unsubscribe(user_group(user_id))

    async def send_waiting(self, socket: Socket) -> None:
        """Tell a page how much waits for its reader."""
        user_id = socket.user_id
        count = 0 if user_id is None else await self.read(lambda: count_waiting(user_id))
        socket.deliver(encode_frame({"type": "waiting", "count": count}))

    def say_closing(self) -> None:
        """Have all pages come back to the next server."""
        everybody = {socket for sockets in self._people.values() for socket in sockets} | set(self.lobby.pages)
        for socket in everybody:
            socket.deliver(encode_frame({"type": "closing"}))
            self.spawn(socket.close(SERVER_RESTARTS))

    # ---- news ----

    async def _tell_turn(self, change: Change) -> None:
        notice = await self.read(lambda: find_missed(change))
        if notice is not None:
            self._told(notice)

    def _told(self, notice: Notice) -> None:
        self._deliver(notice)
        self.publish(user_group(notice.user_id), notice.as_message())

    def heard(self, message: Message) -> None:
        """Take a message of another process."""
        if message["type"] == "lobby.changed":
            self.lobby.change()
        elif message["type"] == "user.notice":
            self._deliver(Notice(**{key: value for key, value in message.items() if key not in {"type", "process"}}))

    def _deliver(self, notice: Notice) -> None:
        if notice.kind == PAIRED:
            self.seeking.forget(notice.user_id)
        if notice.user_id in self._people:
            self.spawn(self._show(notice))

    async def _show(self, notice: Notice) -> None:
        count = await self.read(lambda: count_waiting(notice.user_id))
        frame = encode_frame(notice_frame(notice, count))
        for socket in self._people.get(notice.user_id, ()):
            socket.deliver(frame)

    # ---- running ----

    async def _refresh(self) -> None:
        """Make up for what a layer has lost."""
        while True:
            self.lobby.change()
            await asyncio.sleep(REFRESH_SECONDS)

    def layer_changed(self, away: bool) -> None:
        """Look into the database while other processes cannot be heard."""
        self.seeking.is_alone = away
        self.lobby.change()
        if away:
            self.spawn(self._poll())

    async def _poll(self) -> None:
        """While other processes cannot be heard, look into the database for what they would tell."""
        self._counts.clear()
        while self.wire is not None and self.wire.is_away:
            self.lobby.change()
            people = list(self._people)
            try:
                counts = await self.read(lambda: counts_waiting(people))  # noqa: B023  it is awaited at once
            except Exception as error:
                logger.warning("what waits for people could not be read: %s", error)
            else:
                self._show_counts(counts)
            await asyncio.sleep(POLL_SECONDS)

    def _show_counts(self, counts: dict[int, int]) -> None:
        """Tell people how much waits for them, where that has changed since they were told."""
        for user_id, sockets in self._people.items():
            count = counts.get(user_id, 0)
            if self._counts.get(user_id) != count:
                self._counts[user_id] = count
                for socket in sockets:
                    socket.deliver(encode_frame({"type": "waiting", "count": count}))


def notice_frame(notice: Notice, waiting: int) -> dict[str, Any]:
    """The ``notice`` frame of docs/protocol.md."""
    return {
        "type": "notice",
        "kind": notice.kind,
        "code": notice.code,
        "url": reverse("table", args=[notice.code]),
        "title": _(find_ruleset(notice.ruleset).title),
        "by": notice.by,
        "waiting": waiting,
    }
