"""A match after one of its moves, as shown in link previews."""

from dataclasses import dataclass

from games.models import Match
from games.rules import find_ruleset
from games.rules.game import Game
from games.selectors.card_names import pack_name
from games.state.match_log import walk_match

ENOUGH = 3  # minimum number of cards on the table for a good preview of a whole match


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The cards on the table and in one seat's hand, and the scores."""

    pack: str
    table: tuple[str, ...]
    hand: tuple[str, ...]
    scores: tuple[int, ...]


def snapshot_at(match: Match, *, move: int | None, seat: int | None) -> Snapshot:
    """Return a snapshot of a finished match after ``move`` moves, with the hand held by ``seat``.

    If ``move`` is None, the snapshot shows the last position with enough cards on the table, and the final scores.
    """
    ruleset = find_ruleset(match.ruleset)
    found = _snapshot(ruleset(match.options), None)
    for number, (game, _step) in enumerate(walk_match(match)):
        if move is not None or len(game.table) >= ENOUGH:
            found = _snapshot(game, seat)
        if number == move:
            break
    if move is None and match.sides:
        return Snapshot(found.pack, found.table, found.hand, tuple(match.sides))
    return found


def _snapshot(game: Game, seat: int | None) -> Snapshot:
    hand = tuple(game.hands[seat]) if seat is not None and seat < game.players else ()
    return Snapshot(pack_name(type(game)), tuple(game.table), hand, tuple(game.scores))
