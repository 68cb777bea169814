"""What a moderator looks at: a person's past, and lists that point at trouble. They point; they prove nothing."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from accounts.models import AccountTrace, Sanction, User
from games.models import Outcome, Seat
from games.moderation.models import Report
from games.state.reliability import left_matches

LOOK_BACK = timedelta(days=30)
LISTED = 50
OFTEN = 4  # matches of two within that time, from which on a pair is worth a look
MANY_LEFT = 3
MANY_ACCOUNTS = 20  # that share an address: a school or a network, not a person


@dataclass(frozen=True, slots=True)
class Past:
    """What is known of one person: how much of the last matches was left, those matches, sanctions, reports."""

    user: User
    left: int
    played: int
    seats: list[Seat]
    sanctions: list[Sanction]
    reports: list[Report]


def count_waiting_reports() -> int:
    """How many reports nobody has looked after yet."""
    return Report.objects.filter(handled=None).count()


@dataclass(frozen=True, slots=True)
class SaidLine:
    """A line that went along with a report; ``is_theirs`` if whom it is about wrote it."""

    at: datetime
    name: str
    text: str
    is_comment: bool
    is_hidden: bool
    is_theirs: bool


def said_before(report: Report) -> list[SaidLine]:
    """What was said before a report, as the one who made it could read it."""
    return [
        SaidLine(
            at=datetime.fromisoformat(line["at"]),
            name=line["name"],
            text=line["said"],
            is_comment=line.get("comment", False),
            is_hidden=line["hidden"],
            is_theirs=line["name"] == report.whom.username,
        )
        for line in report.lines
    ]


def past_of(user: User) -> Past:
    """What there is to judge somebody by."""
    seats = Seat.objects.filter(user=user, bot="", finished__isnull=False).select_related("match")
    reports = Report.objects.filter(whom=user).select_related("by", "match")
    return Past(
        user,
        *left_matches(user.pk),
        list(seats.order_by("-finished", "-match")[:10]),
        list(Sanction.objects.filter(user=user).select_related("by").order_by("-pk")[:20]),
        list(reports.order_by("-pk")[:10]),
    )


def trading_pairs() -> list[dict[str, Any]]:
    """Pairs who often played each other rated lately, and both won: who wins in turn may do so by agreement."""
    seats = _lately().filter(match__rated=True, match__size_class="2", bot="", outcome__in=(Outcome.WON, Outcome.LOST))
    matches: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for match, name, outcome in seats.values_list("match", "user__username", "outcome"):
        matches[match].append((str(name), outcome))
    wins: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for sitters in matches.values():
        if len(sitters) == 2:
            one, other = sorted(name for name, _outcome in sitters)
            wins[one, other].update(name for name, outcome in sitters if outcome == Outcome.WON)
    found = [
        {"one": one, "other": other, "won": won[one], "lost": won[other], "matches": won.total()}
        for (one, other), won in wins.items()
        if won.total() >= OFTEN and won[one] and won[other]
    ]
    return sorted(found, key=lambda pair: -int(str(pair["matches"])))[:LISTED]


def leavers() -> list[dict[str, Any]]:
    """Who left, or broke off, most matches lately."""
    broke = Q(match__status="aborted", match__result_seat=F("number"))
    people = _lately().filter(Q(left=True) | broke, bot="", user__isnull=False).values("user__username")
    counted = people.annotate(
        left=Count("pk", filter=Q(left=True)), broken=Count("pk", filter=broke), total=Count("pk")
    )
    counted = counted.filter(total__gte=MANY_LEFT).order_by("-total", "user__username")
    return [{**person} for person in counted[:LISTED]]


def shared_places() -> list[dict[str, Any]]:
    """Devices and addresses from which several accounts, guests not counted, were used."""
    traces = AccountTrace.objects.filter(user__is_guest=False)
    counted = traces.values("kind", "mark").annotate(accounts=Count("user", distinct=True))
    shared = counted.filter(accounts__gt=1, accounts__lte=MANY_ACCOUNTS).order_by("-kind", "-accounts", "mark")[:LISTED]
    names: dict[str, list[str]] = defaultdict(list)
    marks = [place["mark"] for place in shared]
    for mark, name in traces.filter(mark__in=marks).order_by("user__username").values_list("mark", "user__username"):
        names[mark].append(name)
    return [{**place, "names": names[place["mark"]]} for place in shared]


def _lately() -> QuerySet[Seat]:
    return Seat.objects.filter(finished__gt=timezone.now() - LOOK_BACK)
