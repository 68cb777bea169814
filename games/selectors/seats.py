"""Conditions on queries of seats."""

from django.db.models import Exists, OuterRef

from games.models import Seat


def has_other_people() -> Exists:
    """Return the condition that a person sits in another seat of the same match."""
    return Exists(Seat.objects.filter(match=OuterRef("match"), bot="").exclude(number=OuterRef("number")))
