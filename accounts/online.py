"""The people who are online: those with a page of the site open, regardless of which process serves it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import LastSeen, User
from accounts.selectors import is_open_account

RENEW_SECONDS = 60.0  # the interval at which a process marks the people on its pages
ONLINE_FOR = timedelta(seconds=150)  # after the last mark; long enough for a page that reloads or a slow process
BATCH = 500  # users marked in one transaction, so that other writers wait only briefly on SQLite


def mark_online(*, user_ids: Collection[int]) -> None:
    """Mark these users as online now. Bots and unknown users are ignored."""
    ids = sorted(user_ids)  # all processes lock rows in the same order, so they cannot deadlock
    for first in range(0, len(ids), BATCH):
        _mark(ids[first : first + BATCH])


@transaction.atomic
def _mark(ids: list[int]) -> None:
    people = User.objects.filter(pk__in=ids, is_bot=False).order_by("pk").values_list("pk", flat=True)
    now = timezone.now()
    rows = [LastSeen(user_id=user_id, at=now) for user_id in people]
    LastSeen.objects.bulk_create(rows, update_conflicts=True, update_fields=["at"], unique_fields=["user"])


def online_since() -> datetime:
    """Return the time after which people must have been marked to count as online now."""
    return timezone.now() - ONLINE_FOR


def count_online() -> int:
    """Return the number of people online, including guests."""
    return LastSeen.objects.filter(at__gt=online_since()).count()


def friends_online(user: User) -> list[User]:
    """Return the open accounts that the user follows and that are online, ordered by name."""
    friends = User.objects.filter(is_open_account(), followed_by__by=user, last_seen__at__gt=online_since())
    return list(friends.order_by("username"))


def online_among(user_ids: Collection[int]) -> frozenset[int]:
    """Return the IDs of the given users who are online."""
    rows = LastSeen.objects.filter(user__in=user_ids, at__gt=online_since())
    return frozenset(rows.values_list("user", flat=True))
