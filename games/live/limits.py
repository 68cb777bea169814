"""Rate limits per account and network address. docs/operations.md lists them.

Each process counts separately, so the limits apply per process.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

from django.conf import settings

from games.live.peers import Peer
from games.live.token_buckets import TokenBucket, TokenBuckets

MALFORMED_FRAMES = 20

# A socket's raw frame rate, as a multiple of its account's frame rate. It must be well above 1, or clients would be cut
# off instead of getting a ``busy`` error.
RAW_SHARE = 3.0
# The share of an account's frame rate available for commands that are rare in a match.
RARE_SHARE = 0.1
# Allowance for frames over the rate limit: in a burst, and per second. A socket that exceeds it is closed.
REFUSED_AT_ONCE, REFUSED_A_SECOND = 30.0, 1.0
# Pings and pongs: in a burst, and per second. A browser answers one ping every 20 s and sends none itself.
CONTROL_FRAMES_AT_ONCE, CONTROL_FRAMES_A_SECOND = 20.0, 1.0
# New sockets per address. After a restart, an address may open its full number of sockets at once; later, only this
# share of that number per second. Each one takes milliseconds of processor time, so a faster flood would delay moves.
ADDRESS_SOCKETS_SHARE = 1 / 30
# New sockets per session, as multiples of the number that an account may have open. The first limits bursts,
# and allows for two restarts in a row; the second limits the rate per second.
SESSION_BURST_SHARE, SESSION_SOCKETS_SHARE = 2.0, 0.1
# Number of new sockets charged to a session and an address for a flood or a socket over the limit, so that the client
# can't just reconnect.
FLOOD_COST = 10.0
REQUEST_SECONDS_AT_ONCE = 10.0
# Number of requests charged to an address for a 429 from a view. If the client does not wait, the middleware soon
# refuses its requests, which is cheaper.
REFUSED_REQUEST_COST = 10.0
STATIC_FILES_A_PAGE = 10.0


class TooManyError(Exception):
    """Raised when a concurrency limit is reached."""


class ConcurrencyLimit:
    """A limit on concurrent use, counted separately for each key."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._taken: Counter[str] = Counter()

    def __getitem__(self, key: str) -> int:
        return self._taken[key]

    @contextmanager
    def hold(self, key: str) -> Iterator[None]:
        """Count one more use while the context is open. Raises TooManyError."""
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
    """The settings from which the limits are derived. Rates are per second."""

    frames: float
    address_frames: float
    sockets: int
    address_sockets: int
    requests: float

    @classmethod
    def from_settings(cls) -> LimitSettings:
        """Read the limits from the Django settings."""
        return cls(
            settings.RONDA_FRAME_RATE,
            settings.RONDA_ADDRESS_FRAME_RATE,
            settings.RONDA_SOCKETS,
            settings.RONDA_ADDRESS_SOCKETS,
            settings.RONDA_REQUEST_RATE,
        )


class RateLimits:
    """A process's rate limits, used only on its event loop."""

    def __init__(self, rates: LimitSettings) -> None:
        self.rates = rates
        self.account_sockets = ConcurrencyLimit(rates.sockets)
        self.address_sockets = ConcurrencyLimit(rates.address_sockets)
        self._address_handshakes = TokenBuckets(rates.address_sockets * ADDRESS_SOCKETS_SHARE, rates.address_sockets)
        self._session_handshakes = TokenBuckets(
            rates.sockets * SESSION_SOCKETS_SHARE, rates.sockets * SESSION_BURST_SHARE
        )
        self.control_frames = TokenBuckets(rates.address_frames)
        self.requests = TokenBuckets(rates.requests, rates.requests * REQUEST_SECONDS_AT_ONCE)
        static_rate = rates.requests * STATIC_FILES_A_PAGE
        self.static_requests = TokenBuckets(static_rate, static_rate * REQUEST_SECONDS_AT_ONCE)
        self._account_frames = TokenBuckets(rates.frames)
        self._address_frames = TokenBuckets(rates.address_frames)
        self._rare_commands = TokenBuckets(rates.frames * RARE_SHARE, rates.frames)

    def take_frame(self, user_id: int | None, address: str, of_socket: TokenBucket) -> bool:
        """Count a frame. Return whether it is within the limits for its account and its address.

        For a signed-out visitor, the socket's bucket replaces the account's. Signed-out visitors at an address share a
        separate bucket, so that they can't use up the allowance of the players there.
        """
        if user_id is None:
            return of_socket.take() and self._address_frames.take(f"strangers {address}")
        return self._account_frames.take(str(user_id)) and self._address_frames.take(f"players {address}")

    def take_rare_command(self, user_id: int) -> bool:
        """Count a rare command (see ``RareFrame``). Return whether it is within the account's limit."""
        return self._rare_commands.take(str(user_id))

    def take_handshake(self, peer: Peer) -> bool:
        """Count a new socket. Return whether it is within the limits for its session and its address.

        A handshake that is refused because of its session does not count against the address, so that a player who
        reconnects endlessly does not lock out others at the same address.
        """
        if peer.session and not self._session_handshakes.take(peer.session):
            return False
        return self._address_handshakes.take(peer.address)

    def charge_flood(self, peer: Peer) -> None:
        """Charge a peer whose socket was closed for exceeding a limit."""
        self._address_handshakes.charge(peer.address, FLOOD_COST)
        if peer.session:
            self._session_handshakes.charge(peer.session, FLOOD_COST)

    def charge_refusal(self, address: str) -> None:
        """Charge an address after a view or the API has answered its request with 429."""
        self.requests.charge(address, REFUSED_REQUEST_COST)

    def new_raw_allowance(self) -> TokenBucket:
        """Return a new bucket that limits all frames on one socket."""
        return TokenBucket(RAW_SHARE * self.rates.frames)


@cache
def process_limits() -> RateLimits:
    """Return the limits shared by all sockets and requests in this process."""
    return RateLimits(LimitSettings.from_settings())
