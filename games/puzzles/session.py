"""The answers of guests and signed-out visitors, kept in their sessions."""

from collections.abc import Iterable
from typing import Any

from django.contrib.sessions.backends.base import SessionBase

from games.puzzles.models import Puzzle

KEY = "puzzles"  # the moves, keyed by the puzzles' primary keys
MOST = 100  # number of answers to keep


def answer_in(session: SessionBase, puzzle: Puzzle) -> list[Any] | None:
    """Return this visitor's answer to a puzzle, or None if they have not answered it."""
    move = session.get(KEY, {}).get(str(puzzle.pk))
    return list(move) if move is not None else None


def answers_in(session: SessionBase, puzzles: Iterable[Puzzle]) -> dict[int, bool]:
    """Return whether the visitor's answer to each of these puzzles was right, keyed by the puzzle's primary key.

    Puzzles without an answer are left out.
    """
    moves = session.get(KEY, {})
    return {
        puzzle.pk: moves[str(puzzle.pk)] == puzzle.choices[0]["move"] for puzzle in puzzles if str(puzzle.pk) in moves
    }


def answered_in(session: SessionBase) -> list[int]:
    """Return the primary keys of all puzzles that this visitor has answered."""
    return [int(key) for key in session.get(KEY, {})]


def keep_answer(session: SessionBase, puzzle: Puzzle, move: list[Any]) -> None:
    """Keep an answer. If there are too many, discard the oldest."""
    moves = {**session.get(KEY, {}), str(puzzle.pk): move}
    session[KEY] = dict(list(moves.items())[-MOST:])
