"""Daily puzzles for tests, made from a match between bots without judging its positions."""

from __future__ import annotations

from copy import copy
from datetime import date
from functools import cache

from django.utils import timezone

from games.models import Match, Puzzle
from games.models.match import new_code
from games.puzzles.bot_match import play_bot_match, save_bot_match
from games.puzzles.search import FEWEST_CARDS
from games.rules import find_ruleset
from games.selectors.positions import Position, positions_of
from games.state.match_log import Log, walk_log


@cache
def _played(ruleset: str) -> tuple[Match, Log, Position]:
    match, log = play_bot_match(find_ruleset(ruleset), "test")
    late = [
        position
        for position in positions_of(walk_log(match, log))
        if sum(move[0] == "play" for move in position.observation.moves) >= FEWEST_CARDS
    ]
    return match, log, late[len(late) // 2]


def add_puzzle(ruleset: str = "moroccan", day: date | None = None) -> Puzzle:
    """Create a day's puzzle (today's by default). The first choice is best, and each later one is one point worse."""
    match, log, position = _played(ruleset)
    match = copy(match)
    match.code = new_code()
    save_bot_match(match, log)
    plays = [move for move in position.observation.moves if move[0] == "play"]
    return Puzzle.objects.create(
        ruleset=ruleset,
        date=day or timezone.localdate(),
        match=match,
        move=position.move,
        seat=position.observation.seat,
        rating=1500,
        choices=[{"move": move, "points": 1.5 - number} for number, move in enumerate(plays)],
    )
