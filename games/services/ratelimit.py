"""Rate limits shared by all processes.

Actions that create rows in the database are limited by counting these rows (``is_too_often``). This count is rolled
back and repeated together with the command, and needs no other server. All other actions are counted in the cache
(``seconds_to_wait``).
"""

import time
from datetime import timedelta
from typing import Any

from django.core.cache import cache
from django.db.models import QuerySet
from django.utils import timezone

MINUTE = 60  # seconds
COUNTS = 1_000_000_000  # more than any count within one window


def seconds_to_wait(what: str, most: int, window: int = MINUTE, *, by_clock: bool = True) -> int:
    """Count an action ``what`` towards a limit of ``most``. Return the seconds to wait, or 0 if the action is allowed.

    Windows last ``window`` seconds and are aligned to the clock, so up to twice ``most`` actions may occur around the
    boundary between two windows. With ``by_clock=False``, a window begins with the first action. A single number in the
    cache holds both the end of the window and the count. An increment is therefore one atomic step, and two processes
    never get the same count.
    """
    key, now = f"rate:{what}", int(time.time())
    end, count = now + window - (now % window if by_clock else 0), 1
    if not cache.add(key, end * COUNTS + count, end - now):
        end, count = _add_one(key, now, end)
    return end - now if count > most else 0


def _add_one(key: str, now: int, new_end: int) -> tuple[int, int]:
    """Return the end of the window and the new count. ``new_end`` is the end of a window that begins now."""
    try:
        end, count = divmod(cache.incr(key), COUNTS)
    except ValueError:  # between the two steps, the window expired or the cache was restarted
        end = 0
    if now < end <= new_end:
        return end, count
    cache.set(key, new_end * COUNTS + 1, new_end - now)  # also if the clock was set back
    return new_end, 1


def is_too_often(rows: "QuerySet[Any]", most: int, window: timedelta) -> bool:
    """Return whether ``most`` or more of these rows were created within the last ``window``.

    The time at which a row was created is in its ``created`` field.
    """
    now = timezone.now()  # rows with a later time were written before the clock was set back
    return rows.filter(created__gt=now - window, created__lte=now).count() >= most
