"""Work for many sockets, done a few at a time: neither many spectators nor a flood of handshakes holds players up."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

AT_A_TIME = 4  # a server writes to its sockets once a turn of the loop: what a player may have to wait for


class SpectatorQueue:
    """A queue of what is to be done, some of it in each turn of the loop."""

    def __init__(self, at_a_time: int = AT_A_TIME) -> None:
        """So many are served in a turn of the loop."""
        self._at_a_time = at_a_time
        self._waiting: deque[Callable[[], None]] = deque()
        self._is_served = False

    def add(self, serve: Callable[[], None]) -> None:
        """Have ``serve`` called in its turn."""
        self._waiting.append(serve)
        if not self._is_served:
            self._is_served = True
            asyncio.get_running_loop().call_soon(self._serve)

    def _serve(self) -> None:
        for _place in range(min(self._at_a_time, len(self._waiting))):
            self._waiting.popleft()()
        self._is_served = bool(self._waiting)
        if self._is_served:
            asyncio.get_running_loop().call_soon(self._serve)
