"""Token buckets, which limit a rate but allow short bursts."""

from __future__ import annotations

from time import monotonic

SECONDS_AT_ONCE = 3.0
SWEEP_AT = 1_000


class TokenBucket:
    """A token bucket that refills continuously."""

    def __init__(self, rate: float, burst: float | None = None) -> None:
        """Allow ``rate`` tokens per second, and ``burst`` at once (by default, the allowance for three seconds)."""
        self.rate = rate
        self.size = self._left = rate * SECONDS_AT_ONCE if burst is None else burst
        self._at = monotonic()

    def take(self) -> bool:
        """Take a token. Return whether one was available."""
        self._refill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def charge(self, amount: float) -> None:
        """Remove ``amount`` tokens. The balance may become negative, but by no more than the bucket's size."""
        self._refill()
        self._left = max(-self.size, self._left - amount)

    @property
    def is_full(self) -> bool:
        """Return whether the bucket has refilled completely."""
        self._refill()
        return self._left >= self.size

    def _refill(self) -> None:
        now = monotonic()
        self._left = min(self.size, self._left + (now - self._at) * self.rate)
        self._at = now


class TokenBuckets:
    """Token buckets, one for each key. A bucket is deleted only once it is full, so reconnecting does not refill it."""

    def __init__(self, rate: float, burst: float | None = None) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: dict[str, TokenBucket] = {}
        self._sweep_at = SWEEP_AT

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str) -> bool:
        """Take a token from the bucket for ``key``. Return whether one was available."""
        return self._bucket(key).take()

    def charge(self, key: str, amount: float) -> None:
        """Remove ``amount`` tokens from the bucket for ``key``; see ``TokenBucket.charge``."""
        self._bucket(key).charge(amount)

    def _bucket(self, key: str) -> TokenBucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self._sweep_at:
                self._sweep()
            bucket = self._buckets[key] = TokenBucket(self._rate, self._burst)
        return bucket

    def _sweep(self) -> None:
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full}
        self._sweep_at = max(SWEEP_AT, 2 * len(self._buckets))
