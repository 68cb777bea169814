"""Activity on the site, for the home page: people online, a match to look at, and the month's best players."""

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.online import count_online
from games.models import Match, Status
from games.ratings.selectors import ALL, MONTH, Ladder, LadderRow, ladder_page, size_classes
from games.selectors.history import site_history
from games.selectors.seats import is_abandoned
from games.selectors.small_board import SmallBoard, small_board
from games.selectors.summary import Summary

BEST = 5
RECENT = 5  # number of ended matches to choose from


@dataclass(frozen=True, slots=True)
class BestPlayers:
    """The top of a ladder.

    The ladder is this month's, or the all-time ladder if nobody is on this month's.
    """

    ladder: Ladder
    rows: Sequence[LadderRow]

    @property
    def is_month(self) -> bool:
        """Return whether these are this month's best players."""
        return self.ladder.scope == MONTH


@dataclass(frozen=True, slots=True)
class SiteLife:
    """Activity on the site: people online, running matches, a featured match, and the best players."""

    online: int
    running: int
    featured: SmallBoard | None
    best: BestPlayers

    @property
    def featured_live(self) -> str:
        """Return the code of the featured match if it is being played, or an empty string. No list repeats it."""
        return self.featured.match.code if self.featured and self.featured.is_live else ""


def read_site_life(running: Sequence[Summary], ruleset: str) -> SiteLife:
    """Return the activity on the site.

    ``running`` contains the live matches that the reader may see. The ladder is for ``ruleset``.
    """
    return SiteLife(
        online=count_online(),
        running=Match.objects.filter(status=Status.RUNNING).exclude(is_abandoned()).count(),
        featured=_featured(running),
        best=_best_players(ruleset),
    )


def _featured(running: Sequence[Summary]) -> SmallBoard | None:
    """Return the most interesting live match. If there is none, return a match that has just ended, or None."""
    for match in sorted(running, key=_appeal, reverse=True):
        found = small_board(match)
        if found is not None:
            return found
    recent = [match for match in site_history(size=RECENT).rows if match.counts]
    return small_board(max(recent, key=_appeal)) if recent else None


def _appeal(match: Summary) -> tuple[bool, int]:
    """Return how interesting a match is.

    Rated matches are the most interesting, then those with few bots. Among equals, the latest match wins.
    """
    bots = sum(sitter.is_bot for side in match.sides for sitter in side.sitters)
    return match.rated, -bots


def _best_players(ruleset: str) -> BestPlayers:
    size = size_classes(ruleset)[0]
    month, ever = Ladder(ruleset, size, MONTH), Ladder(ruleset, size, ALL)
    rows = ladder_page(month, size=BEST).rows
    return BestPlayers(month, rows) if rows else BestPlayers(ever, ladder_page(ever, size=BEST).rows)
