"""The scheduler for the server's own actions: bots' moves, automatic calls, timeouts.

``Match.wake_at`` is the due time. Every process looks for due matches, and several may try the same one: the service
decides, with the match locked, whether it is still due. While a process sends no heartbeat, no player times out, since
its players may be reconnecting.
"""

from __future__ import annotations

import heapq
import logging
import threading
import time
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import DatabaseError, InterfaceError, close_old_connections, connection
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games.live.bot_turns import Action, BotTurns
from games.live.heartbeat import Heartbeat
from games.live.writer import Writer
from games.models import Match, Seat
from games.selectors.hints import waiting_hints
from games.services.analysis import analyses_wait
from games.services.heartbeat import all_processes_alive
from games.services.play import act_for_server
from games.state.announce import Change
from games.state.errors import Stale

logger = logging.getLogger(__name__)

POLL_SECONDS = 0.5
MAX_DUE = 1000  # matches read at a time; the rest are still due at the next poll
ASK_AGAIN_SECONDS = 10.0  # if an attempt failed, the match is still due

# A turn of one of the site's bots, or of a stand-in.
BOT_TURN = Exists(Seat.objects.filter(match=OuterRef("pk"), number=OuterRef("turn")).exclude(bot="", stand_in=""))


def _action_for_server(when: datetime, code: str, version: int) -> Action:
    return Action(when, code, version, partial(act_for_server, code=code))


class Scheduler:
    """A thread that submits due actions to the writer. ``note`` adds due times known without polling the database."""

    def __init__(
        self,
        writer: Writer,
        *,
        heartbeat: Heartbeat | None,
        bot_processes: int = 0,
        bot_lead: timedelta = timedelta(0),
    ) -> None:
        """``heartbeat`` belongs to a process with connected players, who lose their connection when it stops.

        Bots think in ``bot_processes`` processes; with none, another process on the same database lets them play.
        A bot's turn is looked for in the database ``bot_lead`` before its move is due.
        """
        self._writer = writer
        self._heartbeat = heartbeat
        self._bots = BotTurns(bot_processes, self.plan) if bot_processes else None
        self._bot_lead = bot_lead
        self._changed = threading.Condition()
        self._known: list[Action] = []  # a heap
        self._asked: dict[tuple[str, int], float] = {}  # submitted to the writer, and when to retry at the earliest
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
        """Stop scheduling, and record that this process is shutting down. Return at once."""
        if self._bots is not None:
            self._bots.close()
        with self._changed:
            self._ending = True
            self._changed.notify()

    def close(self) -> None:
        """Stop the thread and wait for it."""
        self.stop()
        self._thread.join()

    def note(self, change: Change) -> None:
        """Add the due time of a match that has just changed. Callable on any thread."""
        if change.wake_at is None:
            return
        if not change.bot_turn:
            self.plan(_action_for_server(change.wake_at, change.code, change.version))
        elif self._bots is not None:
            self._bots.note(change.code, change.version, change.wake_at)

    def plan(self, action: Action) -> None:
        """Submit this action when it is due. Callable on any thread."""
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
                due += self._poll()
                poll_at = time.monotonic() + POLL_SECONDS
            for action in due:
                self._ask(action)
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

    def _poll(self) -> list[Action]:
        """Read due matches from the database: after a restart, or when the process that knew them has died."""
        now = time.monotonic()
        with self._changed:
            self._asked = {key: until for key, until in self._asked.items() if until > now}
        try:
            close_old_connections()
            all_heard = all_processes_alive() if self._heartbeat is None else self._heartbeat.beat()
            return self._read_due(with_clocks=all_heard)
        except (DatabaseError, InterfaceError):
            logger.exception("the scheduler cannot read what is due")
            return []

    def _read_due(self, *, with_clocks: bool) -> list[Action]:
        """Return what is due now, and let bots think about turns and hints.

        Without ``with_clocks`` no player times out.
        """
        now, facts = timezone.now(), ("wake_at", "code", "version")
        by_time = Match.objects.order_by("wake_at")
        if self._bots is not None:
            turns = by_time.filter(BOT_TURN, wake_at__lte=now + self._bot_lead)
            for when, code, version in turns.values_list(*facts)[:MAX_DUE]:
                self._bots.note(code, version, when)
            if analyses_wait():
                self._bots.note_analyses()
            for code, moves_made, asked in waiting_hints().values_list("match__code", "moves_made", "asked")[:MAX_DUE]:
                self._bots.note_hint(code, moves_made, asked)
        due = by_time.filter(~BOT_TURN, wake_at__lte=now)  # a query of its own: late bots must not delay players
        if not with_clocks:
            due = due.filter(deadline=None)
        return [_action_for_server(*found) for found in due.values_list(*facts)[:MAX_DUE]]

    def _sign_off(self) -> None:
        if self._heartbeat is None:
            return
        try:
            self._heartbeat.end()
        except (DatabaseError, InterfaceError):  # the missing heartbeat will show it anyway
            logger.info("cannot record the shutdown of this process", exc_info=True)

    def _ask(self, action: Action) -> None:
        """Submit a due action to the writer, unless one for this match is already submitted or has just failed."""
        key, now = (action.code, action.version), time.monotonic()
        with self._changed:
            if self._asked.get(key, now) > now:
                return
            self._asked[key] = now + ASK_AGAIN_SECONDS
        self._writer.submit(action.code, action.run, partial(self._answered, key))

    def _answered(self, key: tuple[str, int], _change: Any, error: Exception | None) -> None:
        """Record the result, on the writer's thread. A match that is still due is submitted again at the next poll."""
        if error is not None and not isinstance(error, Stale):  # stale: the match has moved on since the bot thought
            logger.error("cannot carry out the server's action in a match", exc_info=error)
            return
        with self._changed:
            self._asked.pop(key, None)
