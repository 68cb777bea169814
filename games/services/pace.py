"""How often one may do something, counted for all processes together, in the cache that they share."""

import time

from django.core.cache import cache

WINDOW = 60  # seconds


def seconds_to_wait(what: str, most: int) -> int:
    """Count one more of ``what``, of which there may be so many a minute: 0, or after how many seconds to ask again.

    Counted by the clock's minute: adding one is then a single step in the cache, and two processes never count the
    same. Within two minutes that meet, somebody may do twice as much at once.
    """
    now = int(time.time())
    key = f"pace:{what}:{now // WINDOW}"
    cache.add(key, 0, 2 * WINDOW)
    return WINDOW - now % WINDOW if cache.incr(key) > most else 0
