"""Data for moderators: a player's record, and lists of suspicious activity, which are hints rather than proof."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise
from typing import Any

from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from accounts.models import FingerprintKind, LoginFingerprint, Sanction, User
from games.models import Outcome, Seat
from games.moderation.models import Report, Verdict
from games.state.reliability import against_people, left_matches

LOOKBACK = timedelta(days=30)
LISTED = 50
OFTEN = 6  # if two players have this many matches against each other within LOOKBACK, they are worth checking
IN_TURN = 0.9  # share of a pair's matches won by the loser of the one before: chance seldom makes it that high
MANY_LEFT = 3
MANY_ACCOUNTS = 20  # if there are more accounts, the address belongs to a school or a network, not to one person


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player's record.

    ``played`` is the number of recent matches against people, and ``left`` how many of these the player left.
    ``seats`` contains the player's seats in their latest matches. ``sanctions`` and ``reports`` contain the latest
    sanctions against the player and the latest reports about them. ``about`` counts all reports about the player, and
    ``made`` those that the player made, by their state.
    """

    user: User
    left: int
    played: int
    seats: list[Seat]
    sanctions: list[Sanction]
    reports: list[Report]
    about: dict[str, int]
    made: dict[str, int]


def count_waiting_reports() -> int:
    """Return the number of unhandled reports."""
    return Report.objects.filter(handled=None).count()


def next_open_report(moderator: User, after: Report) -> Report | None:
    """Return the report that has waited longest, apart from ``after`` and those that the moderator may not decide."""
    waiting = Report.objects.filter(handled=None).exclude(whom=moderator).exclude(pk=after.pk)
    return waiting.order_by("created", "pk").first()


def player_record(user: User) -> PlayerRecord:
    """Return a player's record."""
    seats = Seat.objects.filter(user=user, bot="", finished__isnull=False).select_related("match")
    reports = Report.objects.filter(whom=user).select_related("by", "match")
    return PlayerRecord(
        user,
        *left_matches(user.pk),
        list(seats.order_by("-finished", "-match")[:10]),
        list(Sanction.objects.filter(user=user).select_related("by").order_by("-pk")[:20]),
        list(reports.order_by("-pk")[:10]),
        about=_tally(Report.objects.filter(whom=user)),
        made=_tally(Report.objects.filter(by=user)),
    )


def _tally(reports: QuerySet[Report]) -> dict[str, int]:
    return reports.aggregate(
        waiting=Count("pk", filter=Q(handled=None)),
        upheld=Count("pk", filter=Q(verdict=Verdict.UPHELD)),
        dismissed=Count("pk", filter=Q(verdict=Verdict.DISMISSED)),
    )


def count_hints() -> int:
    """Return the number of hints at suspicious activity that the page about it lists."""
    return len(trading_pairs()) + len(leavers()) + len(shared_fingerprints())


def trading_pairs() -> list[dict[str, Any]]:
    """Return pairs of players who may be trading wins.

    The players in each pair have recently played many rated matches against each other, and each has won some. Regular
    opponents do so too, so a pair is listed only if both have played most of their rated matches for two against each
    other, or if they have won almost exactly in turn. Pairs who have both won often come first: a player who wins
    almost every match may just be stronger.
    """
    winners = _winners_by_pair()
    played: Counter[str] = Counter()
    for pair, won in winners.items():
        for name in pair:
            played[name] += len(won)
    found: list[dict[str, Any]] = [
        {"one": one, "other": other, "won": won.count(one), "lost": won.count(other), "matches": len(won)}
        for (one, other), won in winners.items()
        if len(won) >= OFTEN
        and len(set(won)) == 2
        and (2 * len(won) > max(played[one], played[other]) or _is_in_turn(won))
    ]
    return sorted(found, key=lambda pair: (min(pair["won"], pair["lost"]), pair["matches"]), reverse=True)[:LISTED]


def _winners_by_pair() -> dict[tuple[str, str], list[str]]:
    """Return the winners of recent rated matches for two, oldest first, keyed by the two players' names in order."""
    seats = _recent_seats().filter(
        match__rated=True, match__size_class="2", bot="", outcome__in=(Outcome.WON, Outcome.LOST)
    )
    matches: dict[int, list[tuple[str, str]]] = defaultdict(list)
    ended = seats.order_by("finished", "match").values_list("match", "user__username", "outcome")
    for match, name, outcome in ended:
        matches[match].append((str(name), outcome))
    winners: dict[tuple[str, str], list[str]] = defaultdict(list)
    for sitters in matches.values():
        if len(sitters) == 2:
            one, other = sorted(name for name, _outcome in sitters)
            winners[one, other].extend(name for name, outcome in sitters if outcome == Outcome.WON)
    return winners


def _is_in_turn(winners: Sequence[str]) -> bool:
    """Return whether almost every winner had lost the match before."""
    changes = [winner != before for before, winner in pairwise(winners)]
    return sum(changes) >= IN_TURN * len(changes)


def leavers() -> list[dict[str, Any]]:
    """Return the players who have recently left or aborted the most matches against people.

    ``played`` counts all their recent matches against people.
    """
    aborted = Q(match__status="aborted", match__result_seat=F("number"))
    seats = _recent_seats().filter(against_people(), bot="", user__isnull=False)
    people = seats.filter(Q(left=True) | aborted).values("user__username")
    counted = people.annotate(
        left=Count("pk", filter=Q(left=True)), broken=Count("pk", filter=aborted), total=Count("pk")
    )
    found = list(counted.filter(total__gte=MANY_LEFT).order_by("-total", "user__username")[:LISTED])
    names = [person["user__username"] for person in found]
    all_seats = seats.filter(user__username__in=names).values_list("user__username")
    played = dict(all_seats.annotate(Count("pk")))
    return [{**person, "played": played[person["user__username"]]} for person in found]


def shared_fingerprints() -> list[dict[str, Any]]:
    """Return devices and addresses that are shared by 2 to ``MANY_ACCOUNTS`` accounts, not counting guests.

    Devices come first, because fewer strangers share one than an address. At most ``LISTED`` are returned.
    """
    traces = LoginFingerprint.objects.filter(user__is_guest=False)
    counted = traces.values("kind", "mark").annotate(accounts=Count("user", distinct=True))
    shared = counted.filter(accounts__gt=1, accounts__lte=MANY_ACCOUNTS).order_by("-kind", "-accounts", "mark")[:LISTED]
    names: dict[str, list[str]] = defaultdict(list)
    marks = [place["mark"] for place in shared]
    for mark, name in traces.filter(mark__in=marks).order_by("user__username").values_list("mark", "user__username"):
        names[mark].append(name)
    kinds = dict(FingerprintKind.choices)
    return [{**place, "kind": kinds[place["kind"]], "names": names[place["mark"]]} for place in shared]


def _recent_seats() -> QuerySet[Seat]:
    return Seat.objects.filter(finished__gt=timezone.now() - LOOKBACK)
