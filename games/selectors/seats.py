"""Conditions for queries on matches and seats."""

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.online import online_since
from games.models import Match, Seat, Status

ABANDONED_AFTER = timedelta(minutes=15)  # time without a move, in a match without a clock
CORRESPONDENCE_IDLE = timedelta(days=1)  # time without a move after which a correspondence match no longer counts

MOST_UNFINISHED = 5  # matches against the site's bots that a person can leave unfinished, without a running clock


def is_abandoned(prefix: str = "") -> Q:
    """Return a condition that selects matches without a clock in which nobody has moved for 15 minutes.

    ``prefix`` is the lookup that leads from the rows to the match, such as ``"match__"`` for seats.
    """
    before = timezone.now() - ABANDONED_AFTER
    return Q((f"{prefix}clock", ""), (f"{prefix}turn_began__lt", before))


def matches_being_played() -> QuerySet[Match]:
    """Return the running matches that someone is really playing.

    At least one seat must be played by its own player: a person with a page of the site open, or a bot account that is
    connected. A correspondence match needs a recent move instead, because its players come and go.
    """
    seats = Seat.objects.filter(match=OuterRef("pk"), bot="", stand_in="", left=False, grace_ends=None)
    present = seats.filter(Q(user__is_bot=True) | Q(user__last_seen__at__gt=online_since()))
    has_days = Q(clock__endswith="d")
    has_moved = Q(turn_began__gt=timezone.now() - CORRESPONDENCE_IDLE)
    is_played = (has_days & has_moved) | (~has_days & Q(Exists(present)))
    return Match.objects.filter(is_played, status=Status.RUNNING).exclude(is_abandoned())


def has_other_people() -> Exists:
    """Return a condition that selects seats in matches where a person has another seat."""
    return Exists(Seat.objects.filter(match=OuterRef("match"), bot="").exclude(number=OuterRef("number")))


def unfinished_against_bots(user_id: int) -> QuerySet[Match]:
    """Return the user's running matches in which the site's bots have all other seats, newest first.

    They are casual, and loaded with little more than what names them.
    """
    running = Seat.objects.filter(user=user_id, bot="", left=False, finished=None, match__status=Status.RUNNING)
    matches = Match.objects.filter(pk__in=running.exclude(has_other_people()).values("match"))
    return matches.only("code", "ruleset", "size_class", "clock").order_by("-started")


def aborted_by_another(unfinished: Iterable[Match]) -> list[Match]:
    """Return the unfinished matches against bots that starting another one aborts. ``unfinished`` is newest first.

    These are all matches with a live clock, because nobody can play two of them at once, and the oldest of the others,
    so that no more than MOST_UNFINISHED remain, counting the new one.
    """
    live: list[Match] = []
    others: list[Match] = []
    for match in unfinished:
        clock = match.time_control
        (live if clock and clock.live else others).append(match)
    return live + others[MOST_UNFINISHED - 1 :]
