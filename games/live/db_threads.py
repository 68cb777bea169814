"""Threads for database queries, so that the event loop never blocks on them."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from django.db import close_old_connections

T = TypeVar("T")


class Read(Protocol):
    """A callable that runs a database query on a worker thread."""

    async def __call__(self, read: Callable[[], T], /) -> T:
        """Return the result of ``read``."""


class DatabaseThreads:
    """A small thread pool for database queries, awaited from the event loop."""

    def __init__(self, threads: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self.answered_at = -math.inf  # time of the last successful query, on the monotonic clock

    async def __call__(self, read: Callable[[], T], /) -> T:
        """Run ``read`` on one of the threads and return its result."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._read_fresh, read)

    def shutdown(self) -> None:
        """Finish the running queries and accept no new ones."""
        self._threads.shutdown()

    def _read_fresh(self, read: Callable[[], T]) -> T:
        close_old_connections()
        result = read()
        self.answered_at = time.monotonic()
        return result
