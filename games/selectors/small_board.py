"""A small board that shows a live or finished match: the cards on the table, and the score of each side."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.rules import find_ruleset
from games.selectors.card_names import NamedCard, named_cards, pack_name
from games.selectors.match_snapshot import snapshot_at
from games.selectors.replay import load_ended
from games.selectors.sides import Side
from games.selectors.summary import Summary
from games.selectors.table import public_view
from games.state.errors import NotFound

SNAPSHOTS = 16


@dataclass(frozen=True, slots=True)
class SmallBoard:
    """A match, the code and name of each card on its table, and the score of each side."""

    match: Summary
    pack: str
    cards: tuple[NamedCard, ...]
    sides: tuple[tuple[Side, int], ...]

    @property
    def is_live(self) -> bool:
        """Return whether the match is still being played."""
        return not self.match.ended


def small_board(match: Summary) -> SmallBoard | None:
    """Return the board for a match.

    A live match is shown as the public sees it now. A finished match is shown with the last position that has enough
    cards on the table, and the final scores. Return None for a live match that no longer exists or has not been dealt
    yet. The caller must have checked that the reader may watch the match.
    """
    found = _last_table(match.code) if match.ended else _live_table(match.code)
    if found is None:
        return None
    table, scores = found
    pack = pack_name(find_ruleset(match.ruleset))
    return SmallBoard(match, pack, named_cards(table, pack), tuple(zip(match.sides, scores, strict=True)))


def _live_table(code: str) -> tuple[Sequence[str], Sequence[int]] | None:
    try:
        view = public_view(code)
    except NotFound:
        return None
    return None if view is None else (view["table"], view["scores"])


@lru_cache(SNAPSHOTS)
def _last_table(code: str) -> tuple[Sequence[str], Sequence[int]]:
    """Return the cards and scores to show for a finished match. They are cached because they never change."""
    snapshot = snapshot_at(load_ended(code), move=None, seat=None)
    return snapshot.table, snapshot.scores
