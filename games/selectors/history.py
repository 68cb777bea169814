"""Finished matches of the whole site or of one player. Private matches are visible only to their players.

Only matches that were started have a value in ``finished``. The queries do not also filter by status, because SQLite
would then search by status and sort the result, instead of walking the index on ``finished``.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.models import Match, Seat, Status
from games.selectors.keyset import KeyOrder, Page
from games.selectors.sides import SeatSummary, Side
from games.selectors.summary import Summary, summarise, with_seats

PAGE = 25
EARLIEST, LATEST = date(2000, 1, 1), date(2100, 1, 1)  # the range of dates that every database supports

MATCHES = KeyOrder("finished", "-id")
SEATS = KeyOrder("finished", "-match_id")


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """A filter for a list of matches. Empty fields match everything. ``since`` and ``until`` are inclusive dates.

    ``outcome`` and ``opponent`` apply only to a single player's matches. ``between_people`` applies only to the site's
    matches, and leaves out those with fewer than two people.
    """

    ruleset: str = ""
    rated: bool | None = None
    since: date | None = None
    until: date | None = None
    outcome: str = ""
    opponent: User | None = None
    between_people: bool = False

    def of_match(self, prefix: str = "") -> Q:
        """Return the condition on the match. ``prefix`` is the lookup that leads from a row to its match."""
        condition = Q()
        if self.ruleset:
            condition &= Q(**{f"{prefix}ruleset": self.ruleset})
        if self.rated is not None:
            condition &= Q(**{f"{prefix}rated": self.rated})
        return condition

    def of_time(self) -> Q:
        """Return the condition on ``finished``, which both matches and seats have."""
        condition = Q()
        if self.since:
            condition &= Q(finished__gte=_start_of_day(self.since))
        if self.until:
            condition &= Q(finished__lt=_start_of_day(self.until + timedelta(days=1)))
        return condition


ALL = HistoryFilter()


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match as seen by one of its players. ``outcome`` is won, lost, drawn, voided or aborted."""

    match: Summary
    own: Side
    others: tuple[Side, ...]
    outcome: str
    me: SeatSummary

    @property
    def sides(self) -> tuple[Side, ...]:
        """Return all sides, the player's own first."""
        return (self.own, *self.others)

    @property
    def partners(self) -> tuple[SeatSummary, ...]:
        """Return the other players on the player's side."""
        return tuple(sitter for sitter in self.own.sitters if sitter is not self.me)


def site_history(
    wanted: HistoryFilter = ALL,
    *,
    with_aborted: bool = True,
    size: int | None = None,
    after: str = "",
    before: str = "",
) -> Page[Summary]:
    """Return a page of finished public matches, latest first. Raises BadCursorError."""
    rows = with_seats(matches_of_site(wanted))
    if not with_aborted:
        rows = rows.exclude(status=Status.ABORTED)
    return MATCHES.page(rows, size=size or PAGE, after=after, before=before).map(summarise)


def matches_of_site(wanted: HistoryFilter = ALL) -> QuerySet[Match]:
    """Return the finished public matches that pass the filter."""
    rows = Match.objects.filter(wanted.of_match(), wanted.of_time(), finished__isnull=False, is_private=False)
    second_person = Seat.objects.filter(match=OuterRef("pk"), user__is_bot=False)[1:2]
    return rows.filter(Exists(second_person)) if wanted.between_people else rows


def player_history(
    player: User,
    wanted: HistoryFilter = ALL,
    *,
    reader: User | None,
    size: int | None = None,
    after: str = "",
    before: str = "",
) -> Page[PlayedMatch]:
    """Return a page of the player's finished matches, latest first. Raises BadCursorError."""
    rows = seats_of(player, wanted, reader=reader)
    rows = rows.prefetch_related(Prefetch("match", with_seats(Match.objects.all())))
    return SEATS.page(rows, size=size or PAGE, after=after, before=before).map(_played_match)


def seats_of(player: User, wanted: HistoryFilter = ALL, *, reader: User | None) -> QuerySet[Seat]:
    """Return the player's seats in the finished matches that pass the filter and that ``reader`` may see."""
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
    """Return the seats in which the opponent played on another side, for use as a subquery on a player's seats."""
    return Seat.objects.filter(match=OuterRef("match"), user=opponent).exclude(side=OuterRef("side"))


def _start_of_day(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


def _played_match(seat: Seat) -> PlayedMatch:
    match = summarise(seat.match)
    own, me = next((side, who) for side in match.sides for who in side.sitters if who.seat == seat.number)
    return PlayedMatch(
        match=match,
        own=own,
        others=tuple(side for side in match.sides if side is not own),
        outcome=seat.outcome,
        me=me,
    )
