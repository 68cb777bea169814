"""A match, and the sockets in this process that follow it."""

from __future__ import annotations

import asyncio
from typing import TypedDict

from games.live.callback_queue import CallbackQueue
from games.live.messages import encode_frame
from games.live.presence import Presence
from games.live.socket import Socket
from games.rules.events import Event
from games.selectors.table import Table
from games.selectors.table_facts import TableFacts
from games.state.errors import NotFound


class PresenceFields(TypedDict):
    """Presence at a table: whether each seat is online, and the number of spectators."""

    online: list[bool]
    watching: int


class MatchRoom:
    """The sockets that follow a match, and what was last sent to them.

    ``wanted`` is the version that the table should reach, and ``facts`` contains the facts last sent. ``reading`` is
    locked while a worker thread reads the table's data. The caller must hold the match (``Table.live``) to call
    ``seat``, ``send_state`` and ``tell_all``.
    """

    def __init__(self, code: str, players: CallbackQueue | None = None) -> None:
        """``players`` is the queue through which frames are sent to the players of all rooms."""
        self.code = code
        self.table: Table | None = None
        self.sockets: set[Socket] = set()
        self.joining = 0
        self.facts: TableFacts | None = None
        self.wanted = -1
        self.reading = asyncio.Lock()
        self.chat_lock = asyncio.Lock()
        self.presence = Presence()
        self._players = players or CallbackQueue()
        self._spectators = CallbackQueue()
        self.announced_seats: list[int] = []
        self.announced_watching = 0
        self.is_counting = False
        self._sent_presence: PresenceFields = {"online": [], "watching": 0}

    @property
    def idle(self) -> bool:
        """Return whether no socket is in the room or joining it."""
        return not self.sockets and not self.joining

    @property
    def version(self) -> int:
        """The version last sent, or -1 if none has been sent."""
        return -1 if self.table is None else self.table.version

    @property
    def seats_here(self) -> list[int]:
        """The seats with a socket in this process."""
        return sorted({socket.seat for socket in self.sockets if socket.seat is not None})

    @property
    def watching_here(self) -> int:
        """The number of spectators in this process. A signed-in user with several pages open counts once."""
        spectators = [socket for socket in self.sockets if socket.seat is None]
        if not spectators:
            return 0
        people = {socket.user_id for socket in spectators if socket.user_id is not None}
        return len(people) + sum(socket.user_id is None for socket in spectators)

    @property
    def online(self) -> list[bool]:
        """For each seat, whether its player has a page open in any process. Empty until the table is loaded."""
        if self.table is None:
            return []
        return self.presence.online({socket.seat for socket in self.sockets}, len(self.table.seats))

    def is_online(self, seat: int) -> bool:
        """Return whether a seat's player has a page open in any process."""
        return any(socket.seat == seat for socket in self.sockets) or self.presence.is_elsewhere(seat)

    def seat(self, socket: Socket, table: Table) -> None:
        """Add a socket and send it the state. Raises NotFound if its user may not see the match."""
        if not table.may_watch(socket.user_id):
            raise NotFound
        self.sockets.add(socket)
        socket.seat = table.seat_of(socket.user_id)
        self.send_state(socket)

    def seat_all(self) -> list[Socket]:
        """Look up every user's seat again, since seats may have changed.

        Remove and return the sockets of users who may no longer see the match, for example because a private table has
        started.
        """
        if self.table is None:
            return []
        outside = [socket for socket in self.sockets if not self.table.may_watch(socket.user_id)]
        self.sockets.difference_update(outside)
        for socket in self.sockets:
            socket.seat = self.table.seat_of(socket.user_id)
        return outside

    def send_state(self, socket: Socket) -> None:
        """Send one socket the state, with the latest events for its log. Does nothing if the table was discarded."""
        if self.table is not None:
            here = self._presence_fields()
            socket.deliver(encode_frame(self.table.state_frame(socket.seat, [], recent=True, **here)))

    def tell_all(self, events: list[Event]) -> None:
        """Send every socket the new state, encoded once per audience."""
        if self.table is None:
            return
        here = self._presence_fields()
        audiences = {socket.seat for socket in self.sockets}
        states = self.table.state_frames(audiences, events, **here)
        frames = {audience: encode_frame(state) for audience, state in states.items()}
        for socket in self.sockets:
            self.deliver(socket, frames[socket.seat])

    @property
    def count_is_news(self) -> bool:
        """Return whether the number of spectators has changed since it was last sent to sockets or other processes."""
        here = self.watching_here
        return here != self.announced_watching or self.presence.watching(here) != self._sent_presence["watching"]

    def tell_presence(self, *, count: bool = False) -> None:
        """Send presence to every socket if players have come online or gone offline.

        With ``count``, also send it if the number of spectators has changed.
        """
        if self.table is None:
            return
        here = self._presence_fields()
        if here["online"] != self._sent_presence["online"] or (count and here != self._sent_presence):
            self._sent_presence = here
            frame = encode_frame({"type": "presence", **here})
            for socket in self.sockets:
                self.deliver(socket, frame)

    def deliver(self, socket: Socket, frame: str) -> None:
        """Send a frame to a socket through a queue.

        Players are served in the next iteration of the event loop. The player who moved is served earlier, together
        with the answer to the move. There may be many spectators, so they are served a few at a time.
        """
        socket.deliver(frame, queue=self._spectators if socket.seat is None else self._players)

    def _presence_fields(self) -> PresenceFields:
        return {"online": self.online, "watching": self.presence.watching(self.watching_here)}
