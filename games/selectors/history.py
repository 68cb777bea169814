"""Matches that are over: of the whole site, of one player. Private ones are shown to those who played them only.

Only a match that was begun has ``finished``. The status is not asked for as well: SQLite would then search by it and
sort everything, instead of walking the index of what is finished.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.models import Match, Seat
from games.selectors.keyset import KeyOrder, Page
from games.selectors.summary import SeatSummary, Side, Summary, summarise, with_seats

PAGE = 25
EARLIEST, LATEST = date(2000, 1, 1), date(2100, 1, 1)  # the days that every database can count with

MATCHES = KeyOrder("finished", "-id")
SEATS = KeyOrder("finished", "-match_id")


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """Which matches of a list are wanted; what is left empty does not matter. Both days belong to the time wanted.

    ``outcome`` and ``opponent`` are asked of one player's matches only.
    """

    ruleset: str = ""
    rated: bool | None = None
    since: date | None = None
    until: date | None = None
    outcome: str = ""
    opponent: User | None = None

    def of_match(self, prefix: str = "") -> Q:
        """What is asked of the match, as a condition on rows that have it under ``prefix``."""
        asked = Q()
        if self.ruleset:
            asked &= Q(**{f"{prefix}ruleset": self.ruleset})
        if self.rated is not None:
            asked &= Q(**{f"{prefix}rated": self.rated})
        return asked

    def of_time(self) -> Q:
        """What is asked of ``finished``, which matches and seats both have."""
        asked = Q()
        if self.since:
            asked &= Q(finished__gte=_beginning(self.since))
        if self.until:
            asked &= Q(finished__lt=_beginning(self.until + timedelta(days=1)))
        return asked


ALL = HistoryFilter()


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match as one of its players looks back on it. ``outcome`` is won, lost, drawn, voided or aborted."""

    match: Summary
    own: Side
    others: tuple[Side, ...]
    outcome: str
    me: SeatSummary

    @property
    def sides(self) -> tuple[Side, ...]:
        """All sides, the own one first."""
        return (self.own, *self.others)

    @property
    def partners(self) -> tuple[SeatSummary, ...]:
        """Who played on the same side."""
        return tuple(sitter for sitter in self.own.sitters if sitter is not self.me)


def site_history(
    wanted: HistoryFilter = ALL, *, size: int | None = None, after: str = "", before: str = ""
) -> Page[Summary]:
    """Public matches that are over, the latest first. Raises BadCursorError."""
    rows = with_seats(matches_of_site(wanted))
    return MATCHES.page(rows, size=size or PAGE, after=after, before=before).map(summarise)


def matches_of_site(wanted: HistoryFilter = ALL) -> QuerySet[Match]:
    """List public matches that have ended."""
    return Match.objects.filter(wanted.of_match(), wanted.of_time(), finished__isnull=False, is_private=False)


def player_history(
    player: User,
    wanted: HistoryFilter = ALL,
    *,
    reader: User | None,
    size: int | None = None,
    after: str = "",
    before: str = "",
) -> Page[PlayedMatch]:
    """The player's matches that are over, the latest first. Raises BadCursorError."""
    rows = seats_of(player, wanted, reader=reader)
    rows = rows.prefetch_related(Prefetch("match", with_seats(Match.objects.all())))
    return SEATS.page(rows, size=size or PAGE, after=after, before=before).map(_played)


def seats_of(player: User, wanted: HistoryFilter = ALL, *, reader: User | None) -> QuerySet[Seat]:
    """The player's seats at matches that are over and that ``reader`` may know of."""
    rows = Seat.objects.filter(wanted.of_match("match__"), wanted.of_time(), user=player, finished__isnull=False)
    if wanted.outcome:
        rows = rows.filter(outcome=wanted.outcome)
    if wanted.opponent:
        rows = rows.filter(Exists(seats_against(wanted.opponent)))
    if reader != player:
        shared = Seat.objects.filter(match=OuterRef("match"), user=reader)
        rows = rows.filter(Q(match__is_private=False) | Exists(shared) if reader else Q(match__is_private=False))
    return rows


def seats_against(opponent: User) -> QuerySet[Seat]:
    """The opponent's seats on another side of the match of an outer query's seat."""
    return Seat.objects.filter(match=OuterRef("match"), user=opponent).exclude(side=OuterRef("side"))


def _beginning(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


def _played(seat: Seat) -> PlayedMatch:
    match = summarise(seat.match)
    own, me = next((side, who) for side in match.sides for who in side.sitters if who.seat == seat.number)
    return PlayedMatch(
        match=match,
        own=own,
        others=tuple(side for side in match.sides if side is not own),
        outcome=seat.outcome,
        me=me,
    )
