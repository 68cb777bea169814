"""Deletion of guests who have never played a match."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, ProtectedError
from django.utils import timezone

from accounts.models import User
from games.models import Match, Seat

IDLE = timedelta(days=14)
BATCH = 500


def delete_idle_guests(*, idle: timedelta = IDLE) -> int:
    """Delete guests who have no matches and have not signed in for the period ``idle``. Return the number deleted.

    Guests who have played are kept, because matches show their names. Each guest is deleted in a separate transaction.
    This is safe while people play, because the foreign key protects a guest who joins a match in the meantime.
    """
    deleted, last = 0, 0
    while batch := _idle_guests(idle, last):
        for guest in batch:
            last = guest.pk
            try:
                with transaction.atomic():
                    guest.delete()
                    deleted += 1
            except ProtectedError:  # they own something else, such as chat lines or a report
                continue
    return deleted


def _idle_guests(idle: timedelta, after: int) -> list[User]:
    guests = User.objects.filter(is_guest=True, last_login__lt=timezone.now() - idle, pk__gt=after)
    seats, hosted = Seat.objects.filter(user=OuterRef("pk")), Match.objects.filter(created_by=OuterRef("pk"))
    return list(guests.filter(~Exists(seats), ~Exists(hosted)).order_by("pk")[:BATCH])
