"""Activity on the site, for the home page: who is online, a match to look at, and the best players of the month."""

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
RECENT = 5  # ended matches among which one is chosen


@dataclass(frozen=True, slots=True)
class BestPlayers:
    """The top of a ladder. ``scope`` is that of this month, or of all time if the month has none."""

    ladder: Ladder
    rows: Sequence[LadderRow]

    @property
    def is_month(self) -> bool:
        """Return whether these are the best of this month."""
        return self.ladder.scope == MONTH


@dataclass(frozen=True, slots=True)
class SiteLife:
    """Activity on the site: people online, running matches, a featured match, and the best players."""

    online: int
    running: int
    featured: SmallBoard | None
    best: BestPlayers


def read_site_life(running: Sequence[Summary], ruleset: str) -> SiteLife:
    """Return the activity on the site.

    ``running`` are the live matches that the reader may see; the ladder is of ``ruleset``.
    """
    return SiteLife(
        online=count_online(),
        running=Match.objects.filter(status=Status.RUNNING).exclude(is_abandoned()).count(),
        featured=_featured(running),
        best=_best_players(ruleset),
    )


def _featured(running: Sequence[Summary]) -> SmallBoard | None:
    """Return the live match that is best to watch, or else a match that has just ended, if there is one."""
    for match in sorted(running, key=_appeal, reverse=True):
        found = small_board(match)
        if found is not None:
            return found
    recent = [match for match in site_history(size=RECENT).rows if match.counts]
    return small_board(max(recent, key=_appeal)) if recent else None


def _appeal(match: Summary) -> tuple[bool, int]:
    """Return how interesting a match is: rated ones most, then those with few bots. Of equal ones the latest wins."""
    bots = sum(sitter.is_bot for side in match.sides for sitter in side.sitters)
    return match.rated, -bots


def _best_players(ruleset: str) -> BestPlayers:
    size = size_classes(ruleset)[0]
    month, ever = Ladder(ruleset, size, MONTH), Ladder(ruleset, size, ALL)
    rows = ladder_page(month, size=BEST).rows
    return BestPlayers(month, rows) if rows else BestPlayers(ever, ladder_page(ever, size=BEST).rows)
