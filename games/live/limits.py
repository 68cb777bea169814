"""How much one account, and one network address, may ask of this process. docs/operations.md lists the limits.

Every process counts by itself: whoever reaches several of them may do as much at each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from time import monotonic

from django.conf import settings

from games.live.peers import Peer

MALFORMED_FRAMES = 20
SECONDS_AT_ONCE = 3.0

# What a socket may send in all, of what its account may: less would cut off who is only told `busy`.
RAW_SHARE = 3.0
# What of its frames an account may spend a second on commands that are rare in a match.
RARE_SHARE = 0.1
# Frames beyond the budget: a socket that sends more of them in a row is closed.
REFUSED_AT_ONCE, REFUSED_A_SECOND = 30.0, 1.0
# Pings and pongs. A browser answers one ping of the server in 20 s and sends none itself.
CONTROL_FRAMES_AT_ONCE, CONTROL_FRAMES_A_SECOND = 20.0, 1.0
# New sockets of an address: all that it may have, after a restart, then a tenth of them a second.
SOCKETS_SHARE = 0.1
# New sockets of a session: those of two restarts in a row, then a tenth of what it may have open a second.
SESSION_BURST_SHARE = 2.0
# New sockets that a flood, or one socket too many, costs its session and its address: else the next would go on.
FLOOD_COST = 10.0
REQUEST_SECONDS_AT_ONCE = 10.0
# Requests that one answered with 429 costs its address, so that a client which does not wait runs into the guard, whose
# refusals are cheap.
REFUSED_REQUEST_COST = 10.0
STATIC_FILES_A_PAGE = 10.0

SWEEP_AT = 1_000


class TokenBucket:
    """A token bucket."""

    def __init__(self, rate: float, burst: float | None = None) -> None:
        """``rate`` a second, and ``burst`` at once; without it, those of three seconds."""
        self.rate = rate
        self.size = self._left = rate * SECONDS_AT_ONCE if burst is None else burst
        self._at = monotonic()

    def take(self) -> bool:
        """Whether one more is within the allowance; it is counted if so."""
        self._refill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def charge(self, amount: float) -> None:
        """Take so much. What is not there is owed, up to the size of a full bucket."""
        self._refill()
        self._left = max(-self.size, self._left - amount)

    @property
    def is_full(self) -> bool:
        """Whether nothing has been taken that has not come back."""
        self._refill()
        return self._left >= self.size

    def _refill(self) -> None:
        now = monotonic()
        self._left = min(self.size, self._left + (now - self._at) * self.rate)
        self._at = now


class TokenBuckets:
    """A token bucket for each key, forgotten once it is full again, so that reconnecting refills none."""

    def __init__(self, rate: float, burst: float | None = None) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: dict[str, TokenBucket] = {}
        self._sweep_at = SWEEP_AT

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str) -> bool:
        """Whether one more of ``key`` is within its budget; it is counted if so."""
        return self._bucket(key).take()

    def charge(self, key: str, amount: float) -> None:
        """Take so much of the budget of ``key``; see Allowance.charge."""
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


class TooManyError(Exception):
    """There are as many open as there may be."""


class ConcurrencyLimit:
    """So many may be open at once for each key."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._taken: Counter[str] = Counter()

    def __getitem__(self, key: str) -> int:
        return self._taken[key]

    @contextmanager
    def hold(self, key: str) -> Iterator[None]:
        """Count one more as long as the context lasts. Raises TooManyError."""
        if self._taken[key] >= self.most:
            raise TooManyError
        self._taken[key] += 1
        try:
            yield
        finally:
            self._taken[key] -= 1
            if not self._taken[key]:
                del self._taken[key]


@dataclass(frozen=True, slots=True)
class LimitSettings:
    """The settings behind the limits; rates are a second."""

    frames: float
    address_frames: float
    sockets: int
    address_sockets: int
    requests: float

    @classmethod
    def from_settings(cls) -> LimitSettings:
        """What the environment says."""
        return cls(
            settings.RONDA_FRAME_RATE,
            settings.RONDA_ADDRESS_FRAME_RATE,
            settings.RONDA_SOCKETS,
            settings.RONDA_ADDRESS_SOCKETS,
            settings.RONDA_REQUEST_RATE,
        )


class RateLimits:
    """The budgets of one process; used on its event loop alone."""

    def __init__(self, rates: LimitSettings) -> None:
        self.rates = rates
        self.account_sockets = ConcurrencyLimit(rates.sockets)
        self.address_sockets = ConcurrencyLimit(rates.address_sockets)
        self._address_handshakes = TokenBuckets(rates.address_sockets * SOCKETS_SHARE, rates.address_sockets)
        self._session_handshakes = TokenBuckets(rates.sockets * SOCKETS_SHARE, rates.sockets * SESSION_BURST_SHARE)
        self.control_frames = TokenBuckets(rates.address_frames)
        self.requests = TokenBuckets(rates.requests, rates.requests * REQUEST_SECONDS_AT_ONCE)
        static_rate = rates.requests * STATIC_FILES_A_PAGE
        self.static_requests = TokenBuckets(static_rate, static_rate * REQUEST_SECONDS_AT_ONCE)
        self._account_frames = TokenBuckets(rates.frames)
        self._address_frames = TokenBuckets(rates.address_frames)
        self._rare_commands = TokenBuckets(rates.frames * RARE_SHARE, rates.frames)

    def take_frame(self, user_id: int | None, address: str, of_socket: TokenBucket) -> bool:
        """Whether a frame is within the budgets of its account and its address.

        A stranger's socket stands for the account that there is not. Strangers of an address share a budget of their
        own, so that they use up nothing of the players there.
        """
        if user_id is None:
            return of_socket.take() and self._address_frames.take(f"strangers {address}")
        return self._account_frames.take(str(user_id)) and self._address_frames.take(f"players {address}")

    def take_rare_command(self, user_id: int) -> bool:
        """Whether one more command of the kind that is rare (RareFrame) is within the account's budget for those."""
        return self._rare_commands.take(str(user_id))

    def take_handshake(self, peer: Peer) -> bool:
        """Whether a new socket is within the budgets of its session and its address.

        One that its session may not open costs the address nothing, so that a player who reconnects without end does
        not shut out the neighbours.
        """
        if peer.session and not self._session_handshakes.take(peer.session):
            return False
        return self._address_handshakes.take(peer.address)

    def charge_flood(self, peer: Peer) -> None:
        """Note that a socket was closed for asking too much."""
        self._address_handshakes.charge(peer.address, FLOOD_COST)
        if peer.session:
            self._session_handshakes.charge(peer.session, FLOOD_COST)

    def charge_refusal(self, address: str) -> None:
        """Note that a page or the API answered a request with 429."""
        self.requests.charge(address, REFUSED_REQUEST_COST)

    def new_raw_allowance(self) -> TokenBucket:
        """How many frames of any kind one socket may send."""
        return TokenBucket(RAW_SHARE * self.rates.frames)


@cache
def process_limits() -> RateLimits:
    """The limits that all sockets and requests of this process share."""
    return RateLimits(LimitSettings.from_settings())
