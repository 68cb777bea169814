"""Bots' turns. A thread reads the position, another process chooses the move, and the scheduler makes it on time.

A bot begins to think when its turn begins, and moves when its delay is over. The time until it moves therefore reveals
nothing about its hand, unless more bots are due than the processes can serve. In that case, the bot that is due first
is served first, and only bots' moves are delayed. The same processes find hints for players and, when nothing else is
due, analyse finished matches.
"""

from __future__ import annotations

import heapq
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import partial

from django.db import DatabaseError, InterfaceError, close_old_connections, connection

from games.live.analysis_job import AnalysisJob
from games.live.bot_answers import choose_bot_move, find_advice
from games.live.tasks import Action, Task
from games.live.thinking import ThinkingProcess
from games.rules.moves import parse_move
from games.selectors.bot_turn import read_bot_turn
from games.selectors.hints import read_hint_request
from games.services.hints import answer_hint
from games.services.play import act_for_server, make_bot_move

logger = logging.getLogger(__name__)


class BotTurns:
    """Threads that handle bots' turns, each with its own process.

    ``play`` is called with an Action for each chosen move or hint, and must run it when it is due.
    """

    def __init__(self, processes: int, play: Callable[[Action], None]) -> None:
        self._play = play
        self._changed = threading.Condition()
        self._waiting: list[Task] = []  # a heap
        self._noted: set[str] = set()  # the keys of the tasks that are waiting or in progress
        self._analyses_wait = False
        self._is_closed = False
        self._threads = [
            threading.Thread(target=self._work, name=f"bots-{number}", daemon=True) for number in range(processes)
        ]

    @property
    def is_alive(self) -> bool:
        """Return whether all threads are running."""
        return all(thread.is_alive() for thread in self._threads)

    def start(self) -> None:
        """Start the threads. Their processes start when they are first needed."""
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Stop the threads, without waiting for them."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def note(self, code: str, version: int, due: datetime) -> None:
        """Queue a bot's turn, unless it is already queued. Can be called from any thread."""
        self._add(Task(due, code, version))

    def note_hint(self, code: str, moves_made: int, asked: datetime) -> None:
        """Queue a hint for the position after this many moves, unless it is already queued.

        Can be called from any thread.
        """
        self._add(Task(asked, code, moves_made, is_hint=True))

    def note_analyses(self) -> None:
        """Tell the threads that analyses are waiting. Can be called from any thread."""
        with self._changed:
            self._analyses_wait = True
            self._changed.notify()

    def _add(self, task: Task) -> None:
        with self._changed:
            if task.key not in self._noted:
                self._noted.add(task.key)
                heapq.heappush(self._waiting, task)
                self._changed.notify()

    def _work(self) -> None:
        process = ThinkingProcess()
        job: AnalysisJob | None = None
        while not self._is_closed:
            task = self._next(is_free=job is None)
            try:
                close_old_connections()
                if task is not None:
                    self._think(process, task)
                elif job is None:
                    job = self._take_job()
                elif not job.advance(process):
                    job = None
            except Exception:  # the scheduler will find the task or analysis again once its claim has expired
                logger.exception("a bot cannot think, or a match cannot be analysed")
                job = None if task is None else job
        if job is not None:
            with suppress(DatabaseError, InterfaceError):  # another process will take over a little later
                job.release()
        process.close()
        connection.close()

    def _next(self, *, is_free: bool) -> Task | None:
        """Return the task that is due first, or None to continue with an analysis.

        If ``is_free`` is true, wait until there is a task or an analysis.
        """
        with self._changed:
            while is_free and not (self._waiting or self._analyses_wait or self._is_closed):
                self._changed.wait()
            return heapq.heappop(self._waiting) if self._waiting and not self._is_closed else None

    def _take_job(self) -> AnalysisJob | None:
        with self._changed:
            if not self._analyses_wait or self._is_closed:
                return None
            self._analyses_wait = False  # the scheduler will report any that are still waiting
        return AnalysisJob.claim()

    def _think(self, process: ThinkingProcess, task: Task) -> None:
        try:
            if task.claim():
                serve = self._serve_hint if task.is_hint else self._serve_turn
                serve(process, task)
        finally:
            with self._changed:
                self._noted.discard(task.key)

    def _serve_turn(self, process: ThinkingProcess, task: Task) -> None:
        due, code, version = task.due, task.code, task.number
        turn = read_bot_turn(code, version)
        if turn is None:  # the match has moved on or is waiting for a bot's cut
            self._play(Action(due, code, version, partial(act_for_server, code=code)))
            return
        move = parse_move([turn.seat, *choose_bot_move(process, turn)])
        run = partial(make_bot_move, code=code, version=turn.version, bot=turn.bot, move=move)
        self._play(Action(due, code, version, run))

    def _serve_hint(self, process: ThinkingProcess, task: Task) -> None:
        request = read_hint_request(task.code, task.number)
        advice = None if request is None else find_advice(process, request)
        run = partial(answer_hint, code=task.code, moves_made=task.number, advice=advice)
        self._play(Action(task.due, task.code, request.version if request else 0, run))
