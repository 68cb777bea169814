"""How often one may do something, counted for all processes together."""

import time

from django.core.cache import cache

WINDOW = 60  # seconds


def seconds_to_wait(what: str, most: int) -> int:
    """Count one more of ``what``, of which there may be so many a minute: 0, or after how many seconds to ask again.

    Counted by the clock's minute: adding one is then a single step in the cache, and two processes never count the
    same. Within two minutes that meet, somebody may do twice as much at once.
    """
    now = int(time.time())
    count = _count(f"pace:{what}:{now // WINDOW}")
    return WINDOW - now % WINDOW if count > most else 0


def _count(key: str) -> int:
    if cache.add(key, 1, 2 * WINDOW):
        return 1
    try:
        return cache.incr(key)
    except ValueError:  # Redis went away, or came back, between the two
        cache.set(key, 1, 2 * WINDOW)
        return 1
