"""Calls from other threads to the event loop. A burst of calls wakes the loop only once, with one system call."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Lock, local
from typing import Any

Call = tuple[Callable[..., None], tuple[Any, ...]]


class _Held(local):
    """The calls that the current thread will post together, or None outside ``posting_together``."""

    calls: dict[Mailbox, list[Call]] | None = None


_held = _Held()


@contextmanager
def posting_together() -> Iterator[None]:
    """Post this thread's calls at the end of the block, so that the loop makes them all in one iteration.

    Blocks must not be nested.
    """
    held: dict[Mailbox, list[Call]] = {}
    _held.calls = held
    try:
        yield
    finally:
        _held.calls = None
        for mailbox, calls in held.items():
            mailbox.add(calls)


class Mailbox:
    """A queue of calls for one event loop. The loop makes them in the order in which they were posted."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._calls: deque[Call] = deque()
        self._guard = Lock()
        self._is_due = False

    def post(self, call: Callable[..., None], *args: Any) -> None:
        """Schedule a call, unless the loop is closed. Can be called from any thread."""
        if _held.calls is None:
            self.add([(call, args)])
        else:
            _held.calls.setdefault(self, []).append((call, args))

    def add(self, calls: Iterable[Call]) -> None:
        """Schedule several calls. See ``post``."""
        with self._guard:
            self._calls.extend(calls)
            if self._is_due:
                return
            self._is_due = True
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._empty)

    def _empty(self) -> None:
        with self._guard:
            self._is_due = False
            calls, self._calls = self._calls, deque()
        for call, args in calls:
            try:
                call(*args)
            except Exception as error:
                self._loop.call_exception_handler({"message": "a call of another thread failed", "exception": error})


_mailboxes: dict[asyncio.AbstractEventLoop, Mailbox] = {}


def mailbox_of(loop: asyncio.AbstractEventLoop) -> Mailbox:
    """Return a loop's mailbox. Each loop has only one, so that all calls stay in order."""
    found = _mailboxes.get(loop)
    if found is None:
        for ended in [other for other in list(_mailboxes) if other.is_closed()]:
            _mailboxes.pop(ended, None)
        found = _mailboxes.setdefault(loop, Mailbox(loop))
    return found
