"""What the lobby shows: one's own tables, tables with a free seat, tables to watch. Private tables are not listed."""

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from games.models import Match, Seat, Status
from games.selectors.summary import Summary, summarise, with_seats

LIMIT = 20


def own_tables(user: User) -> list[Summary]:
    """The tables at which the user sits now, private ones too, newest first."""
    seats = user.seats.filter(finished=None, match__status__in=(Status.OPEN, Status.RUNNING))
    return _read(Match.objects.filter(pk__in=seats.values("match")).order_by("-created"))


def open_tables(user: User | None) -> list[Summary]:
    """Public tables with a free seat at which the user does not sit, newest first."""
    return _read(_public(Status.OPEN, user))


def running_tables(user: User | None) -> list[Summary]:
    """Public tables where a match is going on that the user could watch, newest first."""
    return _read(_public(Status.RUNNING, user).filter(has_spectators=True, invited_only=False))


def _public(status: Status, user: User | None) -> QuerySet[Match]:
    """Public tables at which the user does not sit. ``finished`` is asked for because the index has it."""
    tables = Match.objects.filter(status=status, is_private=False).order_by("-created")
    own = Seat.objects.filter(match=OuterRef("pk"), user=user, finished=None)
    return tables.filter(~Exists(own)) if user else tables


def _read(tables: QuerySet[Match]) -> list[Summary]:
    return [summarise(match) for match in with_seats(tables)[:LIMIT]]
