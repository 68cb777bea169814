"""A player's page: ladder positions, statistics, and results against another player."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db.models import Count, Exists, Q, Sum
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.avatars import Avatar
from accounts.bots import bots_of
from accounts.models import User
from accounts.online import online_among
from games.models import Outcome, RatingChange, Seat
from games.puzzles.selectors import PuzzleStreak, puzzle_streak
from games.ratings.selectors import LadderStanding, standings_of
from games.rules import find_ruleset
from games.selectors.analysis import MeanAccuracy, mean_accuracy
from games.selectors.history import HistoryFilter, PlayedMatch, player_history, seats_against, seats_of
from games.selectors.keyset import KeyOrder, Page
from games.selectors.site_bots import SiteBot, site_bots
from games.selectors.tallies import Tally, nonzero

LATEST = 10
LOOKBACK = 1_000  # matches that streaks are computed from
POINTS = 400  # rating changes in a chart
COUNTING = (Outcome.WON, Outcome.LOST, Outcome.DRAWN)
STATS = {
    "caidas_given": gettext_lazy("Caidas scored"),
    "caidas_taken": gettext_lazy("Caidas conceded"),
    "missas": gettext_lazy("Missas"),
    "true_calls": gettext_lazy("True calls"),
    "silent_calls": gettext_lazy("Hidden rondas"),
    "false_calls": gettext_lazy("Bluffs"),
    "caught": gettext_lazy("Bluffs caught"),
}

CHANGES = KeyOrder("id", "id")


@dataclass(frozen=True, slots=True)
class ResultCounts:
    """The number of matches by outcome. ``neither`` counts matches of two players that a third one won."""

    played: int
    won: int
    lost: int
    drawn: int
    neither: int = 0


@dataclass(frozen=True, slots=True)
class Streaks:
    """Consecutive wins within the last ``LOOKBACK`` matches: the current streak and the longest."""

    current: int
    longest: int


@dataclass(frozen=True, slots=True)
class PlayStats:
    """A player's summed statistics in one ruleset."""

    ruleset: str
    title: str
    matches: int
    caidas_given: int
    caidas_taken: int
    missas: int
    true_calls: int
    silent_calls: int
    false_calls: int
    caught: int


@dataclass(frozen=True, slots=True)
class Profile:
    """The public facts about a player. Private matches are shown only to their players; site bots have few statistics.

    ``operator`` is the name of a bot's operator, empty for everyone else; ``bots`` are the bots that the player
    operates. ``site_bot`` describes one of the site's own.
    """

    name: str
    is_bot: bool
    is_closed: bool
    operator: str
    bots: list[str]
    site_bot: SiteBot | None
    country: str
    since: datetime
    standings: list[LadderStanding]
    latest: Page[PlayedMatch]
    result_counts: ResultCounts | None
    streaks: Streaks | None
    accuracy: MeanAccuracy | None
    puzzle_streak: PuzzleStreak | None
    manners: list[PlayStats]
    charts: list[dict[str, Any]]
    avatar: Avatar
    online: bool

    @property
    def title(self) -> str:
        """Return the title that the player's best rating has earned; empty if none."""
        return max(self.standings, key=_height).ladder_row.title if self.standings else ""

    @property
    def games(self) -> tuple[str, ...]:
        """Return the titles of the games with statistics."""
        return tuple(manner.title for manner in self.manners)

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """Return the statistics that are not all zero, each with a number for each of ``games``."""
        labels = {"matches": gettext_lazy("Matches"), **STATS}
        return nonzero(
            Tally(str(label), tuple(getattr(manner, name) for manner in self.manners)) for name, label in labels.items()
        )


def load_profile(player: User, *, reader: User | None) -> Profile:
    """Return the player's profile as ``reader`` sees it (None: signed out)."""
    person = not player.is_site_bot
    return Profile(
        name=player.username,
        is_bot=player.is_bot,
        is_closed=player.is_closed,
        operator=player.operator.username if player.operator and not player.is_closed else "",
        bots=list(bots_of(player).values_list("username", flat=True)) if not player.is_bot else [],
        site_bot=next((bot for bot in site_bots() if bot.key == player.site_bot), None),
        country=player.country,
        since=player.date_joined,
        standings=standings_of(player),
        latest=player_history(player, reader=reader, size=LATEST),
        result_counts=result_counts_of(player) if person else None,
        streaks=streaks_of(player) if person else None,
        accuracy=mean_accuracy(player) if person else None,
        puzzle_streak=puzzle_streak(player) if person else None,
        manners=play_stats_of(player) if person else [],
        charts=rating_charts(player),
        avatar=player.avatar,
        online=reader != player and bool(online_among([player.pk])),
    )


def _height(standing: LadderStanding) -> tuple[bool, int]:
    return standing.ladder_row.ranked, standing.ladder_row.value


def result_counts_of(player: User) -> ResultCounts:
    """Return the number of the player's matches that count, by outcome."""
    seats = Seat.objects.filter(user=player, finished__isnull=False)
    return ResultCounts(
        **seats.aggregate(
            won=Count("pk", filter=Q(outcome=Outcome.WON)),
            lost=Count("pk", filter=Q(outcome=Outcome.LOST)),
            drawn=Count("pk", filter=Q(outcome=Outcome.DRAWN)),
            played=Count("pk", filter=Q(outcome__in=COUNTING)),
        )
    )


def streaks_of(player: User) -> Streaks:
    """Return the player's winning streaks."""
    seats = Seat.objects.filter(user=player, finished__isnull=False).order_by("-finished", "-match")
    latest = [outcome for outcome in seats.values_list("outcome", flat=True)[:LOOKBACK] if outcome in COUNTING]
    return find_streaks(latest)


def find_streaks(outcomes: Iterable[str]) -> Streaks:
    """Return the winning streaks in outcomes that are ordered latest first."""
    runs = [(won, len(list(run))) for won, run in groupby(outcomes, lambda outcome: outcome == Outcome.WON)]
    current = runs[0][1] if runs and runs[0][0] else 0
    return Streaks(current, max((length for won, length in runs if won), default=0))


def play_stats_of(player: User) -> list[PlayStats]:
    """Return the player's statistics by ruleset, most played first, without voided matches."""
    seats = Seat.objects.filter(user=player, finished__isnull=False, seat_stats__isnull=False)
    sums = {name: Sum(f"seat_stats__{name}") for name in STATS}
    rows = seats.filter(outcome__in=COUNTING).values("match__ruleset").annotate(matches=Count("pk"), **sums)
    found: list[dict[str, Any]] = [{**row} for row in rows.order_by("-matches", "match__ruleset")]
    return [
        PlayStats(ruleset=(name := row.pop("match__ruleset")), title=_(find_ruleset(name).title), **row)
        for row in found
        if any(row[name] for name in STATS)
    ]


def rating_changes(player: User, *, size: int, after: str = "") -> Page[RatingChange]:
    """Return a page of the player's rating changes, latest first. Raises BadCursorError."""
    rows = RatingChange.objects.filter(user=player).select_related("rating", "match")
    return CHANGES.page(rows, size=size, after=after)


def rating_charts(player: User) -> list[dict[str, Any]]:
    """Return the recent course of each rating: the times of changes (in seconds since the epoch) and the values."""
    changes = RatingChange.objects.filter(user=player).select_related("rating").order_by("-pk")[:POINTS]
    lines: dict[int, list[RatingChange]] = {}
    for change in reversed(changes):
        lines.setdefault(change.rating_id, []).append(change)
    return [_chart(line) for line in sorted(lines.values(), key=len, reverse=True) if len(line) > 1]


def _chart(line: list[RatingChange]) -> dict[str, Any]:
    rating, values = line[0].rating, [change.after for change in line]
    numbers = {"first": values[0], "last": values[-1], "low": min(values), "high": max(values)}
    return {
        "title": _(find_ruleset(rating.ruleset).title),
        "size": rating.size_class,
        "words": _("From %(first)s to %(last)s; lowest %(low)s, highest %(high)s.") % numbers,
        "times": [int(change.created.timestamp()) for change in line],
        "values": values,
    }


def head_to_head(player: User, opponent: User, *, reader: User | None) -> ResultCounts:
    """Return the player's results against the opponent in matches that count and that ``reader`` may see."""
    against = seats_against(opponent)
    seats = seats_of(player, HistoryFilter(opponent=opponent), reader=reader).filter(outcome__in=COUNTING)
    found = seats.annotate(beaten=Exists(against.filter(outcome=Outcome.WON))).aggregate(
        played=Count("pk"),
        won=Count("pk", filter=Q(outcome=Outcome.WON)),
        lost=Count("pk", filter=Q(beaten=True)),
        drawn=Count("pk", filter=Q(outcome=Outcome.DRAWN)),
    )
    return ResultCounts(**found, neither=found["played"] - found["won"] - found["lost"] - found["drawn"])
