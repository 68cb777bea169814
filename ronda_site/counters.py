"""Where limits are counted: a cache whose entries nothing evicts before they expire.

Rate limits, lockouts and idempotency keys are worth nothing if other traffic can push them out. Neither store here
evicts; one that is full refuses new keys, and the request that wanted one is answered 503.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import cache, cached_property
from heapq import heappop, heappush
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from prometheus_client import Gauge
from redis.backoff import NoBackoff
from redis.exceptions import OutOfMemoryError, RedisError
from redis.retry import Retry

from games.services.outages import CountersFullError

logger = logging.getLogger(__name__)

MOST_KEYS = 200_000
TIMEOUT_SECONDS = 0.5  # for a server that hangs instead of refusing
PAUSE_SECONDS = 1.0  # between two looks at a server that is away

shared = Gauge("ronda_counters_shared", "1 while limits are counted for all processes together, 0 while each counts")


_ends: dict[
    str, list[tuple[float, str]]
] = {}  # by the cache's name, as LocMemCache keeps its entries: when keys expire


class MemoryCounters(LocMemCache):
    """Counters in the memory of this process. A key lives until it expires, and is dropped soon after."""

    # What LocMemCache has, which its type stub leaves out.
    _cache: OrderedDict[str, Any]
    _expire_info: dict[str, float | None]
    _lock: threading.Lock
    _delete: Callable[[str], bool]

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(name, params)
        self._ends = _ends.setdefault(name, [])

    def _set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT) -> None:
        self._drop_expired()
        is_new = key not in self._cache
        if is_new and len(self._cache) >= MOST_KEYS:
            raise CountersFullError
        self._cache[key] = value
        self._expire_info[key] = end = self.get_backend_timeout(timeout)
        if is_new and end is not None:
            heappush(self._ends, (end, key))

    def _drop_expired(self) -> None:
        while self._ends and self._ends[0][0] <= time.time():
            _end, key = heappop(self._ends)
            end = self._expire_info.get(key)
            if end is not None and end > time.time():  # it was set again meanwhile
                heappush(self._ends, (end, key))
            elif end is not None:
                self._delete(key)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._cache.clear()
            self._expire_info.clear()
            self._ends.clear()


class Breaker:
    """Knows whether a server is away, so that only one call a second finds out and nobody else waits for it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._look_at: float | None = None  # while the server is away: when to look again
        shared.set(1)

    def may_ask(self) -> bool:
        """Whether to ask the server. While it is away, True for one caller a second."""
        with self._lock:
            if self._look_at is None:
                return True
            if self._clock() < self._look_at:
                return False
            self._look_at = self._clock() + PAUSE_SECONDS
            return True

    def failed(self, error: Exception) -> None:
        """Note that the server did not answer; logged once an outage."""
        with self._lock:
            if self._look_at is None:
                shared.set(0)
                logger.error("Redis is away: each process counts limits for itself until it is back (%s)", error)
            self._look_at = self._clock() + PAUSE_SECONDS

    def answered(self) -> None:
        """Note that the server answered."""
        with self._lock:
            if self._look_at is not None:
                self._look_at = None
                shared.set(1)
                logger.warning("Redis is back: limits are counted for all processes together again")


@cache
def _breaker_of(_servers: tuple[str, ...]) -> Breaker:
    return Breaker()


@cache
def _client_of(servers: tuple[str, ...]) -> RedisCacheClient:
    """One connection pool for the process. Django makes a cache object, and with it a pool, for each request."""
    return RedisCacheClient(
        list(servers),
        retry=Retry(NoBackoff(), 0),
        socket_timeout=TIMEOUT_SECONDS,
        socket_connect_timeout=TIMEOUT_SECONDS,
    )


def _either(name: str) -> Any:
    """A method of the cache that is answered by Redis, or by this process while that is away."""

    def call(self: SharedCounters, *args: Any, **kwargs: Any) -> Any:
        return self.ask(name, *args, **kwargs)

    return call


class SharedCounters(RedisCache):
    """Counters in Redis, for all processes together; while it is away, in the memory of each."""

    _servers: list[str]  # of RedisCache, whose type stub leaves it out

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.breaker = _breaker_of(tuple(self._servers))
        self._own = MemoryCounters(",".join(self._servers), params)

    @cached_property
    def _cache(self) -> RedisCacheClient:
        return _client_of(tuple(self._servers))

    def ask(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """The answer of Redis or, while that is away, of this process. Raises CountersFullError, and ValueError."""
        if self.breaker.may_ask():
            try:
                answer = getattr(super(), name)(*args, **kwargs)
            except OutOfMemoryError as error:  # its policy is to evict nothing
                raise CountersFullError from error
            except (RedisError, OSError) as error:
                self.breaker.failed(error)
            else:
                self.breaker.answered()
                return answer
        return getattr(self._own, name)(*args, **kwargs)

    add, get, set, touch, delete = map(_either, ("add", "get", "set", "touch", "delete"))
    incr, has_key, clear = map(_either, ("incr", "has_key", "clear"))
    get_many, set_many, delete_many = map(_either, ("get_many", "set_many", "delete_many"))
