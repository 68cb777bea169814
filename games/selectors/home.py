"""Activity on the site, for the home page: people online, matches, and the month's best players."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone

from accounts.online import count_online
from games.ratings.selectors import ALL, MONTH, Ladder, LadderRow, ladder_page, size_classes
from games.selectors.history import site_history
from games.selectors.lobby import matches_to_watch
from games.selectors.small_board import SmallBoard, small_board
from games.selectors.summary import Summary

BEST = 8
LIVE_WITHIN = timedelta(minutes=2)  # a match is shown as live for this long after a move
RECENT = 6  # number of finished matches to show, one of them as a small board


@dataclass(frozen=True, slots=True)
class BestPlayers:
    """The top of this month's ladder, or of the all-time ladder if nobody is on this month's."""

    ladder: Ladder
    rows: Sequence[LadderRow]

    @property
    def is_month(self) -> bool:
        """Return whether these are this month's best players."""
        return self.ladder.scope == MONTH


@dataclass(frozen=True, slots=True)
class SiteLife:
    """Activity on the site, with a featured match and the best players.

    ``online`` is the number of people online, and ``running`` the number of matches to watch. If no live match can
    be featured, ``latest`` contains the latest finished matches except the featured one.
    """

    online: int
    running: int
    featured: SmallBoard | None
    latest: Sequence[Summary]
    best: BestPlayers

    @property
    def featured_live(self) -> str:
        """Return the code of the featured match if it is live, or an empty string. Lists leave this match out."""
        return self.featured.match.code if self.featured and self.featured.is_live else ""


def read_site_life(running: Sequence[Summary], ruleset: str) -> SiteLife:
    """Return the activity on the site.

    ``running`` contains the live matches that the reader may see. The ladder is for ``ruleset``.
    """
    featured, latest = _live(running), []
    if featured is None:
        latest = [match for match in site_history(size=RECENT, with_aborted=False).rows if match.counts]
        featured = small_board(max(latest, key=_appeal)) if latest else None
    return SiteLife(
        online=count_online(),
        running=matches_to_watch().count(),
        featured=featured,
        latest=[match for match in latest if featured is None or match.code != featured.match.code],
        best=_best_players(ruleset),
    )


def _live(running: Sequence[Summary]) -> SmallBoard | None:
    """Return a board for the most interesting match that people are playing right now.

    Return None if there is none, or if its table is empty, as before the first deal.
    """
    since = timezone.now() - LIVE_WITHIN
    moved = [match for match in running if match.turn_began and match.turn_began > since]
    board = small_board(max(moved, key=_appeal)) if moved else None
    return board if board is not None and board.cards else None


def _appeal(match: Summary) -> tuple[bool, int]:
    """Return a sort key that is greater for more interesting matches.

    Rated matches are the most interesting, then those with few bots. Among equals, the latest match is chosen.
    """
    bots = sum(sitter.is_bot for side in match.sides for sitter in side.sitters)
    return match.rated, -bots


def _best_players(ruleset: str) -> BestPlayers:
    size = size_classes(ruleset)[0]
    month, ever = Ladder(ruleset, size, MONTH), Ladder(ruleset, size, ALL)
    rows = ladder_page(month, size=BEST).rows
    return BestPlayers(month, rows) if rows else BestPlayers(ever, ladder_page(ever, size=BEST).rows)
