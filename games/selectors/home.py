"""The life of the site on the home page: who is online, a match to look at, and the best players of the month."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from accounts.online import count_online
from games.models import Match, Status
from games.ratings.selectors import ALL, MONTH, Ladder, LadderRow, ladder_page, size_classes
from games.rules import find_ruleset
from games.selectors.card_names import card_name, pack_name
from games.selectors.history import site_history
from games.selectors.match_snapshot import snapshot_at
from games.selectors.replay import load_ended
from games.selectors.summary import Side, Summary
from games.selectors.table import public_view
from games.state.errors import NotFound

BEST = 5
RECENT = 5  # ended matches among which one is chosen
SNAPSHOTS = 16


@dataclass(frozen=True, slots=True)
class FeaturedMatch:
    """A live or ended match with the cards on its table, each as code and name, and the score of each side."""

    match: Summary
    is_live: bool
    pack: str
    cards: tuple[tuple[str, str], ...]
    sides: tuple[tuple[Side, int], ...]


@dataclass(frozen=True, slots=True)
class BestPlayers:
    """The top of a ladder. ``scope`` is that of this month, or of all time if nobody was ranked this month."""

    ladder: Ladder
    rows: list[LadderRow]

    @property
    def is_month(self) -> bool:
        """Return whether these are the best of this month."""
        return self.ladder.scope == MONTH


@dataclass(frozen=True, slots=True)
class SiteLife:
    """What goes on: the number of people online and of running matches, a featured match, and the best players."""

    online: int
    running: int
    featured: FeaturedMatch | None
    best: BestPlayers


def read_site_life(running: Sequence[Summary], ruleset: str) -> SiteLife:
    """Return what goes on. ``running`` are the live matches that the reader may see; the ladder is of ``ruleset``."""
    return SiteLife(
        online=count_online(),
        running=Match.objects.filter(status=Status.RUNNING).count(),
        featured=_featured(running),
        best=_best_players(ruleset),
    )


def _featured(running: Sequence[Summary]) -> FeaturedMatch | None:
    """Return the live match that is best to watch, or else a match that has just ended, if there is one."""
    for match in sorted(running, key=_appeal, reverse=True):
        found = _live(match)
        if found is not None:
            return found
    recent = [match for match in site_history(size=RECENT).rows if match.counts]
    return _ended(max(recent, key=_appeal)) if recent else None


def _appeal(match: Summary) -> tuple[bool, int]:
    """Return how interesting a match is: rated ones most, then those with few bots. Of equal ones the latest wins."""
    bots = sum(sitter.is_bot for side in match.sides for sitter in side.sitters)
    return match.rated, -bots


def _live(match: Summary) -> FeaturedMatch | None:
    """Return a running match as the public sees it now; None if it has not been dealt yet, or is gone."""
    try:
        view = public_view(match.code)
    except NotFound:
        return None
    if view is None or len(view["scores"]) != len(match.sides):
        return None
    return _feature(match, True, view["table"], view["scores"])


def _ended(match: Summary) -> FeaturedMatch:
    table, scores = _last_table(match.code)
    return _feature(match, False, table, scores)


@lru_cache(SNAPSHOTS)
def _last_table(code: str) -> tuple[Sequence[str], Sequence[int]]:
    """Return the last full table of an ended match, and its final scores. They never change."""
    snapshot = snapshot_at(load_ended(code), move=None, seat=None)
    return snapshot.table, snapshot.scores


def _feature(match: Summary, is_live: bool, table: Sequence[str], scores: Sequence[int]) -> FeaturedMatch:
    pack = pack_name(find_ruleset(match.ruleset))
    cards = tuple((card, card_name(card, pack)) for card in table)
    return FeaturedMatch(match, is_live, pack, cards, tuple(zip(match.sides, scores, strict=True)))


def _best_players(ruleset: str) -> BestPlayers:
    size = size_classes(ruleset)[0]
    month, ever = Ladder(ruleset, size, MONTH), Ladder(ruleset, size, ALL)
    rows = ladder_page(month, size=BEST).rows
    return BestPlayers(month, rows) if rows else BestPlayers(ever, ladder_page(ever, size=BEST).rows)
