"""Concurrency limits and delayed refusals, both per network address."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

WORKED_ON_AT_ONCE = 4  # concurrent requests or handshakes per address; each counts until it is answered
HELD_AT_ONCE = 500  # delayed refusals per address; any beyond that are sent immediately


class DelayedRefusals:
    """Delays refusals by a few seconds, to slow down clients that wait for an answer before they retry."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._held: Counter[str] = Counter()

    async def wait(self, address: str) -> None:
        """Wait for the configured number of seconds, unless too many refusals for this address are already waiting."""
        if self._held[address] >= HELD_AT_ONCE:
            return
        self._held[address] += 1
        try:
            await asyncio.sleep(self._seconds)
        finally:
            self._held[address] -= 1
            if not self._held[address]:
                del self._held[address]


class ConcurrencyQueue:
    """Limits the concurrent requests or handshakes from each address. Any others wait their turn."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.Semaphore] = {}
        self._here: Counter[str] = Counter()

    @asynccontextmanager
    async def take(self, address: str) -> AsyncIterator[Callable[[], None]]:
        """Wait for a free slot, and hold it until the context ends.

        The context yields a function that releases the slot early.
        """
        turn = self._running.setdefault(address, asyncio.Semaphore(WORKED_ON_AT_ONCE))
        is_over = True

        def end() -> None:
            nonlocal is_over
            if not is_over:
                is_over = True
                turn.release()

        self._here[address] += 1
        try:
            await turn.acquire()
            is_over = False
            yield end
        finally:
            end()
            self._here[address] -= 1
            if not self._here[address]:
                del self._here[address], self._running[address]
