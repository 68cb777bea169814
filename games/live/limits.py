"""How much one socket may ask for."""

from __future__ import annotations

import time

FRAMES_A_SECOND = 10.0
FRAMES_AT_ONCE = 30.0
MALFORMED_FRAMES = 20


class Allowance:
    """A token bucket: so many frames at once, refilled evenly."""

    def __init__(self, rate: float = FRAMES_A_SECOND, size: float = FRAMES_AT_ONCE) -> None:
        self.rate = rate
        self.size = size
        self._left = size
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether one more frame is within the allowance; it is counted if so."""
        now = time.monotonic()
        self._left = min(self.size, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
