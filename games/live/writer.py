"""Group commit: waiting commands run in one transaction and are answered after its commit.

Without group commit, a move would spend most of its time waiting for the disk or the database server.
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

from games.live.heartbeat import Heartbeat
from games.live.mailbox import mailbox_of, posting_together
from games.live.metrics import ANSWER_SECONDS, BATCH_SIZE, COMMIT_SECONDS, DONE, FAILED, REFUSED
from games.services.receipts import CommandId, Receipts, do_once, find_receipts
from games.state.errors import ServiceError
from games.state.store import MatchStore, open_store
from games.state.store_service import run_within

logger = logging.getLogger(__name__)

MAX_BATCH = 100  # commands in one transaction; limits how long the first one waits for the last


class NotStoredError(ServiceError):
    """The database failed and nothing was stored."""

    code = "error"
    message = _("The server couldn’t save that. Try again.")


class CommandFaultError(Exception):
    """A command raised an unexpected ``error``."""

    def __init__(self, error: Exception) -> None:
        super().__init__(error)
        self.error = error


Answer = Callable[[Any, Exception | None], None]


@dataclass(slots=True)
class Command:
    """A service call, ``run``, that is atomic on its own. ``answer`` receives its result or error after the commit.

    With an ``id`` (an idempotency key), the command runs only once, however often it is submitted, and its
    result is a Receipt.
    """

    code: str
    run: Callable[[], Any]
    answer: Answer
    id: CommandId | None = None
    result: Any = None
    error: Exception | None = None
    came: float = field(default_factory=time.perf_counter)


class ClosedError(Exception):
    """The process is shutting down. The command is neither carried out nor answered."""


class Writer:
    """Writer threads, each with a database connection. Commands for one match run on the same thread, in order."""

    def __init__(self, threads: int, heartbeat: Heartbeat | None = None) -> None:
        """Start the threads. Pass a ``heartbeat`` if players connect to this process."""
        self._queues: list[queue.SimpleQueue[Command | None]] = [queue.SimpleQueue() for _thread in range(threads)]
        self._threads = [
            threading.Thread(target=_work, args=(waiting, heartbeat), name=f"writer-{number}", daemon=True)
            for number, waiting in enumerate(self._queues)
        ]
        self._gate = threading.Lock()
        self._is_closed = False
        for thread in self._threads:
            thread.start()

    @property
    def is_alive(self) -> bool:
        """Return whether all threads are running."""
        return all(thread.is_alive() for thread in self._threads)

    def submit(self, code: str, run: Callable[[], Any], answer: Answer, command_id: CommandId | None = None) -> None:
        """Queue ``run``. ``answer`` is called on the writer's thread and must neither block nor raise."""
        waiting = self._queues[zlib.crc32(code.encode()) % len(self._queues)]
        waiting.put(Command(code, run, answer, command_id))

    async def call(
        self,
        code: str,
        run: Callable[[], Any],
        command_id: CommandId | None = None,
        confirm: Callable[[Any], None] | None = None,
    ) -> Any:
        """Run a command and return its result after the commit, or its Receipt if it has a ``command_id``.

        ``confirm`` is called with that value just before it is returned, in the same iteration of the event loop as
        the announcement of the change. Raises any error that ``run`` raised, unless the receipt contains it. Also
        raises NotStoredError, and ClosedError after ``close``.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()

        def settle(result: Any, error: Exception | None) -> None:
            if future.cancelled():  # the socket is gone; the command is carried out anyway
                return
            if error is None:
                if confirm is not None:
                    confirm(result)
                future.set_result(result)
            else:
                future.set_exception(error)

        with self._gate:
            if self._is_closed:
                raise ClosedError
            self.submit(code, run, partial(mailbox_of(loop).post, settle), command_id)
        return await future

    def close(self, timeout: float | None = None) -> None:
        """Carry out the queued commands, then end the threads and their connections. Give up after ``timeout`` seconds.

        Commands submitted later are neither carried out nor answered.
        """
        with self._gate:
            self._is_closed = True
            for waiting in self._queues:
                waiting.put(None)
        until = None if timeout is None else time.monotonic() + timeout
        for thread in self._threads:
            thread.join(until and max(0.0, until - time.monotonic()))


def _work(waiting: queue.SimpleQueue[Command | None], heartbeat: Heartbeat | None) -> None:
    """Run all waiting commands as a batch, and repeat until the end marker arrives."""
    ending = False
    while not ending:
        batch = [waiting.get()]
        while len(batch) < MAX_BATCH and not waiting.empty():
            batch.append(waiting.get())
        ending = None in batch
        if commands := [command for command in batch if command is not None]:
            if heartbeat is not None:
                heartbeat.beat_if_late()
            _carry_out(commands)
    connection.close()


def _carry_out(batch: list[Command]) -> None:
    """Commit a batch, and answer its commands."""
    with posting_together():
        began = time.perf_counter()
        if is_stored := _commit(batch):
            _answer(batch, began)
    for command in [] if is_stored else batch:
        with posting_together():
            began = time.perf_counter()
            if not _commit([command]):
                logger.error("a command could not be stored", exc_info=command.error)
                command.error = NotStoredError()
            _answer([command], began)


def _answer(batch: list[Command], began: float) -> None:
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
    return isinstance(error, ServiceError) and not isinstance(error, NotStoredError)


def _commit(batch: Sequence[Command]) -> bool:
    """Carry out a batch in one transaction. Return False if its commands should be retried one by one.

    A retry is needed after a database failure (a deadlock, a broken connection, a failed commit). It is also needed if
    one of several commands raised an unexpected error, which must not affect the others. If the transaction was
    committed after all, a retried command finds its own receipt, and a move without an id is refused as stale.
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
    except Exception as error:  # after any error, the thread survives and every command is answered
        _replace_broken_connection()
        for command in batch:
            command.error = error
        return False
    return True


def _replace_broken_connection() -> None:
    try:
        connection.close_if_unusable_or_obsolete()
    except (DatabaseError, InterfaceError):  # the connection is discarded anyway
        logger.info("a broken connection could not be closed", exc_info=True)


def _attempt(store: MatchStore, command: Command, known: Receipts) -> None:
    """Carry out one command in a batch. Raises CommandFaultError and any database error."""
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
