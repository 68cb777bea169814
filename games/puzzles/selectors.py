"""Puzzles, as shown on their pages: the position as the seat saw it, without names, and the solution."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from itertools import islice, pairwise
from threading import Event
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.bots.evaluation import MoveValue
from games.bots.observation import Observation
from games.bots.reasons import outcome_of, reason_of
from games.models import Match
from games.puzzles.models import Puzzle, PuzzleAttempt
from games.puzzles.rating import EASY, HARD, MEDIUM
from games.ratings.elo import CurrentRating
from games.rules import find_ruleset
from games.rules.game import Game
from games.rules.moves import parse_move
from games.selectors.card_names import NamedCard, named_cards, pack_name
from games.selectors.keyset import KeyOrder, Page
from games.selectors.positions import positions_of
from games.selectors.ruleset_texts import game_texts
from games.state.match_log import walk_match

ARCHIVE_PAGE = 25
RECENT = timedelta(days=7)  # a puzzle that is older than this is not offered as the newest one
POSITIONS_KEPT = 32  # number kept in memory, because many readers see a day's puzzles

ARCHIVE = KeyOrder("date", "id")

has_found_puzzles = Event()  # set once a puzzle has been found, because published puzzles are never removed


@dataclass(frozen=True, slots=True)
class PuzzleLink:
    """A puzzle in a list. ``solved`` is None if the reader has not answered it.

    ``difficulty`` is the puzzle's rating in a word: easy, medium or hard.
    """

    ruleset: str
    title: str
    day: date
    difficulty: str
    solved: bool | None


@dataclass(frozen=True, slots=True)
class OfferedPuzzle:
    """A puzzle as a small board: the cards on the table and in the hand."""

    day: date
    pack: str
    table: tuple[NamedCard, ...]
    hand: tuple[NamedCard, ...]


@dataclass(frozen=True, slots=True)
class PuzzleStreak:
    """The lengths of a user's streaks, in consecutive days on which they solved a puzzle.

    ``current`` is the length of the streak that ends today, or yesterday while today's puzzles can still be solved. It
    is 0 if there is no such streak.
    """

    current: int
    best: int


@dataclass(frozen=True, slots=True)
class PuzzleRecord:
    """What a user has achieved with puzzles.

    ``rating`` is None without rated answers, and ``streak`` if they have never solved a puzzle on its day.
    """

    rating: int | None
    solved: int
    answered: int
    streak: PuzzleStreak | None


@dataclass(frozen=True, slots=True)
class PuzzlePosition:
    """A puzzle's position, and the move that was made in the match."""

    observation: Observation
    played: list[Any]


def published_puzzles() -> QuerySet[Puzzle]:
    """Return all puzzles up to today's. The puzzles for later days are secret."""
    return Puzzle.objects.select_related("match").filter(date__lte=timezone.localdate())


def has_puzzles() -> bool:
    """Return whether there are any puzzles.

    Because every page calls this, it no longer queries the database once it has found a puzzle.
    """
    if not has_found_puzzles.is_set() and published_puzzles().exists():
        has_found_puzzles.set()
    return has_found_puzzles.is_set()


def offered_puzzle() -> OfferedPuzzle | None:
    """Return the newest puzzle, usually one of today's, or None if there are no puzzles yet."""
    puzzle = published_puzzles().order_by("-date", "id").first()
    if puzzle is None:
        return None
    observation, pack = position_of(puzzle).observation, pack_name(find_ruleset(puzzle.ruleset))
    table, hand = observation.view["table"], observation.my_hand
    return OfferedPuzzle(puzzle.date, pack, named_cards(table, pack), named_cards(hand, pack))


def latest_puzzles() -> list[Puzzle]:
    """Return the newest puzzle of each ruleset, usually today's, in the order of the rulesets."""
    newest: dict[str, Puzzle] = {}
    since = timezone.localdate() - RECENT
    for puzzle in published_puzzles().filter(date__gte=since).order_by("date"):
        newest[puzzle.ruleset] = puzzle
    return [newest[name] for name in Game.registry if name in newest]


def puzzle_archive(*, newest: Iterable[Puzzle] = (), after: str = "", before: str = "") -> Page[Puzzle]:
    """Return a page of all puzzles except ``newest``, latest first. Raises BadCursorError."""
    earlier = published_puzzles().exclude(pk__in=[puzzle.pk for puzzle in newest])
    return ARCHIVE.page(earlier, size=ARCHIVE_PAGE, after=after, before=before)


def unanswered_puzzles(user: User | None, answered: Iterable[int]) -> QuerySet[Puzzle]:
    """Return the puzzles that a reader can still answer, latest first.

    ``answered`` contains the primary keys of the puzzles answered in the reader's session.
    """
    puzzles = published_puzzles().exclude(pk__in=list(answered)).order_by("-date", "id")
    if user is None:
        return puzzles
    return puzzles.exclude(Exists(PuzzleAttempt.objects.filter(user=user, puzzle=OuterRef("pk"))))


def answers_of(user: User, puzzles: Iterable[Puzzle]) -> dict[int, bool]:
    """Return whether the user's answer to each of these puzzles was right, keyed by the puzzle's primary key.

    Puzzles without an answer are left out.
    """
    return dict(PuzzleAttempt.objects.filter(user=user, puzzle__in=puzzles).values_list("puzzle", "solved"))


def link_to(puzzle: Puzzle, answered: Mapping[int, bool]) -> PuzzleLink:
    """Return a puzzle's list entry. ``answered`` is the result of ``answers_of`` or ``answers_in``."""
    title = _(find_ruleset(puzzle.ruleset).title)
    return PuzzleLink(puzzle.ruleset, title, puzzle.date, _difficulty(puzzle), answered.get(puzzle.pk))


def _difficulty(puzzle: Puzzle) -> str:
    if puzzle.rating > (HARD + MEDIUM) / 2:
        return _("hard")
    return _("medium") if puzzle.rating > (MEDIUM + EASY) / 2 else _("easy")


# ---- a single puzzle ----


def position_of(puzzle: Puzzle) -> PuzzlePosition:
    """Return a puzzle's position, computed from the log of its match."""
    return _position(puzzle.match.code, puzzle.move)


@lru_cache(POSITIONS_KEPT)
def _position(code: str, move: int) -> PuzzlePosition:
    match = Match.objects.get(code=code)
    observation = next(position.observation for position in positions_of(walk_match(match)) if position.move == move)
    return PuzzlePosition(observation, match.moves.get(number=move).move)


def puzzle_data(puzzle: Puzzle) -> dict[str, Any]:
    """Return the position as the page's script expects it: the seat's view, and the public events of the batch.

    It contains nothing that the seat did not know, and does not identify the match or its players.
    """
    observation = position_of(puzzle).observation
    ruleset = find_ruleset(observation.ruleset)
    sides = ruleset.sides_for(observation.options)
    view = {**observation.view, "moves": [choice for choice in observation.moves if choice[0] == "play"]}
    return {
        **game_texts(ruleset),
        "me": observation.seat,
        "me_name": None,
        "players": _names(sides, observation.seat),
        "sides": list(sides),
        "view": {**view, "interrupts": []},
        "events": _events_of_batch(observation),
    }


def _names(sides: tuple[int, ...], me: int) -> list[str]:
    """Return the names to show for the seats. They reveal only each seat's relation to the seat to move."""
    names = []
    for seat, side in enumerate(sides):
        if seat == me:
            names.append(_("Player"))
        elif side == sides[me]:
            names.append(_("Partner"))
        elif len(sides) == 2:
            names.append(_("Opponent"))
        else:
            names.append(_("Opponent %(number)s") % {"number": (seat - me) % len(sides)})
    return names


def _events_of_batch(observation: Observation) -> list[Mapping[str, Any]]:
    events = observation.events
    starts = [at for at, event in enumerate(events) if event["kind"] == "batch"]
    return list(events[starts[-1] :] if starts else events)


def solution_of(puzzle: Puzzle, move: list[Any], tried: list[Any] | None = None) -> dict[str, Any]:
    """Return the solution as the page's script expects it, for a reader who has answered with this move.

    ``outcome`` says what the answer would have led to, and is null for the best move. ``after`` is the position after
    the answer. For a reader who is trying again, it is the position after ``tried``, the new move.
    """
    best = puzzle.choices[0]["move"]
    position = position_of(puzzle)
    values = [MoveValue(**choice) for choice in puzzle.choices]
    query = urlencode({"move": puzzle.move, "view": puzzle.seat})
    return {
        "move": move,
        "solved": move == best,
        "best": best,
        "played": position.played,
        "reason": reason_of(position.observation, best, values, rival=None if move == best else move),
        "outcome": None if move == best else outcome_of(position.observation, move),
        "after": _play(puzzle, tried or move),
        "choices": puzzle.choices,
        "replay": f"{reverse('replay', args=[puzzle.match.code])}?{query}",
    }


def _play(puzzle: Puzzle, move: list[Any]) -> dict[str, Any]:
    """Return the events that an answer causes, and the seat's view afterwards.

    An answer never plays the last card of a hand.
    """
    *_before, (game, _step) = islice(walk_match(puzzle.match), puzzle.move)
    events = game.apply(parse_move([puzzle.seat, *move]))
    view = {**game.view(puzzle.seat), "moves": [], "interrupts": [], "to_act": -1}
    return {"events": [event.as_json() for event in events], "view": view}


def solvers_of(puzzle: Puzzle) -> tuple[int, int]:
    """Return how many users with an account have solved a puzzle, and how many have answered it."""
    counts = puzzle.attempts.aggregate(solved=Count("pk", Q(solved=True)), answered=Count("pk"))
    return counts["solved"], counts["answered"]


# ---- records ----


def puzzle_record(user: User) -> PuzzleRecord | None:
    """Return what a user has achieved with puzzles, or None if they have never answered one."""
    counts = PuzzleAttempt.objects.filter(user=user).aggregate(answered=Count("pk"), solved=Count("pk", Q(solved=True)))
    if not counts["answered"]:
        return None
    own = puzzle_rating(user)
    return PuzzleRecord(own.value if own.matches else None, **counts, streak=puzzle_streak(user))


def puzzle_rating(user: User) -> CurrentRating:
    """Return a user's puzzle rating, and the number of answers on which it is based."""
    rated = PuzzleAttempt.objects.filter(user=user, rating__isnull=False).order_by("-created", "-pk")
    latest = rated.first()
    return CurrentRating(latest.rating, rated.count()) if latest and latest.rating else CurrentRating()


def puzzle_streak(user: User) -> PuzzleStreak | None:
    """Return a user's streaks, or None if they have never solved a puzzle on its day."""
    solved = PuzzleAttempt.objects.filter(user=user, solved=True, on_time=True)
    days = list(solved.order_by("puzzle__date").values_list("puzzle__date", flat=True).distinct())
    return find_streak(days, timezone.localdate()) if days else None


def find_streak(days: list[date], today: date) -> PuzzleStreak:
    """Return the streaks of someone who solved puzzles on these days, which must be sorted and not empty."""
    length = best = 1
    for before, day in pairwise(days):
        length = length + 1 if day - before == timedelta(days=1) else 1
        best = max(best, length)
    return PuzzleStreak(length if today - days[-1] <= timedelta(days=1) else 0, best)
