"""Group commit: commands that wait together are carried out in one transaction and answered after its commit.

Waiting for the disk (or for the database server) once a command is what a plain site spends most of a move on.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.db import DatabaseError, InterfaceError, connection
from django.utils.translation import gettext_lazy as _

from games.live.mailbox import mailbox_of
from games.live.metrics import ANSWER_SECONDS, BATCH_SIZE, COMMIT_SECONDS, DONE, FAILED, REFUSED
from games.live.pulse import Pulse
from games.services.receipts import CommandId, Receipts, do_once, find_receipts
from games.state.errors import ServiceError
from games.state.store import MatchStore, open_store
from games.state.store_service import run_within

logger = logging.getLogger(__name__)

MAX_BATCH = 100  # commands in one transaction: bounds how long the first one waits for the last


class NotKeptError(ServiceError):
    """The database failed: nothing was kept."""

    code = "error"
    message = _("The server couldn’t save that. Try again.")


class CommandFaultError(Exception):
    """A command raised ``error``, which it should not."""

    def __init__(self, error: Exception) -> None:
        super().__init__(error)
        self.error = error


Answer = Callable[[Any, Exception | None], None]


@dataclass(slots=True)
class Command:
    """``run`` is one service call, atomic by itself; ``answer`` is told its result, or its error, after the commit.

    With ``id`` it is carried out once, however often it is handed in, and its result is a Receipt.
    """

    code: str
    run: Callable[[], Any]
    answer: Answer
    id: CommandId | None = None
    result: Any = None
    error: Exception | None = None
    came: float = field(default_factory=time.perf_counter)


class ClosedError(Exception):
    """The process is about to end: it neither carries the command out nor answers it, but the next process will."""


class Writer:
    """Threads with a database connection each; the commands of one match always go to the same thread, in order."""

    def __init__(self, threads: int, pulse: Pulse | None = None) -> None:
        """``pulse`` is that of a process with players."""
        self._queues: list[queue.SimpleQueue[Command | None]] = [queue.SimpleQueue() for _thread in range(threads)]
        self._threads = [
            threading.Thread(target=_work, args=(waiting, pulse), name=f"writer-{number}", daemon=True)
            for number, waiting in enumerate(self._queues)
        ]
        self._gate = threading.Lock()
        self._is_closed = False
        for thread in self._threads:
            thread.start()

    @property
    def is_alive(self) -> bool:
        """Whether all of its threads run."""
        return all(thread.is_alive() for thread in self._threads)

    def submit(self, code: str, run: Callable[[], Any], answer: Answer, command_id: CommandId | None = None) -> None:
        """Have ``run`` carried out; ``answer`` is called on the writer's thread and must neither block nor raise."""
        waiting = self._queues[zlib.crc32(code.encode()) % len(self._queues)]
        waiting.put(Command(code, run, answer, command_id))

    async def call(self, code: str, run: Callable[[], Any], command_id: CommandId | None = None) -> Any:
        """Return the result of ``run`` after its commit, with ``command_id`` its Receipt.

        Raises what ``run`` raised unless the receipt holds it, NotKeptError, or ClosedError after ``close``.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()

        def settle(result: Any, error: Exception | None) -> None:
            if future.cancelled():  # the socket is gone; what it asked for is done all the same
                return
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

        with self._gate:
            if self._is_closed:
                raise ClosedError
            self.submit(code, run, partial(mailbox_of(loop).post, settle), command_id)
        return await future

    def close(self, timeout: float | None = None) -> None:
        """Carry out what waits, then end the threads and their connections; give up after ``timeout`` seconds.

        What is submitted later is never carried out and never answered.
        """
        with self._gate:
            self._is_closed = True
            for waiting in self._queues:
                waiting.put(None)
        until = None if timeout is None else time.monotonic() + timeout
        for thread in self._threads:
            thread.join(until and max(0.0, until - time.monotonic()))


def _work(waiting: queue.SimpleQueue[Command | None], pulse: Pulse | None) -> None:
    """Take everything that waits, again and again, until told to end."""
    ending = False
    while not ending:
        batch = [waiting.get()]
        while len(batch) < MAX_BATCH and not waiting.empty():
            batch.append(waiting.get())
        ending = None in batch
        if commands := [command for command in batch if command is not None]:
            if pulse is not None:
                pulse.beat_if_late()
            _carry_out(commands)
    connection.close()


def _carry_out(batch: list[Command]) -> None:
    began = time.perf_counter()
    if not _commit(batch):
        for command in batch:
            if not _commit([command]):
                logger.error("a command could not be kept", exc_info=command.error)
                command.error = NotKeptError()
    kept = time.perf_counter()
    for command in batch:
        command.answer(command.result, command.error)
    _count(batch, began, kept)


def _count(batch: list[Command], began: float, kept: float) -> None:
    failed = sum(1 for command in batch if command.error and not _is_refusal(command.error))
    refused = sum(1 for command in batch if command.error and _is_refusal(command.error))
    DONE.inc(len(batch) - refused - failed)
    REFUSED.inc(refused)
    FAILED.inc(failed)
    BATCH_SIZE.observe(len(batch))
    COMMIT_SECONDS.observe(kept - began)
    ANSWER_SECONDS.observe(kept - batch[0].came)


def _is_refusal(error: Exception) -> bool:
    return isinstance(error, ServiceError) and not isinstance(error, NotKeptError)


def _commit(batch: Sequence[Command]) -> bool:
    """Carry out a batch in one transaction; False where its commands are to be tried once more, each alone.

    That is where the database failed, not the rules: a deadlock, a connection that broke, a commit that could not be
    made; and where one of several commands has a fault, which is not its neighbours'. A command that was committed
    after all finds its own receipt when it is tried again. Without an id, a move meets its own match version and is
    refused as stale.
    """
    try:
        with open_store() as store:
            store.prepare({command.code for command in batch})
            known = find_receipts(command.id for command in batch if command.id is not None)
            for command in batch:
                _attempt(store, command, known)
    except CommandFaultError as fault:
        batch[0].error = fault.error
        return len(batch) == 1
    except Exception as error:  # whatever it is, this thread lives on and everybody is answered
        _replace_broken_connection()
        for command in batch:
            command.error = error
        return False
    return True


def _replace_broken_connection() -> None:
    try:
        connection.close_if_unusable_or_obsolete()
    except (DatabaseError, InterfaceError):  # it is forgotten all the same
        logger.info("a broken connection could not be closed", exc_info=True)


def _attempt(store: MatchStore, command: Command, known: Receipts) -> None:
    """Carry out one command of a batch. Raises CommandFaultError, and what the database raises."""
    command.result = command.error = None
    try:
        if command.id is None:
            command.result = run_within(store, command.run)
        else:
            command.result = do_once(store, command.id, command.run, known)
    except ServiceError as error:
        command.error = error
    except (DatabaseError, InterfaceError):
        raise
    except Exception as error:
        logger.exception("a command failed")
        raise CommandFaultError(error) from error
