"""What the lobby shows: one's own tables, tables with a free seat, tables to watch. Private tables are not listed."""

from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Block, Kind, User
from games.models import Match, Seat, Status
from games.selectors.summary import Summary, summarise, with_seats

LIMIT = 40


@dataclass(frozen=True, slots=True)
class Lobby:
    """What everybody is shown. Newest tables first."""

    open: list[Summary]
    running: list[Summary]

    def without(self, name: str) -> "Lobby":
        """The lobby for somebody who finds their own tables elsewhere on the page."""
        return self._only(lambda table: name not in table.people)

    def without_hosts(self, names: Collection[str]) -> "Lobby":
        """The lobby for somebody who does not play with these."""
        return self._only(lambda table: table.host not in names) if names else self

    @property
    def hosts(self) -> set[str]:
        """Who opened the tables."""
        return {table.host for table in (*self.open, *self.running)}

    def _only(self, wanted: Callable[[Summary], bool]) -> "Lobby":
        return Lobby(list(filter(wanted, self.open)), list(filter(wanted, self.running)))


def hosts_apart(hosts: Collection[str], readers: Collection[int]) -> dict[int, frozenset[str]]:
    """Which of these hosts, by name, each of the readers blocked or is blocked by: nobody of them sits there."""
    if not hosts or not readers:
        return {}
    blocks = Block.objects.filter(kind=Kind.BLOCK)
    by_them = blocks.filter(by__username__in=hosts).values_list("whom", "by__username")
    of_them = blocks.filter(whom__username__in=hosts).values_list("by", "whom__username")
    found: dict[int, set[str]] = defaultdict(set)
    for reader, host in (*by_them, *of_them):  # two queries, each by an index, which one with OR has none for
        if reader in readers:
            found[reader].add(host)
    return {reader: frozenset(names) for reader, names in found.items()}


def read_lobby() -> Lobby:
    """The public tables: with a free seat for anybody, and those where a match goes on that anybody may watch."""
    return Lobby(open=_read(_open()), running=_read(_running()))


def tables_for_bots() -> list[Summary]:
    """The public tables where a bot may sit down that nobody has invited."""
    return _read(_open().filter(Q(welcomes_bots=True) | Q(created_by__is_bot=True), rated=False))


def lobby_mark() -> list[tuple[str, int]]:
    """What differs whenever the lobby does, and costs little: which tables, and the versions of those still open."""
    running = [(code, -1) for code in _running().values_list("code", flat=True)[:LIMIT]]
    return [*_open().values_list("code", "version")[:LIMIT], *running]


def own_tables(user: User) -> list[Summary]:
    """The tables at which the user sits now, private ones too, newest first."""
    seats = user.seats.filter(finished=None, match__status__in=(Status.OPEN, Status.RUNNING))
    return _read(Match.objects.filter(pk__in=seats.values("match")).order_by("-created"))


def _open() -> QuerySet[Match]:
    free = Seat.objects.filter(match=OuterRef("pk"), user=None)
    return _public(Status.OPEN).filter(Exists(free))


def _running() -> QuerySet[Match]:
    return _public(Status.RUNNING).filter(has_spectators=True)


def _public(status: Status) -> QuerySet[Match]:
    return Match.objects.filter(status=status, is_private=False).order_by("-created")


def _read(tables: QuerySet[Match]) -> list[Summary]:
    unused = ("banks", "abort_offers", "rematch_offers")  # what is kept as JSON takes longest to read
    return [summarise(match) for match in with_seats(tables.defer(*unused))[:LIMIT]]
