"""Conditions for queries on matches and seats."""

from datetime import timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.online import ONLINE_FOR
from games.models import Match, Seat, Status

ABANDONED_AFTER = timedelta(minutes=15)  # time without a move, in a match without a clock
CORRESPONDENCE_MOVED = timedelta(days=1)  # time within which players of a match with days per move have moved


def is_abandoned(prefix: str = "") -> Q:
    """Return a condition that selects matches without a clock in which nobody has moved for 15 minutes.

    ``prefix`` is the lookup that leads from the rows to the match, such as ``"match__"`` for seats.
    """
    before = timezone.now() - ABANDONED_AFTER
    return Q((f"{prefix}clock", ""), (f"{prefix}turn_began__lt", before))


def matches_being_played() -> QuerySet[Match]:
    """Return the running matches that someone is really playing.

    That is, a player who has a page of the site open, or a bot account that is connected, still plays their own seat.
    Nobody has to be there in a correspondence match, so there it is a move within the last day that counts.
    """
    now = timezone.now()
    seats = Seat.objects.filter(match=OuterRef("pk"), bot="", stand_in="", left=False, grace_ends=None)
    present = seats.filter(Q(user__is_bot=True) | Q(user__last_seen__at__gt=now - ONLINE_FOR))
    has_days = Q(clock__endswith="d")
    is_played = (has_days & Q(turn_began__gt=now - CORRESPONDENCE_MOVED)) | (~has_days & Q(Exists(present)))
    return Match.objects.filter(is_played, status=Status.RUNNING).exclude(is_abandoned())


def has_other_people() -> Exists:
    """Return a condition that selects seats in matches where a person has another seat."""
    return Exists(Seat.objects.filter(match=OuterRef("match"), bot="").exclude(number=OuterRef("number")))


def unfinished_against_bots(user_id: int) -> QuerySet[Seat]:
    """Return the user's seats in running matches in which the site's bots have all other seats. These are casual."""
    running = Seat.objects.filter(user=user_id, bot="", left=False, finished=None, match__status=Status.RUNNING)
    return running.exclude(has_other_people())
