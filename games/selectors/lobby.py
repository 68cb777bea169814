"""What the lobby shows: one's own tables, tables with a free seat, tables to watch. Private tables are not listed."""

from django.db.models import QuerySet

from accounts.models import User
from games.models import Match, Status
from games.selectors.summary import Summary, summarise, with_seats

LIMIT = 20


def own_tables(user: User) -> list[Summary]:
    """The tables at which the user sits now, private ones too, newest first."""
    seats = user.seats.filter(finished=None, match__status__in=(Status.OPEN, Status.RUNNING))
    return _read(Match.objects.filter(pk__in=seats.values("match")).order_by("-created"))


def open_tables(user: User | None) -> list[Summary]:
    """Public tables with a free seat at which the user does not sit, newest first."""
    tables = _public(Status.OPEN)
    if user:
        tables = tables.exclude(seats__user=user)
    return _read(tables)


def running_tables(user: User | None) -> list[Summary]:
    """Public tables where a match is going on that the user could watch, newest first."""
    tables = _public(Status.RUNNING)
    if user:
        tables = tables.exclude(seats__user=user)
    return _read(tables)


def _public(status: Status) -> QuerySet[Match]:
    return Match.objects.filter(status=status, is_private=False).order_by("-created")


def _read(tables: QuerySet[Match]) -> list[Summary]:
    return [summarise(match) for match in with_seats(tables)[:LIMIT]]
