"""Who has a table open, told to its pages here and to the other processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from games.live.channel_layer import Message
from games.live.disconnects import DisconnectTracker
from games.live.match_room import MatchRoom
from games.live.presence import COUNT_SECONDS


class PresenceBoard:
    """Tells what is news about who is present, and has absences looked at, on the loop."""

    def __init__(
        self,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
        publish: Callable[[Message], None],
        absence: DisconnectTracker | None,
    ) -> None:
        """``publish`` tells the other processes; ``absence`` is told who comes and goes."""
        self._spawn = spawn
        self._publish = publish
        self._absence = absence

    def arrived(self, room: MatchRoom, user_id: int | None) -> None:
        """A page was opened."""
        self.changed(room)
        if self._absence is not None:
            self._absence.arrived(room, user_id)

    def changed(self, room: MatchRoom) -> None:
        """Pages came or went, or their readers have other seats."""
        if room.seats_here != room.seats_told:
            self.tell_processes(room)
        room.tell_presence()
        if room.count_is_news and not room.is_counting:
            room.is_counting = True
            self._spawn(self._count(room))
        self.look(room)

    def heard(self, room: MatchRoom, message: Message) -> None:
        """Another process says who is present there."""
        room.presence.heard(message["process"], message["seats"], message["watching"])
        if message["ask"]:
            self.tell_processes(room)
        room.tell_presence(count=True)
        self.look(room)

    def refresh(self, room: MatchRoom, *, expire: bool) -> None:
        """Tell it again; with ``expire``, forget the processes that were not heard for too long."""
        if expire:
            room.presence.expire()
        room.tell_presence(count=True)
        self.look(room)
        self.tell_processes(room)

    def tell_processes(self, room: MatchRoom, *, ask: bool = False) -> None:
        """Tell the other processes who is present here, and with ``ask`` have them tell the same."""
        room.seats_told, room.watching_told = room.seats_here, room.watching_here
        message = {"type": "match.present", "code": room.code, "ask": ask, "version": room.version}
        self._publish(message | {"seats": room.seats_told, "watching": room.watching_told})

    def look(self, room: MatchRoom) -> None:
        """Compare who is present with what the match knows of it."""
        if self._absence is not None:
            self._absence.look(room)

    def pause(self, paused: bool) -> None:
        """Take nobody for away while this process cannot know who has a page open in another."""
        if self._absence is not None:
            self._absence.is_paused = paused

    async def _count(self, room: MatchRoom) -> None:
        """Send the number of spectators after a delay, so that many changes make one message."""
        await asyncio.sleep(COUNT_SECONDS)
        room.is_counting = False
        if not room.idle:
            if room.watching_here != room.watching_told:
                self.tell_processes(room)
            room.tell_presence(count=True)
