"""Cache backends for counters, whose entries are never evicted before they expire.

Rate limits, lockouts and idempotency keys are useless if other traffic can evict them. A full store refuses new
keys instead, and the request that needs one is answered with 503.
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
TIMEOUT_SECONDS = 0.5  # for a server that hangs instead of refusing connections
PAUSE_SECONDS = 1.0  # between two attempts to reach an unavailable server

shared = Gauge("ronda_counters_shared", "1 while all processes share their counters, 0 while each has its own")


_ends: dict[str, list[tuple[float, str]]] = {}  # expiry times by cache name; global, like LocMemCache's entries


class MemoryCounters(LocMemCache):
    """Counters in the memory of this process. A key is dropped soon after it expires."""

    # Attributes of LocMemCache that its type stub omits.
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
            if end is not None and end > time.time():  # it was set again in the meantime
                heappush(self._ends, (end, key))
            elif end is not None:
                self._delete(key)

    def clear(self) -> None:
        """Delete all entries."""
        with self._lock:
            self._cache.clear()
            self._expire_info.clear()
            self._ends.clear()


class Breaker:
    """A circuit breaker: while a server is unavailable, only one call per second tries to reach it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._look_at: float | None = None  # None while the server is available
        shared.set(1)

    def may_ask(self) -> bool:
        """Return whether to ask the server. While it is unavailable, return True once per second."""
        with self._lock:
            if self._look_at is None:
                return True
            if self._clock() < self._look_at:
                return False
            self._look_at = self._clock() + PAUSE_SECONDS
            return True

    def failed(self, error: Exception) -> None:
        """Record that the server did not answer. Log it once per outage."""
        with self._lock:
            if self._look_at is None:
                shared.set(0)
                logger.error("Redis is unavailable: each process uses its own counters until it is back (%s)", error)
            self._look_at = self._clock() + PAUSE_SECONDS

    def answered(self) -> None:
        """Record that the server answered."""
        with self._lock:
            if self._look_at is not None:
                self._look_at = None
                shared.set(1)
                logger.warning("Redis is back: all processes share their counters again")


@cache
def _breaker_of(_servers: tuple[str, ...]) -> Breaker:
    return Breaker()


@cache
def _client_of(servers: tuple[str, ...]) -> RedisCacheClient:
    """Return the client that all requests share. Django would create one for each, with its own connection pool."""
    return RedisCacheClient(
        list(servers),
        retry=Retry(NoBackoff(), 0),
        socket_timeout=TIMEOUT_SECONDS,
        socket_connect_timeout=TIMEOUT_SECONDS,
    )


def _with_fallback(name: str) -> Any:
    """Return a cache method that asks Redis or, while it is unavailable, the memory of this process."""

    def call(self: SharedCounters, *args: Any, **kwargs: Any) -> Any:
        return self.ask(name, *args, **kwargs)

    return call


class SharedCounters(RedisCache):
    """Counters in Redis, shared by all processes. While Redis is unavailable, each process uses its own memory."""

    _servers: list[str]  # an attribute of RedisCache that its type stub omits

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.breaker = _breaker_of(tuple(self._servers))
        self._local = MemoryCounters(",".join(self._servers), params)

    @cached_property
    def _cache(self) -> RedisCacheClient:
        return _client_of(tuple(self._servers))

    def ask(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Return the answer from Redis or, while it is unavailable, from this process's own counters.

        Raises CountersFullError, or ValueError if ``incr`` is called for a missing key.
        """
        if self.breaker.may_ask():
            try:
                answer = getattr(super(), name)(*args, **kwargs)
            except OutOfMemoryError as error:  # its policy is noeviction
                raise CountersFullError from error
            except (RedisError, OSError) as error:
                self.breaker.failed(error)
            else:
                self.breaker.answered()
                return answer
        return getattr(self._local, name)(*args, **kwargs)

    add, get, set, touch, delete = map(_with_fallback, ("add", "get", "set", "touch", "delete"))
    incr, has_key, clear = map(_with_fallback, ("incr", "has_key", "clear"))
    get_many, set_many, delete_many = map(_with_fallback, ("get_many", "set_many", "delete_many"))
