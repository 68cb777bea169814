"""One match that sockets of this process look at."""

from __future__ import annotations

import asyncio
from typing import TypedDict

from games.live.crowd import Crowd
from games.live.messages import encode_frame
from games.live.presence import Presence
from games.live.socket import Socket
from games.rules.game import Event
from games.selectors.table import Table, TableFacts
from games.state.errors import NotFound


class Here(TypedDict):
    """Who is at a table: for each seat whether it is online, and how many spectators there are."""

    online: list[bool]
    watching: int


class Watch:
    """What its sockets were told of the match last, and who they are.

    ``wanted`` is the version that the table is to be brought to, ``facts`` are those that the sockets were told.
    ``reading`` is held while a worker thread reads for the table. ``seat``, ``send_state`` and ``tell_all`` need a hold
    of the match (``Table.live``).
    """

    def __init__(self, code: str) -> None:
        self.code = code
        self.table: Table | None = None
        self.sockets: set[Socket] = set()
        self.joining = 0
        self.facts: TableFacts | None = None
        self.wanted = -1
        self.reading = asyncio.Lock()
        self.talking = asyncio.Lock()
        self.presence = Presence()
        self._crowd = Crowd()
        self.seats_told: list[int] = []
        self.watching_told = 0
        self.is_counting = False
        self._told: Here = {"online": [], "watching": 0}

    @property
    def idle(self) -> bool:
        """Whether nobody looks any more."""
        return not self.sockets and not self.joining

    @property
    def version(self) -> int:
        """The version that was told last, -1 before there is one."""
        return -1 if self.table is None else self.table.version

    @property
    def seats_here(self) -> list[int]:
        """The seats with a socket in this process."""
        return sorted({socket.seat for socket in self.sockets if socket.seat is not None})

    @property
    def watching_here(self) -> int:
        """How many spectators have a page open in this process; somebody with several counts once."""
        spectators = [socket for socket in self.sockets if socket.seat is None]
        people = {socket.user_id for socket in spectators if socket.user_id is not None}
        return len(people) + sum(socket.user_id is None for socket in spectators)

    @property
    def online(self) -> list[bool]:
        """For each seat whether its player has a page open, here or in another process; empty before it is read."""
        return [] if self.table is None else self.presence.online(self.seats_here, len(self.table.seats))

    def seat(self, socket: Socket, table: Table) -> None:
        """Add a socket and send it the state. Raises NotFound where its reader may not look."""
        if not table.may_watch(socket.user_id):
            raise NotFound
        self.sockets.add(socket)
        socket.seat = table.seat_of(socket.user_id)
        self.send_state(socket)

    def seat_all(self) -> list[Socket]:
        """Find every reader's seat again: somebody may have sat down or got up. Return those who may look no longer.

        They are taken out: the table may have closed its doors when the match began.
        """
        if self.table is None:
            return []
        outside = [socket for socket in self.sockets if not self.table.may_watch(socket.user_id)]
        self.sockets.difference_update(outside)
        for socket in self.sockets:
            socket.seat = self.table.seat_of(socket.user_id)
        return outside

    def send_state(self, socket: Socket) -> None:
        """Send one socket the state, with the last events for its log; nothing when the table is given up."""
        if self.table is not None:
            here = self._here()
            socket.deliver(encode_frame(self.table.state_frame(socket.seat, [], recent=True, **here)))

    def tell_all(self, events: list[Event]) -> None:
        """Send every socket the new state, made once for each audience."""
        if self.table is None:
            return
        here = self._here()
        audiences = {socket.seat for socket in self.sockets}
        states = self.table.state_frames(audiences, events, **here)
        frames = {audience: encode_frame(state) for audience, state in states.items()}
        for socket in self.sockets:
            self.deliver(socket, frames[socket.seat])

    @property
    def count_is_news(self) -> bool:
        """Whether another number of spectators was told last, to the sockets here or to the other processes."""
        here = self.watching_here
        return here != self.watching_told or self.presence.watching(here) != self._told["watching"]

    def tell_presence(self, *, count: bool = False) -> None:
        """Tell every socket who is online, if that is news, with how many watch; with ``count``, if only that is."""
        if self.table is None:
            return
        here = self._here()
        if here["online"] != self._told["online"] or (count and here != self._told):
            self._told = here
            frame = encode_frame({"type": "presence", **here})
            for socket in self.sockets:
                self.deliver(socket, frame)

    def deliver(self, socket: Socket, frame: str) -> None:
        """Players before spectators, who may be many."""
        socket.deliver(frame, crowd=self._crowd if socket.seat is None else None)

    def _here(self) -> Here:
        return {"online": self.online, "watching": self.presence.watching(self.watching_here)}
