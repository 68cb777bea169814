"""Who has a table open, told to its pages here and to the other processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from games.live.absence import Absence
from games.live.presence import COUNT_SECONDS
from games.live.watch import Watch
from games.live.wire import Message


class PresenceBoard:
    """Tells what is news about who is present, and has absences looked at, on the loop."""

    def __init__(
        self,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
        publish: Callable[[Message], None],
        absence: Absence | None,
    ) -> None:
        """``publish`` tells the other processes; ``absence`` is told who comes and goes."""
        self._spawn = spawn
        self._publish = publish
        self._absence = absence

    def arrived(self, watch: Watch, user_id: int | None) -> None:
        """A page was opened."""
        self.changed(watch)
        if self._absence is not None:
            self._absence.arrived(watch, user_id)

    def changed(self, watch: Watch) -> None:
        """Pages came or went, or their readers have other seats."""
        if watch.seats_here != watch.seats_told:
            self.tell_processes(watch)
        watch.tell_presence()
        if watch.count_is_news and not watch.is_counting:
            watch.is_counting = True
            self._spawn(self._count(watch))
        self.look(watch)

    def heard(self, watch: Watch, message: Message) -> None:
        """Another process says who is present there."""
        watch.presence.heard(message["process"], message["seats"], message["watching"])
        if message["ask"]:
            self.tell_processes(watch)
        watch.tell_presence(count=True)
        self.look(watch)

    def refresh(self, watch: Watch, *, expire: bool) -> None:
        """Tell it again; with ``expire``, forget the processes that were not heard for too long."""
        if expire:
            watch.presence.expire()
        watch.tell_presence(count=True)
        self.look(watch)
        self.tell_processes(watch)

    def tell_processes(self, watch: Watch, *, ask: bool = False) -> None:
        """Tell the other processes who is present here, and with ``ask`` have them tell the same."""
        watch.seats_told, watch.watching_told = watch.seats_here, watch.watching_here
        message = {"type": "match.present", "code": watch.code, "ask": ask, "version": watch.version}
        self._publish(message | {"seats": watch.seats_told, "watching": watch.watching_told})

    def look(self, watch: Watch) -> None:
        """Compare who is present with what the match knows of it."""
        if self._absence is not None:
            self._absence.look(watch)

    def pause(self, paused: bool) -> None:
        """Take nobody for away while this process cannot know who has a page open in another."""
        if self._absence is not None:
            self._absence.is_paused = paused

    async def _count(self, watch: Watch) -> None:
        """Tell how many watch, after a while in which others may have come or gone."""
        await asyncio.sleep(COUNT_SECONDS)
        watch.is_counting = False
        if not watch.idle:
            if watch.watching_here != watch.watching_told:
                self.tell_processes(watch)
            watch.tell_presence(count=True)
