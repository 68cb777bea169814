"""The lobby: the user's own tables, tables with a free seat, and tables to watch. Private tables are not listed."""

from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Block, Kind, User
from games.models import Match, Seat, Status
from games.selectors.seats import has_other_people, is_abandoned
from games.selectors.summary import Summary, summarise, with_seats

LIMIT = 40


@dataclass(frozen=True, slots=True)
class Lobby:
    """The tables that everyone sees, newest first."""

    open: list[Summary]
    running: list[Summary]

    def without(self, name: str) -> "Lobby":
        """Return the lobby without this player's tables, which their page shows elsewhere."""
        return self._filtered(lambda table: name not in table.people)

    def without_match(self, code: str) -> "Lobby":
        """Return the lobby without this match, which the page shows elsewhere."""
        return self._filtered(lambda table: table.code != code)

    def without_hosts(self, names: Collection[str]) -> "Lobby":
        """Return the lobby without these hosts' tables."""
        return self._filtered(lambda table: table.host not in names) if names else self

    @property
    def hosts(self) -> set[str]:
        """Return the names of the hosts of all tables."""
        return {table.host for table in (*self.open, *self.running)}

    def _filtered(self, wanted: Callable[[Summary], bool]) -> "Lobby":
        return Lobby(list(filter(wanted, self.open)), list(filter(wanted, self.running)))


def hosts_apart(hosts: Collection[str], readers: Collection[int]) -> dict[int, frozenset[str]]:
    """Return, for each reader, the names of the hosts whom they have blocked or who have blocked them."""
    if not hosts or not readers:
        return {}
    blocks = Block.objects.filter(kind=Kind.BLOCK)
    by_them = blocks.filter(by__username__in=hosts).values_list("whom", "by__username")
    of_them = blocks.filter(whom__username__in=hosts).values_list("by", "whom__username")
    found: dict[int, set[str]] = defaultdict(set)
    for reader, host in (*by_them, *of_them):  # two queries that each use an index; a single one with OR would not
        if reader in readers:
            found[reader].add(host)
    return {reader: frozenset(names) for reader, names in found.items()}


def read_lobby() -> Lobby:
    """Return the public tables: open ones with a free seat, and running ones that allow spectators."""
    return Lobby(open=_summaries(_open()), running=_summaries(_running()))


def tables_for_bots() -> list[Summary]:
    """Return the public tables that bots may join without an invitation."""
    return _summaries(_open().filter(Q(welcomes_bots=True) | Q(created_by__is_bot=True), rated=False))


def lobby_mark() -> list[tuple[str, int]]:
    """Return a cheap fingerprint of the lobby, made from its tables and the versions of the open ones."""
    running = [(code, -1) for code in _running().values_list("code", flat=True)[:LIMIT]]
    return [*_open().values_list("code", "version")[:LIMIT], *running]


def own_tables(user: User) -> list[Summary]:
    """Return the tables at which the user has a seat now, including private ones, newest first."""
    seats = user.seats.filter(finished=None, match__status__in=(Status.OPEN, Status.RUNNING))
    return _summaries(Match.objects.filter(pk__in=seats.values("match")).order_by("-created"))


def unfinished_bot_match(user: User) -> str | None:
    """Return the code of the user's newest running match without a clock against only bots, or None."""
    running = user.seats.filter(left=False, finished=None, match__status=Status.RUNNING, match__clock="")
    seats = running.exclude(has_other_people())
    return seats.order_by("-match__created").values_list("match__code", flat=True).first()


def _open() -> QuerySet[Match]:
    free = Seat.objects.filter(match=OuterRef("pk"), user=None)
    return _public(Status.OPEN).filter(Exists(free))


def _running() -> QuerySet[Match]:
    return _public(Status.RUNNING).exclude(is_abandoned()).filter(has_spectators=True)


def _public(status: Status) -> QuerySet[Match]:
    return Match.objects.filter(status=status, is_private=False).order_by("-created")


def _summaries(tables: QuerySet[Match]) -> list[Summary]:
    unused = ("banks", "abort_offers", "rematch_offers")  # JSON columns are the slowest to read
    return [summarise(match) for match in with_seats(tables.defer(*unused))[:LIMIT]]
