"""Announces which players and how many spectators are at a table.

The announcements go to the table pages in this process and to the other processes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from games.live.channel_layer import Message
from games.live.disconnects import DisconnectTracker
from games.live.match_room import MatchRoom
from games.live.presence import COUNT_SECONDS


class PresenceBoard:
    """Sends changes in presence, and reports disconnects. Runs on the event loop."""

    def __init__(
        self,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
        publish: Callable[[Message], None],
        disconnects: DisconnectTracker | None,
    ) -> None:
        """``publish`` sends a message to the other processes. ``disconnects`` is None if they are not tracked."""
        self._spawn = spawn
        self._publish = publish
        self._disconnects = disconnects

    def arrived(self, room: MatchRoom, user_id: int | None) -> None:
        """Handle a newly opened page."""
        self.changed(room)
        if self._disconnects is not None:
            self._disconnects.arrived(room, user_id)

    def changed(self, room: MatchRoom) -> None:
        """Handle pages that connected or disconnected, or whose users changed seats."""
        if room.seats_here != room.announced_seats:
            self.tell_processes(room)
        room.tell_presence()
        if room.count_is_news and not room.is_counting:
            room.is_counting = True
            self._spawn(self._count(room))
        self.check_disconnects(room)

    def heard(self, room: MatchRoom, message: Message) -> None:
        """Handle the presence reported by another process."""
        room.presence.heard(message["process"], message["seats"], message["watching"])
        if message["ask"]:
            self.tell_processes(room)
        room.tell_presence(count=True)
        self.check_disconnects(room)

    def refresh(self, room: MatchRoom, *, expire: bool) -> None:
        """Send presence again. With ``expire``, first drop expired reports from other processes."""
        if expire:
            room.presence.expire()
        room.tell_presence(count=True)
        self.check_disconnects(room)
        self.tell_processes(room)

    def tell_processes(self, room: MatchRoom, *, ask: bool = False) -> None:
        """Report this process's presence to the other processes. With ``ask``, also request theirs."""
        room.announced_seats, room.announced_watching = room.seats_here, room.watching_here
        message = {"type": "match.present", "code": room.code, "ask": ask, "version": room.version}
        self._publish(message | {"seats": room.announced_seats, "watching": room.announced_watching})

    def check_disconnects(self, room: MatchRoom) -> None:
        """Compare presence with what the match has recorded, and report disconnects."""
        if self._disconnects is not None:
            self._disconnects.check(room)

    def pause(self, paused: bool) -> None:
        """Pause the tracking of disconnects while presence in other processes is unknown, or resume it."""
        if self._disconnects is not None:
            self._disconnects.is_paused = paused

    async def _count(self, room: MatchRoom) -> None:
        """Send the number of spectators after a delay, so that many changes are combined into one message."""
        await asyncio.sleep(COUNT_SECONDS)
        room.is_counting = False
        if not room.idle:
            if room.watching_here != room.announced_watching:
                self.tell_processes(room)
            room.tell_presence(count=True)
