"""A match at one of its moves, as far as one picture shows it."""

from dataclasses import dataclass

from games.models import Match
from games.rules import find_ruleset
from games.rules.game import Game
from games.selectors.card_words import pack_name
from games.state.match_log import walk_match

ENOUGH = 3  # cards on the table, for a picture of a whole match


@dataclass(frozen=True, slots=True)
class Glance:
    """What lay on the table, what a seat held, and how it stood."""

    pack: str
    table: tuple[str, ...]
    hand: tuple[str, ...]
    scores: tuple[int, ...]


def glance_at(match: Match, *, move: int | None, seat: int | None) -> Glance:
    """An ended match after so many moves, with the hand of a seat; by default when its table was last well laid."""
    ruleset = find_ruleset(match.ruleset)
    found = _glance(ruleset(match.options), None)
    for number, (game, _step) in enumerate(walk_match(match)):
        if move is not None or len(game.table) >= ENOUGH:
            found = _glance(game, seat)
        if number == move:
            break
    if move is None and match.sides:
        return Glance(found.pack, found.table, found.hand, tuple(match.sides))
    return found


def _glance(game: Game, seat: int | None) -> Glance:
    hand = tuple(game.hands[seat]) if seat is not None and seat < game.players else ()
    return Glance(pack_name(type(game)), tuple(game.table), hand, tuple(game.scores))
