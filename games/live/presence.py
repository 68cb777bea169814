"""Who of a table's seats has a page open, in this process and in the others."""

from __future__ import annotations

import time
from collections.abc import Iterable

REFRESH_SECONDS = 20.0
LOST_AFTER_SECONDS = 50.0  # a process that was killed can no longer say that its players are gone


class Presence:
    """The seats seen online at one match. Every process tells its own; what it told last counts until it expires."""

    def __init__(self) -> None:
        self._elsewhere: dict[str, tuple[frozenset[int], float]] = {}

    def heard(self, process: str, seats: Iterable[int]) -> None:
        """Another process tells which seats are online there."""
        self._elsewhere[process] = (frozenset(seats), time.monotonic() + LOST_AFTER_SECONDS)

    def expire(self) -> None:
        """Forget the processes that have not been heard for too long."""
        now = time.monotonic()
        self._elsewhere = {name: told for name, told in self._elsewhere.items() if told[1] > now}

    def online(self, here: Iterable[int | None], seats: int) -> list[bool]:
        """For each of ``seats`` seats, whether it is online; ``here`` are the seats of this process's sockets."""
        there = set(here).union(*(told for told, _until in self._elsewhere.values()))
        return [number in there for number in range(seats)]
