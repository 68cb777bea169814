"""Tracks players who disconnect and return. A grace period keeps page reloads from counting as disconnects."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from games.live.match_room import MatchRoom
from games.live.writer import Writer
from games.models import Status
from games.services.presence import mark_away, mark_back

logger = logging.getLogger(__name__)


class DisconnectTracker:
    """Records in the match when a player disconnects or returns.

    Runs on the hub's event loop. Several processes may report the same change; the match records it only once.
    """

    def __init__(self, writer: Writer, delay: float) -> None:
        """Count a player as disconnected after ``delay`` seconds without a socket in any process."""
        self._writer = writer
        self._delay = delay
        self._timers: dict[tuple[str, int], asyncio.TimerHandle] = {}
        self.is_paused = False  # while this process can't know which pages are open in other processes

    def check(self, room: MatchRoom) -> None:
        """Compare the players online in a running match with what the match has recorded, and report changes."""
        table = room.table
        if self.is_paused:
            return
        if table is None or table.status != Status.RUNNING or (table.clock is not None and not table.clock.live):
            return
        for seat, online in zip(list(table.seats), room.online, strict=False):
            if seat.user_id is None or seat.bot:
                continue
            key = (room.code, seat.user_id)
            if online:
                self._forget(key)
                if seat.grace_ends is not None:
                    self._submit(mark_back, *key)
            elif seat.grace_ends is None and key not in self._timers:
                gone = partial(self._gone, room, key)
                self._timers[key] = asyncio.get_running_loop().call_later(self._delay, gone)

    def arrived(self, room: MatchRoom, user_id: int | None) -> None:
        """Record that an absent player has opened the page, so that any stand-in gives up their seat."""
        seats = room.table.seats if room.table is not None else []
        if any(seat.user_id == user_id and (seat.stand_in or seat.grace_ends) for seat in seats):
            self._submit(mark_back, room.code, user_id)

    def _gone(self, room: MatchRoom, key: tuple[str, int]) -> None:
        self._forget(key)
        if self.is_paused:
            return
        seat = None if room.table is None else room.table.seat_of(key[1])
        if seat is None or not room.is_online(seat):
            self._submit(mark_away, *key)

    def _forget(self, key: tuple[str, int]) -> None:
        timer = self._timers.pop(key, None)
        if timer is not None:
            timer.cancel()

    def _submit(self, service: Callable[..., Any], code: str, user_id: int | None) -> None:
        self._writer.submit(code, partial(service, code=code, user_id=user_id), _log_failure)


def _log_failure(_change: Any, error: Exception | None) -> None:
    if error is not None:
        logger.error("cannot record that a player left or came back", exc_info=error)
