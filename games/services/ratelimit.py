"""Rate limits that hold for all processes together: how often one may do something within some time.

What leaves rows in the database is counted by them (``is_too_often``): the count is rolled back and repeated with the
command, and needs no other server. Everything else is counted in the cache (``seconds_to_wait``).
"""

import time
from datetime import timedelta
from typing import Any

from django.core.cache import cache
from django.db.models import QuerySet
from django.utils import timezone

MINUTE = 60  # seconds
COUNTS = 1_000_000_000  # more than anybody can do within one window


def seconds_to_wait(what: str, most: int, window: int = MINUTE, *, by_clock: bool = True) -> int:
    """Count one more of ``what``. Return 0 or, if it is more than ``most``, after how many seconds to ask again.

    Windows of so many seconds are those of the clock, so that within two that meet somebody may do twice as much; with
    ``by_clock=False`` a window begins with the first. One number in the cache holds its end and the count: adding one
    is a single step, and two processes never count the same.
    """
    key, now = f"rate:{what}", int(time.time())
    end, count = now + window - (now % window if by_clock else 0), 1
    if not cache.add(key, end * COUNTS + count, end - now):
        end, count = _add_one(key, now, end)
    return end - now if count > most else 0


def _add_one(key: str, now: int, new_end: int) -> tuple[int, int]:
    """Return the end of the window and the count with this one; ``new_end`` is that of a window that begins now."""
    try:
        end, count = divmod(cache.incr(key), COUNTS)
    except ValueError:  # it expired, or the store went away or came back, between the two steps
        end = 0
    if now < end <= new_end:
        return end, count
    cache.set(key, new_end * COUNTS + 1, new_end - now)  # also where the clock was set
    return new_end, 1


def is_too_often(rows: "QuerySet[Any]", most: int, window: timedelta) -> bool:
    """Whether as many of these rows as there may be were ``created`` within the time before now."""
    now = timezone.now()  # what is later than that was written before the clock was set back
    return rows.filter(created__gt=now - window, created__lte=now).count() >= most
