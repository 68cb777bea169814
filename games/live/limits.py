"""How much one socket may ask for."""

from __future__ import annotations

import time

MALFORMED_FRAMES = 20
SECONDS_AT_ONCE = 3.0


class Allowance:
    """A token bucket: so many frames at once, refilled evenly."""

    def __init__(self, rate: float) -> None:
        """``rate`` frames a second, and those of some seconds at once."""
        self.rate = rate
        self.size = self._left = rate * SECONDS_AT_ONCE
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
