"""The scheduler for the server's own actions: bots' moves, automatic calls and timeouts.

``Match.wake_at`` is the time when an action is due. Every process looks for due matches, and several processes may find
the same one. The service decides, with the match locked, whether the action is still due. While the heartbeat of any
process is missing, no player times out, since the players connected to that process may be reconnecting.
"""

from __future__ import annotations

import heapq
import logging
import threading
import time
from datetime import timedelta

from django.db import DatabaseError, InterfaceError, close_old_connections, connection
from django.utils import timezone

from games.live.bot_turns import BotTurns
from games.live.heartbeat import Heartbeat
from games.live.poll import Poll
from games.live.submissions import Submissions
from games.live.tasks import Action
from games.live.writer import Writer
from games.state.announce import Change

logger = logging.getLogger(__name__)


class Scheduler:
    """A thread that submits due actions to the writer. ``note`` adds due times without waiting for the next poll."""

    def __init__(
        self,
        writer: Writer,
        *,
        heartbeat: Heartbeat | None,
        bot_processes: int = 0,
        bot_lead: timedelta = timedelta(0),
    ) -> None:
        """Pass a ``heartbeat`` if players connect to this process, since they are disconnected if the process stops.

        ``bot_processes`` is the number of processes for bots to think in. If it is 0, another process on the same
        database plays the bots. Bots' turns are read from the database up to ``bot_lead`` before their moves are due.
        """
        self._submissions = Submissions(writer)
        self._heartbeat = heartbeat
        self._bots = BotTurns(bot_processes, self.plan) if bot_processes else None
        self._poll = Poll(heartbeat, self._bots, bot_lead)
        self._changed = threading.Condition()
        self._known: list[Action] = []  # a heap
        self._ending = False
        self._thread = threading.Thread(target=self._run, name="scheduler", daemon=True)

    @property
    def is_alive(self) -> bool:
        """Return whether the threads are running."""
        return self._thread.is_alive() and (self._bots is None or self._bots.is_alive)

    def start(self) -> None:
        """Start the threads."""
        self._thread.start()
        if self._bots is not None:
            self._bots.start()

    def stop(self) -> None:
        """Tell the threads to stop, and to record that this process is shutting down. Does not wait for them."""
        if self._bots is not None:
            self._bots.close()
        with self._changed:
            self._ending = True
            self._changed.notify()

    def close(self) -> None:
        """Stop the threads, and wait for the scheduler's own thread."""
        self.stop()
        self._thread.join()

    def note(self, change: Change) -> None:
        """Add the due time of a match that has just changed. Can be called from any thread."""
        if change.wake_at is None:
            return
        if not change.bot_turn:
            self.plan(Action.for_server(change.wake_at, change.code, change.version))
        elif self._bots is not None:
            self._bots.note(change.code, change.version, change.wake_at)

    def plan(self, action: Action) -> None:
        """Submit this action when it is due. Can be called from any thread."""
        with self._changed:
            heapq.heappush(self._known, action)
            self._changed.notify()

    def _run(self) -> None:
        poll_at = time.monotonic()
        while True:
            with self._changed:
                if not self._ending:
                    self._changed.wait(self._seconds_to_wait(poll_at))
                if self._ending:
                    break
                due = self._take_known()
            if time.monotonic() >= poll_at:
                due += self._read_due()
                poll_at = time.monotonic() + self._poll.step_seconds
            for action in due:
                self._submissions.submit(action)
        self._sign_off()
        connection.close()

    def _seconds_to_wait(self, poll_at: float) -> float:
        seconds = poll_at - time.monotonic()
        if self._known:
            seconds = min(seconds, (self._known[0].when - timezone.now()).total_seconds())
        return max(0.0, seconds)

    def _take_known(self) -> list[Action]:
        due, now = [], timezone.now()
        while self._known and self._known[0].when <= now:
            due.append(heapq.heappop(self._known))
        return due

    def _read_due(self) -> list[Action]:
        """Take the next step of a poll. Return the server's own actions that are due."""
        self._submissions.forget_old()
        try:
            close_old_connections()
            return self._poll.take_step()
        except (DatabaseError, InterfaceError):
            logger.exception("the scheduler cannot read what is due")
            return []

    def _sign_off(self) -> None:
        if self._heartbeat is None:
            return
        try:
            self._heartbeat.end()
        except (DatabaseError, InterfaceError):  # the missing heartbeat will reveal the shutdown anyway
            logger.info("cannot record the shutdown of this process", exc_info=True)
