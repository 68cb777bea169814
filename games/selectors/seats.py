"""Conditions for queries on matches and seats."""

from datetime import timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import Seat, Status

ABANDONED_AFTER = timedelta(minutes=15)  # time without a move, in a match without a clock


def is_abandoned(prefix: str = "") -> Q:
    """Return a condition that selects matches without a clock in which nobody has moved for 15 minutes.

    ``prefix`` is the lookup that leads from the rows to the match, such as ``"match__"`` for seats.
    """
    before = timezone.now() - ABANDONED_AFTER
    return Q((f"{prefix}clock", ""), (f"{prefix}turn_began__lt", before))


def has_other_people() -> Exists:
    """Return a condition that selects seats in matches where a person has another seat."""
    return Exists(Seat.objects.filter(match=OuterRef("match"), bot="").exclude(number=OuterRef("number")))


def unfinished_against_bots(user_id: int) -> QuerySet[Seat]:
    """Return the user's seats in running matches in which the site's bots have all other seats. These are casual."""
    running = Seat.objects.filter(user=user_id, bot="", left=False, finished=None, match__status=Status.RUNNING)
    return running.exclude(has_other_people())
