"""Guests who came, looked around and went: nothing hangs on them."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, ProtectedError
from django.utils import timezone

from accounts.models import User
from games.models import Match, Seat

IDLE = timedelta(days=14)
BATCH = 500


def delete_idle_guests(*, idle: timedelta = IDLE) -> int:
    """Delete the guests who came so long ago and have no match; how many. Who has played stays, as a name of a match.

    Each is a transaction of its own. Harmless while people play: whom a new match needs is kept by it.
    """
    forgotten, last = 0, 0
    while batch := _idle_guests(idle, last):
        for guest in batch:
            last = guest.pk
            try:
                with transaction.atomic():
                    guest.delete()
                    forgotten += 1
            except ProtectedError:  # has something else to their name: words at a table, a report
                continue
    return forgotten


def _idle_guests(idle: timedelta, after: int) -> list[User]:
    guests = User.objects.filter(is_guest=True, last_login__lt=timezone.now() - idle, pk__gt=after)
    seats, hosted = Seat.objects.filter(user=OuterRef("pk")), Match.objects.filter(created_by=OuterRef("pk"))
    return list(guests.filter(~Exists(seats), ~Exists(hosted)).order_by("pk")[:BATCH])
