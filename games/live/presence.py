"""Who has the page of a table open, in this process and in the others: which seats, and how many spectators."""

from __future__ import annotations

import time
from collections.abc import Iterable

REFRESH_SECONDS = 20.0
COUNT_SECONDS = 1.0  # how long a new number of spectators may wait to be told: many come at once
LOST_AFTER_SECONDS = 50.0  # a process that was killed can no longer say that its players are gone


class Presence:
    """Who is seen at one match. Every process tells its own; what it told last counts until it expires."""

    def __init__(self) -> None:
        self._elsewhere: dict[str, tuple[frozenset[int], int, float]] = {}

    def heard(self, process: str, seats: Iterable[int], watching: int) -> None:
        """Another process tells which seats are online there, and how many spectators."""
        self._elsewhere[process] = (frozenset(seats), watching, time.monotonic() + LOST_AFTER_SECONDS)

    def expire(self) -> None:
        """Forget the processes that have not been heard for too long."""
        now = time.monotonic()
        self._elsewhere = {name: told for name, told in self._elsewhere.items() if told[2] > now}

    def online(self, here: Iterable[int | None], count: int) -> list[bool]:
        """For each of ``count`` seats, whether it is online; ``here`` are the seats of this process's sockets."""
        there = set(here).union(*(seats for seats, _watching, _until in self._elsewhere.values()))
        return [number in there for number in range(count)]

    def watching(self, here: int) -> int:
        """How many spectators there are in all; ``here`` are those of this process."""
        return here + sum(watching for _seats, watching, _until in self._elsewhere.values())
