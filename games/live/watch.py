"""One match that sockets of this process look at."""

from __future__ import annotations

import asyncio
from collections import deque

from games.live.messages import encode_frame
from games.live.presence import Presence
from games.live.socket import Socket
from games.rules.game import Event
from games.selectors.table import Table
from games.services.announce import Change
from games.services.errors import NotFound


class Watch:
    """The process's one copy of the table, its sockets, and the changes that the copy has not followed yet.

    ``reading`` is held while a worker thread changes the table: nobody else may look at it then.
    """

    def __init__(self, code: str) -> None:
        self.code = code
        self.table: Table | None = None
        self.sockets: set[Socket] = set()
        self.joining = 0
        self.backlog: deque[Change] = deque()
        self.reading = asyncio.Lock()
        self.presence = Presence()
        self.seats_told: list[int] = []
        self._told: list[bool] = []

    @property
    def idle(self) -> bool:
        """Whether nobody looks any more."""
        return not self.sockets and not self.joining

    @property
    def version(self) -> int:
        """The version of the copy, -1 before there is one."""
        return -1 if self.table is None else self.table.version

    @property
    def seats_here(self) -> list[int]:
        """The seats with a socket in this process."""
        return sorted({socket.seat for socket in self.sockets if socket.seat is not None})

    def seat(self, socket: Socket, table: Table) -> None:
        """Add a socket and send it the state. Raises NotFound where its reader may not look."""
        if not table.may_watch(socket.user_id, has_link=True):
            raise NotFound
        self.sockets.add(socket)
        socket.seat = table.seat_of(socket.user_id)
        self.send_state(socket)

    def seat_all(self) -> None:
        """Find every reader's seat again: somebody may have sat down or got up."""
        for socket in self.sockets:
            socket.seat = self.table.seat_of(socket.user_id) if self.table is not None else None

    def send_state(self, socket: Socket) -> None:
        """Send one socket the state, with the last events for its log; nothing when the table is given up."""
        if self.table is not None:
            online = self._online(self.table)
            socket.deliver(encode_frame(self.table.state_frame(socket.seat, [], recent=True, online=online)))

    def tell_all(self, events: list[Event]) -> None:
        """Send every socket the new state, made once for each audience."""
        if self.table is None:
            return
        online = self._online(self.table)
        frames: dict[int | None, str] = {}
        for socket in self.sockets:
            if socket.seat not in frames:
                frame = self.table.state_frame(socket.seat, events, recent=False, online=online)
                frames[socket.seat] = encode_frame(frame)
            socket.deliver(frames[socket.seat])

    def tell_presence(self) -> None:
        """Tell every socket who is online, if that is news."""
        if self.table is None:
            return
        online = self._online(self.table)
        if online != self._told:
            self._told = online
            frame = encode_frame({"type": "presence", "online": online})
            for socket in self.sockets:
                socket.deliver(frame)

    def _online(self, table: Table) -> list[bool]:
        return self.presence.online(self.seats_here, len(table.seats))
