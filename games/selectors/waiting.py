"""What waits for somebody: matches where it is their turn, and invitations."""

from collections import Counter
from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import User
from games.models import Answer, Invitation, Match, Seat, Status
from games.selectors.summary import Summary, summarise, with_seats
from games.state.notices import INVITED, PAIRED, STARTED, Notice

LIMIT = 50
JUST_NOW = timedelta(minutes=1)


def count_waiting(user_id: int) -> int:
    """How many matches and invitations wait for somebody: one query, by the indexes of seats and invitations."""
    turns, invitations = _count(_turns([user_id])), _count(_invitations([user_id]))
    found = User.objects.filter(pk=user_id).annotate(waiting=turns + invitations)
    return int(found.values_list("waiting", flat=True).first() or 0)


def counts_waiting(user_ids: Collection[int]) -> dict[int, int]:
    """The same for many people, where anything waits for them at all."""
    counts: Counter[int] = Counter()
    for rows in (_turns(user_ids), _invitations(user_ids)):
        counts.update(dict(rows.order_by().values_list("user").annotate(Count("pk"))))
    return dict(counts)


def find_pairing(user_id: int) -> Notice | None:
    """The match that somebody's search has just led to; None where it has led to none."""
    since = timezone.now() - JUST_NOW
    seats = Seat.objects.filter(user=user_id, match__status=Status.RUNNING, match__started__gt=since)
    found = seats.order_by("-match__started").values_list("match", "match__code", "match__ruleset").first()
    if found is None:
        return None
    match_id, code, ruleset = found
    others = Seat.objects.filter(match=match_id, user__isnull=False).exclude(user=user_id)
    return Notice(user_id, PAIRED, code, ruleset, ", ".join(others.values_list("user__username", flat=True)))


def own_turns(user: User) -> list[Summary]:
    """The matches where it is this person's turn, the longest waiting first."""
    matches = Match.objects.filter(pk__in=_turns([user.pk]).values("match")).order_by("turn_began")
    return [summarise(match) for match in with_seats(matches)[:LIMIT]]


def own_invitations(user: User) -> list[tuple[Summary, str]]:
    """The tables to which somebody is asked, each with the name of who asks, newest first."""
    asked = list(_invitations([user.pk]).select_related("by").order_by("-created")[:LIMIT])
    matches = with_seats(Match.objects.filter(pk__in=[invitation.match_id for invitation in asked]))
    tables = {match.pk: summarise(match) for match in matches}
    return [(tables[invitation.match_id], invitation.by.username) for invitation in asked]


def notices_of_bot(user_id: int) -> list[Notice]:
    """What a bot is told that has just come: the matches it plays in, and the first tables to which it is asked."""
    seats = Seat.objects.filter(user=user_id, left=False, finished=None, match__status=Status.RUNNING)
    playing = seats.order_by("match").values_list("match__code", "match__ruleset")
    asked = (
        _invitations([user_id]).order_by("created").values_list("match__code", "match__ruleset", "by__username")[:LIMIT]
    )
    return [
        *(Notice(user_id, STARTED, code, ruleset) for code, ruleset in playing),
        *(Notice(user_id, INVITED, code, ruleset, name) for code, ruleset, name in asked),
    ]


def _turns(user_ids: Collection[int]) -> QuerySet[Seat]:
    return Seat.objects.filter(
        user__in=user_ids, bot="", stand_in="", finished=None, match__status=Status.RUNNING, match__turn=F("number")
    )


def _invitations(user_ids: Collection[int]) -> QuerySet[Invitation]:
    seated = Seat.objects.filter(match=OuterRef("match"), user=OuterRef("user"))
    asked = Invitation.objects.filter(user__in=user_ids, answer=Answer.OPEN, match__status=Status.OPEN)
    return asked.filter(~Exists(seated))


def _count(rows: QuerySet[Any]) -> Coalesce:
    counted = rows.order_by().values("user").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)
