"""A queue that serves many sockets a few at a time, so that spectators or a flood of handshakes don't delay players."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

AT_A_TIME = 4  # per iteration of the event loop; a player's frame may wait for one iteration


class CallbackQueue:
    """A queue of callbacks that runs a few of them in each iteration of the event loop."""

    def __init__(self, at_a_time: int | None = AT_A_TIME) -> None:
        """Run at most ``at_a_time`` callbacks per iteration, or all waiting callbacks if it is None."""
        self._at_a_time = at_a_time
        self._waiting: deque[Callable[[], None]] = deque()
        self._is_served = False

    def add(self, serve: Callable[[], None]) -> None:
        """Queue a callback."""
        self._waiting.append(serve)
        if not self._is_served:
            self._is_served = True
            asyncio.get_running_loop().call_soon(self._serve)

    def _serve(self) -> None:
        waiting = len(self._waiting)
        for _place in range(waiting if self._at_a_time is None else min(self._at_a_time, waiting)):
            self._waiting.popleft()()
        self._is_served = bool(self._waiting)
        if self._is_served:
            asyncio.get_running_loop().call_soon(self._serve)
