"""Making the daily puzzles, and answering them."""

from datetime import date
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.puzzles.bot_match import save_bot_match
from games.puzzles.models import Puzzle, PuzzleAttempt
from games.puzzles.rating import changes_of_answer, first_rating
from games.puzzles.search import FoundPuzzle, find_puzzle
from games.puzzles.selectors import puzzle_rating
from games.state.errors import Malformed


class Answer(NamedTuple):
    """An answer to a puzzle, whether it was right, and whether it was given on the puzzle's day."""

    move: list[Any]
    solved: bool
    on_time: bool


def make_puzzle(*, ruleset: str, day: date) -> Puzzle | None:
    """Return a ruleset's puzzle for a day, making it if needed, or None if no position is good enough."""
    puzzle = Puzzle.objects.filter(ruleset=ruleset, date=day).first()
    if puzzle is not None:
        return puzzle
    found = find_puzzle(ruleset, f"{ruleset}:{day}")
    if found is None:
        return None
    try:
        return _save(found, ruleset, day)
    except IntegrityError:  # another process has made it in the meantime
        return Puzzle.objects.get(ruleset=ruleset, date=day)


@transaction.atomic
def _save(found: FoundPuzzle, ruleset: str, day: date) -> Puzzle:
    if found.match._state.adding:
        save_bot_match(found.match, found.log)
    return Puzzle.objects.create(
        ruleset=ruleset,
        date=day,
        match=found.match,
        move=found.position.move,
        seat=found.position.observation.seat,
        choices=found.choices,
        rating=first_rating(ruleset, found.choices),
    )


def judge_answer(puzzle: Puzzle, move: object) -> Answer:
    """Judge an answer submitted now. Raises Malformed (``not_a_choice``) if ``move`` is not a choice."""
    choices = [choice["move"] for choice in puzzle.choices]
    if move not in choices or not isinstance(move, list):
        raise Malformed("not_a_choice", _("That isn’t one of the choices."))
    return Answer(move, move == choices[0], timezone.localdate() == puzzle.date)


@transaction.atomic
def answer_puzzle(*, puzzle: Puzzle, user: User, move: object) -> Answer:
    """Store and rate a user's first answer to a puzzle, and return it. Later answers change nothing.

    Raises Malformed if the answer is not one of the choices.
    """
    answer = judge_answer(puzzle, move)
    User.objects.select_for_update().get(pk=user.pk)  # one answer at a time, each rated on top of the one before
    stored = PuzzleAttempt.objects.filter(puzzle=puzzle, user=user).first() or _rate(puzzle, user, answer)
    return Answer(stored.move, stored.solved, stored.on_time)


def _rate(puzzle: Puzzle, user: User, answer: Answer) -> PuzzleAttempt:
    """Store an answer with the rating changes that it makes."""
    own, rating = puzzle_rating(user), Puzzle.objects.select_for_update().get(pk=puzzle.pk).rating
    changes = changes_of_answer(own, rating, solved=answer.solved)
    Puzzle.objects.filter(pk=puzzle.pk).update(rating=rating + changes.puzzle)
    return PuzzleAttempt.objects.create(
        puzzle=puzzle,
        user=user,
        move=answer.move,
        solved=answer.solved,
        on_time=answer.on_time,
        rating=own.value + changes.player,
        rating_change=changes.player,
    )
