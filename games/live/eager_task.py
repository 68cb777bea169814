"""Starts coroutines at once, and creates tasks only for those that wait. A task for every coroutine would be slower."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Generator
from typing import Any


def start_eagerly(coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
    """Run a coroutine until it waits. Return a task for the rest, or None if the coroutine has ended.

    Raises any exception that the coroutine raises before it waits.
    """
    try:
        waits_for = coroutine.send(None)
    except StopIteration:
        return None
    return asyncio.create_task(_go_on(coroutine, waits_for))


async def _go_on(coroutine: Coroutine[Any, Any, None], waits_for: Any) -> None:
    await _Rest(coroutine, waits_for)


class _Rest:
    """An awaitable for the rest of a coroutine, which is waiting for ``waits_for``."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], waits_for: Any) -> None:
        self._coroutine = coroutine
        self._waits_for = waits_for

    def __await__(self) -> Generator[Any, Any, None]:
        try:
            while True:
                try:
                    value = yield self._waits_for
                except BaseException as error:
                    self._waits_for = self._coroutine.throw(error)
                else:
                    self._waits_for = self._coroutine.send(value)
        except StopIteration:
            return
