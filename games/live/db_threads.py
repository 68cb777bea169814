"""Threads where the database may be waited for, so that the loop never is held up by it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from django.db import close_old_connections

T = TypeVar("T")


class Read(Protocol):
    """Runs a call on a thread where the database may be waited for."""

    async def __call__(self, read: Callable[[], T], /) -> T:
        """The call's result."""


class DatabaseThreads:
    """A few such threads, to be called from the loop."""

    def __init__(self, threads: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)

    async def __call__(self, read: Callable[[], T], /) -> T:
        """The result of ``read``."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, _read_fresh, read)

    def shutdown(self) -> None:
        """Finish what is under way, and take no more."""
        self._threads.shutdown()


def _read_fresh(read: Callable[[], T]) -> T:
    close_old_connections()
    return read()
