"""A player's inbox: matches in which it is their turn, invitations, and decisions about their reports."""

from collections import Counter
from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import User
from games.models import Answer, Invitation, Match, Report, Seat, Status
from games.selectors.seats import has_other_people, is_abandoned
from games.selectors.summary import Summary, summarise, with_seats
from games.state.notices import INVITED, PAIRED, STARTED, Notice

LIMIT = 50
JUST_NOW = timedelta(minutes=1)
DECISIONS_SHOWN = timedelta(days=30)


def count_pending(user_id: int, *, except_code: str = "") -> int:
    """Return the number of a user's turns, open invitations and unread decisions about reports.

    Turns in matches without a clock count only if other people are playing. ``except_code`` is the code of a match to
    leave out, because the user is looking at it.

    The count takes one query, which uses indexes on all three tables.
    """
    turns, invitations, decisions = (_count(rows, key) for rows, key in _pending([user_id], except_code))
    found = User.objects.filter(pk=user_id).annotate(waiting=turns + invitations + decisions)
    return int(found.values_list("waiting", flat=True).first() or 0)


def count_pending_for(user_ids: Collection[int]) -> dict[int, int]:
    """Return the results of ``count_pending`` for these users, keyed by user ID. Zeros are left out."""
    counts: Counter[int] = Counter()
    for rows, key in _pending(user_ids):
        counts.update(dict(rows.order_by().values_list(key).annotate(Count("pk"))))
    return dict(counts)


def find_pairing(user_id: int) -> Notice | None:
    """Return a notice about the match for which the user has just been paired, or None if there is no such match."""
    since = timezone.now() - JUST_NOW
    seats = Seat.objects.filter(user=user_id, match__status=Status.RUNNING, match__started__gt=since)
    found = seats.order_by("-match__started").values_list("match", "match__code", "match__ruleset").first()
    if found is None:
        return None
    match_id, code, ruleset = found
    others = Seat.objects.filter(match=match_id, user__isnull=False).exclude(user=user_id)
    return Notice(user_id, PAIRED, code, ruleset, ",".join(others.values_list("user__username", flat=True)))


def own_turns(user: User) -> list[Summary]:
    """Return the matches in which it is the user's turn, longest waiting first."""
    matches = Match.objects.filter(pk__in=_turns([user.pk]).values("match")).order_by("turn_began")
    return [summarise(match) for match in with_seats(matches)[:LIMIT]]


def own_invitations(user: User) -> list[tuple[Summary, str]]:
    """Return the user's invitations as pairs of a table and the inviter's name, newest first."""
    invitations = list(_invitations([user.pk]).select_related("by").order_by("-created")[:LIMIT])
    matches = with_seats(Match.objects.filter(pk__in=[invitation.match_id for invitation in invitations]))
    tables = {match.pk: summarise(match) for match in matches}
    return [(tables[invitation.match_id], invitation.by.username) for invitation in invitations]


def own_reports(user: User) -> list[Report]:
    """Return the user's reports, those that were decided or made last first.

    Older decisions are included only if the user has not read them.
    """
    recent = Q(handled=None) | Q(read=None) | Q(handled__gt=timezone.now() - DECISIONS_SHOWN)
    reports = Report.objects.filter(recent, by=user).select_related("whom", "match")
    return list(reports.order_by(Coalesce("handled", "created").desc(), "-pk")[:LIMIT])


def notices_of_bot(user_id: int) -> list[Notice]:
    """Return the notices for a bot that has just connected, about its running matches and oldest open invitations."""
    seats = Seat.objects.filter(user=user_id, left=False, finished=None, match__status=Status.RUNNING)
    playing = seats.order_by("match").values_list("match__code", "match__ruleset")
    invitations = (
        _invitations([user_id]).order_by("created").values_list("match__code", "match__ruleset", "by__username")[:LIMIT]
    )
    return [
        *(Notice(user_id, STARTED, code, ruleset) for code, ruleset in playing),
        *(Notice(user_id, INVITED, code, ruleset, name) for code, ruleset, name in invitations),
    ]


def _pending(user_ids: Collection[int], except_code: str = "") -> list[tuple[QuerySet[Any], str]]:
    """Return querysets of the rows that await these users' attention, each with the name of the field for the user."""
    others = ~Q(match__code=except_code) if except_code else Q()
    turns = _turns(user_ids).filter(~Q(match__clock="") | has_other_people())
    invitations = _invitations(user_ids)
    return [(turns.filter(others), "user"), (invitations.filter(others), "user"), (_decisions(user_ids), "by")]


def _decisions(user_ids: Collection[int]) -> QuerySet[Report]:
    return Report.objects.filter(by__in=user_ids, handled__isnull=False, read=None)


def _turns(user_ids: Collection[int]) -> QuerySet[Seat]:
    """Return these users' seats in matches where it is their turn.

    Abandoned matches in which only bots would be waiting are left out.
    """
    turns = Seat.objects.filter(
        user__in=user_ids, bot="", stand_in="", finished=None, match__status=Status.RUNNING, match__turn=F("number")
    )
    return turns.filter(~is_abandoned("match__") | has_other_people())


def _invitations(user_ids: Collection[int]) -> QuerySet[Invitation]:
    seated = Seat.objects.filter(match=OuterRef("match"), user=OuterRef("user"))
    invitations = Invitation.objects.filter(user__in=user_ids, answer=Answer.OPEN, match__status=Status.OPEN)
    return invitations.filter(~Exists(seated))


def _count(rows: QuerySet[Any], key: str) -> Coalesce:
    counted = rows.order_by().values(key).annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)
