"""Conditions for queries on matches and seats."""

from datetime import timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.online import online_since
from games.models import Clock, Match, Seat, Status

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


def unfinished_against_bots(user_id: int) -> QuerySet[Seat]:
    """Return the user's seats in running matches in which the site's bots have all other seats. These are casual."""
    running = Seat.objects.filter(user=user_id, bot="", left=False, finished=None, match__status=Status.RUNNING)
    return running.exclude(has_other_people())


def resumable_and_aborted(unfinished: QuerySet[Seat]) -> tuple[list[str], list[str]]:
    """Return the codes of unfinished matches against bots, newest first, and of those that one more of them aborts.

    The latter are matches with a running clock, because nobody plays two at once, and otherwise the oldest if there are
    too many.
    """
    rows = list(unfinished.order_by("-match__started").values_list("match__code", "match__clock"))
    live = [code for code, clock in rows if clock and Clock.parse(clock).live]
    codes = [code for code, _clock in rows]
    return codes, live + [code for code in codes if code not in live][MOST_UNFINISHED - 1 :]
