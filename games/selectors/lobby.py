"""The lobby: seeks, the user's own tables, tables with a free seat, and tables to watch.

Private tables are not listed.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, When
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Block, Kind, User
from games.models import Clock, Match, Seat, Seek, Status
from games.models.lobby import is_seeking
from games.ratings.current import RatingKey, ShownRating, current_ratings, rating_key
from games.rules import find_ruleset
from games.rules.game import size_class
from games.selectors.seats import aborted_by_another, matches_being_played, unfinished_against_bots
from games.selectors.sides import PlayerSummary, player_summary
from games.selectors.summary import Summary, summarise, with_seats

LIMIT = 40


@dataclass(frozen=True, slots=True)
class SeekSummary:
    """A player's seek, as the lobby lists it. ``clock`` is one of ``LIVE_CLOCKS``, and ``clock_label`` describes it."""

    player: PlayerSummary
    ruleset: str
    title: str
    clock: str
    clock_label: str
    rated: bool
    rating: ShownRating | None


@dataclass(frozen=True, slots=True)
class Lobby:
    """The tables that everyone can see, newest first, and players' seeks, oldest first."""

    open: list[Summary]
    running: list[Summary]
    seeks: list[SeekSummary] = field(default_factory=list)

    def without(self, name: str) -> "Lobby":
        """Return the lobby without this player's tables and seek, which their page shows elsewhere."""
        return self._filtered(lambda table: name not in table.people)._without_seeks_of({name})

    def without_match(self, code: str) -> "Lobby":
        """Return the lobby without this match, which the page shows elsewhere."""
        return self._filtered(lambda table: table.code != code)

    def without_hosts(self, names: Collection[str]) -> "Lobby":
        """Return the lobby without these players' tables and seeks."""
        return self._filtered(lambda table: table.host not in names)._without_seeks_of(names) if names else self

    @property
    def hosts(self) -> set[str]:
        """Return the names of the hosts of all tables and of the players who are seeking an opponent."""
        return {table.host for table in (*self.open, *self.running)} | {seek.player.name for seek in self.seeks}

    def _filtered(self, wanted: Callable[[Summary], bool]) -> "Lobby":
        return replace(self, open=list(filter(wanted, self.open)), running=list(filter(wanted, self.running)))

    def _without_seeks_of(self, names: Collection[str]) -> "Lobby":
        return replace(self, seeks=[seek for seek in self.seeks if seek.player.name not in names])


def hosts_apart(hosts: Collection[str], readers: Collection[int]) -> dict[int, frozenset[str]]:
    """Return the names of the hosts whom a reader has blocked or who have blocked the reader, keyed by reader."""
    if not hosts or not readers:
        return {}
    blocks = Block.objects.filter(kind=Kind.BLOCK)
    by_them = blocks.filter(by__username__in=hosts).values_list("whom", "by__username")
    of_them = blocks.filter(whom__username__in=hosts).values_list("by", "whom__username")
    found: dict[int, set[str]] = defaultdict(set)
    for reader, host in (*by_them, *of_them):  # two queries that each use an index; a single query with OR would not
        if reader in readers:
            found[reader].add(host)
    return {reader: frozenset(names) for reader, names in found.items()}


def read_lobby() -> Lobby:
    """Return people's seeks, open public tables with a free seat, and public matches to watch that are being played."""
    seeks = list(_seeks().select_related("user")[:LIMIT])
    ratings = current_ratings([seek.user_id for seek in seeks], {seek.ruleset for seek in seeks})
    summaries = [_seek_summary(seek, ratings) for seek in seeks]
    return Lobby(open=_summaries(_open()), running=_summaries(matches_to_watch()), seeks=summaries)


def tables_for_bots() -> list[Summary]:
    """Return the public tables that bots may join without an invitation."""
    return _summaries(_open().filter(Q(welcomes_bots=True) | Q(created_by__is_bot=True), rated=False))


def lobby_mark() -> list[tuple[str, int]]:
    """Return a cheap fingerprint of the lobby, made from its seeks, its tables and the versions of the open tables."""
    running = [(code, -1) for code in matches_to_watch().values_list("code", flat=True)[:LIMIT]]
    sought = _seeks().values_list("user", "ruleset", "clock", "rated")[:LIMIT]
    seeks = [(" ".join([str(user), *terms]), int(rated)) for user, *terms, rated in sought]
    return [*_open().values_list("code", "version")[:LIMIT], *running, *seeks]


def own_tables(user: User) -> list[Summary]:
    """Return the tables at which the user has a seat now, including private ones, newest first."""
    seats = user.seats.filter(finished=None, match__status__in=(Status.OPEN, Status.RUNNING))
    return _summaries(Match.objects.filter(pk__in=seats.values("match")).order_by("-created"))


def unfinished_bot_matches(user: User) -> dict[str, Match]:
    """Return two matches that the user has not finished against the site's bots alone, if there are any.

    ``unfinished`` is the newest, and ``aborted`` is the one that the user's next match against bots would abort.
    """
    unfinished = list(unfinished_against_bots(user.pk))
    found = {"unfinished": unfinished, "aborted": aborted_by_another(unfinished)}
    return {name: matches[0] for name, matches in found.items() if matches}


def _seeks() -> QuerySet[Seek]:
    people = Seek.objects.filter(user__is_bot=False, user__is_active=True)
    return people.filter(is_seeking(timezone.now())).order_by("since")


def _seek_summary(seek: Seek, ratings: Mapping[RatingKey, ShownRating]) -> SeekSummary:
    ruleset = find_ruleset(seek.ruleset)
    return SeekSummary(
        player=player_summary(seek.user),
        ruleset=seek.ruleset,
        title=_(ruleset.title),
        clock=seek.clock,
        clock_label=Clock.parse(seek.clock).label,
        rated=seek.rated,
        rating=ratings.get(rating_key(seek.user_id, seek.ruleset, size_class(ruleset({})))),
    )


def _open() -> QuerySet[Match]:
    free = Seat.objects.filter(match=OuterRef("pk"), user=None)
    return Match.objects.filter(Exists(free), status=Status.OPEN, is_private=False).order_by("-created")


def matches_to_watch() -> QuerySet[Match]:
    """Return the matches that everyone can watch: rated ones first, then those with a clock, each newest first.

    Most matches without a clock are played by guests against bots.
    """
    shown = matches_being_played().filter(is_private=False, has_spectators=True)
    return shown.order_by("-rated", Case(When(clock="", then=1), default=0), "-created")


def _summaries(tables: QuerySet[Match]) -> list[Summary]:
    unused = ("banks", "abort_offers", "rematch_offers")  # JSON columns are the slowest to read
    matches = list(with_seats(tables.defer(*unused))[:LIMIT])
    users = {seat.user_id for match in matches for seat in match.seats.all() if seat.user_id is not None}
    ratings = current_ratings(users, {match.ruleset for match in matches})
    return [summarise(match, ratings) for match in matches]
