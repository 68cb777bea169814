"""Presence at a match: which seats and how many spectators are online, in this process and in others."""

from __future__ import annotations

import time
from collections.abc import Iterable

REFRESH_SECONDS = 20.0
COUNT_SECONDS = 1.0  # how long to collect changes in the number of spectators, since many may arrive at once
LOST_AFTER_SECONDS = 50.0  # time after which a silent process, such as one that was killed, is forgotten


class Presence:
    """Presence at one match. Each process sends reports; a report counts until it expires or is replaced."""

    def __init__(self) -> None:
        self._elsewhere: dict[str, tuple[frozenset[int], int, float]] = {}

    def heard(self, process: str, seats: Iterable[int], watching: int) -> None:
        """Store another process's report: the seats online there, and the number of spectators."""
        self._elsewhere[process] = (frozenset(seats), watching, time.monotonic() + LOST_AFTER_SECONDS)

    def expire(self) -> None:
        """Drop expired reports."""
        now = time.monotonic()
        self._elsewhere = {name: told for name, told in self._elsewhere.items() if told[2] > now}

    def online(self, here: Iterable[int | None], count: int) -> list[bool]:
        """Return whether each of the ``count`` seats is online.

        ``here`` contains the seats with a socket in this process.
        """
        there = set(here)
        for seats, _watching, _until in self._elsewhere.values():
            there |= seats
        return [number in there for number in range(count)]

    def is_elsewhere(self, seat: int) -> bool:
        """Return whether a seat is online in another process."""
        return any(seat in seats for seats, _watching, _until in self._elsewhere.values())

    def watching(self, here: int) -> int:
        """Return the total number of spectators; ``here`` is the number in this process."""
        return here + sum(watching for _seats, watching, _until in self._elsewhere.values())
