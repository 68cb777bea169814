"""A player's statistics: wins, winning streaks, results against another player, and style of play."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Count, Exists, Q, Sum
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.models import Outcome, Seat
from games.rules import find_ruleset
from games.selectors.accuracy import COUNTING
from games.selectors.history import HistoryFilter, seats_against, seats_of

LOOKBACK = 1_000  # number of matches from which streaks are computed
STATS = {
    "caidas_given": gettext_lazy("Caidas scored"),
    "caidas_taken": gettext_lazy("Caidas conceded"),
    "missas": gettext_lazy("Missas"),
    "true_calls": gettext_lazy("True calls"),
    "silent_calls": gettext_lazy("Hidden rondas"),
    "false_calls": gettext_lazy("Bluffs"),
    "caught": gettext_lazy("Bluffs caught"),
}


@dataclass(frozen=True, slots=True)
class ResultCounts:
    """The number of matches by outcome. ``neither`` counts matches that both players lost to a third player."""

    played: int
    won: int
    lost: int
    drawn: int
    neither: int = 0


@dataclass(frozen=True, slots=True)
class Streaks:
    """The current and the longest run of consecutive wins within the last ``LOOKBACK`` matches."""

    current: int
    longest: int


@dataclass(frozen=True, slots=True)
class PlayStats:
    """A player's total statistics in one ruleset."""

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


def result_counts_of(player: User) -> ResultCounts:
    """Return the number of the player's matches by outcome. Only matches that count are included."""
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
    """Return the winning streaks in a list of outcomes that starts with the latest."""
    runs = [(won, len(list(run))) for won, run in groupby(outcomes, lambda outcome: outcome == Outcome.WON)]
    current = runs[0][1] if runs and runs[0][0] else 0
    return Streaks(current, max((length for won, length in runs if won), default=0))


def play_stats_of(player: User) -> list[PlayStats]:
    """Return the player's statistics by ruleset, most played first. Voided matches are left out."""
    seats = Seat.objects.filter(user=player, finished__isnull=False, seat_stats__isnull=False)
    sums = {name: Sum(f"seat_stats__{name}") for name in STATS}
    rows = seats.filter(outcome__in=COUNTING).values("match__ruleset").annotate(matches=Count("pk"), **sums)
    found: list[dict[str, Any]] = [{**row} for row in rows.order_by("-matches", "match__ruleset")]
    return [
        PlayStats(ruleset=(name := row.pop("match__ruleset")), title=_(find_ruleset(name).title), **row)
        for row in found
        if any(row[name] for name in STATS)
    ]


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
