"""A player's page: ladder positions, latest matches and statistics."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy

from accounts.avatars import Avatar
from accounts.bots import bots_of
from accounts.models import User
from accounts.online import online_among
from games.puzzles.selectors import PuzzleRecord, puzzle_record
from games.ratings.selectors import LadderStanding, standings_of
from games.selectors.accuracy import MeanAccuracy, mean_accuracy
from games.selectors.history import PlayedMatch, player_history
from games.selectors.keyset import Page
from games.selectors.player_stats import (
    STATS,
    PlayStats,
    ResultCounts,
    Streaks,
    play_stats_of,
    result_counts_of,
    streaks_of,
)
from games.selectors.rating_history import rating_charts
from games.selectors.site_bots import SiteBot, site_bots
from games.selectors.tallies import Tally, nonzero

LATEST = 10


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's public profile. It shows private matches only to their players. Site bots lack most statistics.

    ``operator`` is the name of a bot's operator, and empty for everyone else. ``bots`` contains the bots that the
    player operates. ``site_bot`` describes the bot if the player is one of the site's own.
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
    puzzle_record: PuzzleRecord | None
    manners: list[PlayStats]
    charts: list[dict[str, Any]]
    avatar: Avatar
    online: bool

    @property
    def title(self) -> str:
        """Return the title that the player's best rating has earned, or an empty string if it has earned none."""
        return max(self.standings, key=_height).ladder_row.title if self.standings else ""

    @property
    def games(self) -> tuple[str, ...]:
        """Return the titles of the games that have statistics."""
        return tuple(manner.title for manner in self.manners)

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """Return a row for each statistic, with a number for each of ``games``. Rows with only zeros are left out."""
        labels = {"matches": gettext_lazy("Matches"), **STATS}
        return nonzero(
            Tally(str(label), tuple(getattr(manner, name) for manner in self.manners)) for name, label in labels.items()
        )


def load_profile(player: User, *, reader: User | None) -> Profile:
    """Return the player's profile as ``reader`` sees it. ``reader`` is None for a visitor who is signed out."""
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
        puzzle_record=puzzle_record(player) if person else None,
        manners=play_stats_of(player) if person else [],
        charts=rating_charts(player),
        avatar=player.avatar,
        online=reader != player and bool(online_among([player.pk])),
    )


def _height(standing: LadderStanding) -> tuple[bool, int]:
    return standing.ladder_row.ranked, standing.ladder_row.value
