"""Finding puzzles: positions from finished matches in which one card is clearly best, and not the obvious one."""

import random
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from games.bots import BOTS
from games.bots.evaluation import MoveValue, evaluate
from games.bots.observation import Observation
from games.models import Match, Status
from games.puzzles.bot_match import play_bot_match
from games.puzzles.models import lead_in_margins
from games.rules import find_ruleset
from games.selectors.positions import Position, positions_of
from games.state.match_log import Log, read_log, walk_log

FEWEST_CARDS: Final = 3
POSITIONS: Final = 100  # positions to examine in each match, in random order
MATCHES: Final = 20  # matches to examine: the latest ones without a puzzle
BOT_MATCHES: Final = 50
OBVIOUS: Final = next(bot for bot in BOTS.values() if bot.level == 2)  # plays for immediate gain


class FoundPuzzle(NamedTuple):
    """A position that makes a good puzzle. ``match`` is unsaved if bots played it for the puzzle."""

    match: Match
    log: Log
    position: Position
    values: list[MoveValue]

    @property
    def choices(self) -> list[dict[str, Any]]:
        """Return the choices as ``Puzzle`` stores them."""
        return [{"move": value.move, "points": round(value.points, 3)} for value in self.values]


def find_puzzle(ruleset: str, seed: str) -> FoundPuzzle | None:
    """Return a puzzle from the latest public matches or, if they contain none, from matches played by bots.

    The same matches and the same seed give the same puzzle. Return None if no match contains a puzzle.
    """
    for number, (match, log) in enumerate(_sources(ruleset, seed)):
        rng = random.Random(f"{seed}:{number}")
        asked = [position for position in positions_of(walk_log(match, log)) if _asks_for_card(position, log)]
        for position in rng.sample(asked, min(POSITIONS, len(asked))):
            values = judge_position(position.observation, rng)
            if values is not None:
                return FoundPuzzle(match, log, position, values)
    return None


def _sources(ruleset: str, seed: str) -> Iterator[tuple[Match, Log]]:
    ended = Match.objects.filter(ruleset=ruleset, finished__isnull=False, is_private=False)
    played = ended.filter(status=Status.FINISHED, puzzles=None)
    for match in played.order_by("-finished", "-pk")[:MATCHES]:
        yield match, read_log(match.pk)
    for number in range(BOT_MATCHES):
        yield play_bot_match(find_ruleset(ruleset), f"{seed}:{number}")


def _asks_for_card(position: Position, log: Log) -> bool:
    """Return whether the next move was a choice between at least ``FEWEST_CARDS`` cards, and nothing else."""
    moves = position.observation.moves
    cards = {move[1] for move in moves if move[0] == "play"}
    return position.move <= len(log.moves) and len(cards) >= FEWEST_CARDS and all(move[0] == "play" for move in moves)


def judge_position(observation: Observation, rng: random.Random) -> list[MoveValue] | None:
    """Return the choices in a position, best first, or None if the position does not make a good puzzle.

    In a good puzzle, the ``OBVIOUS`` bot does not find the best card. The best card is clearly ahead, and remains so
    when the hidden hands are drawn again.
    """
    values = _clear_values(observation, rng)
    if values is None or OBVIOUS.choose(observation, rng) == values[0].move:
        return None
    again = _clear_values(observation, rng)
    return values if again is not None and again[0].move == values[0].move else None


def _clear_values(observation: Observation, rng: random.Random) -> list[MoveValue] | None:
    values = sorted(evaluate(observation, rng), key=lambda value: -value.points)
    return values if lead_in_margins(observation.ruleset, [value.points for value in values]) >= 1 else None
