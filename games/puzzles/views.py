"""The daily puzzle pages. Answers are stored for users with an account, and kept in the session for others."""

import json
from collections.abc import Iterable
from datetime import date
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from games.puzzles import selectors
from games.puzzles.models import Puzzle, PuzzleAttempt
from games.puzzles.services import answer_puzzle, judge_answer
from games.puzzles.session import answer_in, answered_in, answers_in, keep_answer
from games.rules import find_ruleset
from games.selectors.keyset import BadCursorError
from games.selectors.options import unusual_options
from games.selectors.ruleset_texts import ruleset_texts
from games.state.errors import Malformed, ServiceError
from games.views.common import cursors, may_be_rated, reader


@require_safe
@never_cache
def puzzles(request: HttpRequest) -> HttpResponse:
    """Show today's puzzles, the reader's record and the archive."""
    newest = selectors.latest_puzzles()
    try:
        page = selectors.puzzle_archive(newest=newest, **cursors(request))
    except BadCursorError:
        return redirect("puzzles")
    user = account_of(request)
    answered = _answers(user, request.session, [*newest, *page.rows])
    context = {
        "newest": [selectors.link_to(puzzle, answered) for puzzle in newest],
        "page": page.map(lambda puzzle: selectors.link_to(puzzle, answered)),
        "record": selectors.puzzle_record(user) if user else None,
        "has_account": user is not None,
        "today": timezone.localdate(),
        **_what_is_left(request),
    }
    return render(request, "games/puzzles/puzzles.html", context)


@require_safe
@never_cache
def latest_puzzle(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Redirect to a game's latest puzzle, for readers who shorten the address of one."""
    latest = selectors.published_puzzles().filter(ruleset=ruleset).order_by("-date").first()
    if latest is None:
        raise Http404
    return redirect("puzzle", ruleset=ruleset, day=latest.date)


@require_safe
@never_cache
def puzzle(request: HttpRequest, ruleset: str, day: date) -> HttpResponse:
    """Show a puzzle and, if the reader has answered it, the solution."""
    found = get_object_or_404(selectors.published_puzzles(), ruleset=ruleset, date=day)
    game = find_ruleset(ruleset)
    context = {
        "puzzle": found,
        "ruleset": ruleset_texts(game),
        "options": unusual_options(game, found.match.options),
        "is_today": found.date == timezone.localdate(),
        "data": _page_data(request, found),
        **_what_is_left(request, found),
    }
    return render(request, "games/puzzles/puzzle.html", context)


def _page_data(request: HttpRequest, found: Puzzle) -> dict[str, Any]:
    """Return the data that the page's script needs."""
    return {
        **selectors.puzzle_data(found),
        "solution": _solution(account_of(request), request.session, found),
        "answer_url": reverse("answer_puzzle", kwargs={"ruleset": found.ruleset, "day": found.date}),
        "csrf": get_token(request),
    }


def _what_is_left(request: HttpRequest, current: Puzzle | None = None) -> dict[str, Any]:
    """Return the reader's newest unanswered puzzle, and how many are unanswered, not counting ``current``."""
    known = answered_in(request.session) + ([current.pk] if current else [])
    left = selectors.unanswered_puzzles(account_of(request), known)
    return {"next": left.first(), "left": left.count()}


@require_POST
def answer(request: HttpRequest, ruleset: str, day: date) -> HttpResponse:
    """Accept an answer (``move`` as JSON) and return the solution.

    Only the first answer counts. A reader who tries again gets the solution for the first answer, but with the position
    after the new one.
    """
    found = get_object_or_404(selectors.published_puzzles(), ruleset=ruleset, date=day)
    user = account_of(request)
    try:
        given = judge_answer(found, _move_in(request))
        if answer_in(request.session, found) is None:
            if user:
                answer_puzzle(puzzle=found, user=user, move=given.move)
            else:
                keep_answer(request.session, found, given.move)
    except ServiceError as error:
        return JsonResponse({"code": error.code, "message": str(error.message)}, status=400)
    return JsonResponse(_solution(user, request.session, found, tried=given.move))


def account_of(request: HttpRequest) -> User | None:
    """Return the reader if they have an account, otherwise None. Answers are stored only for users with an account."""
    user = reader(request)
    return user if may_be_rated(user) else None


def _answers(user: User | None, session: SessionBase, found: Iterable[Puzzle]) -> dict[int, bool]:
    """Return whether the reader's answer to each of these puzzles was right, keyed by the puzzle's primary key.

    Puzzles without an answer are left out.
    """
    puzzles = list(found)
    return answers_in(session, puzzles) | (selectors.answers_of(user, puzzles) if user else {})


def _solution(
    user: User | None, session: SessionBase, found: Puzzle, tried: list[Any] | None = None
) -> dict[str, Any] | None:
    """Return the solution, or None if the reader has not answered yet. ``tried`` is the move they have just sent."""
    attempt = PuzzleAttempt.objects.filter(puzzle=found, user=user).first() if user else None
    move = attempt.move if attempt else answer_in(session, found)
    if move is None:
        return None
    return {
        **selectors.solution_of(found, move, tried),
        "on_time": attempt is not None and attempt.on_time,
        "streak": _current_streak(user),
        "rating": attempt and attempt.rating and [attempt.rating, attempt.rating_change],
        "found_by": list(selectors.solvers_of(found)),
    }


def _current_streak(user: User | None) -> int | None:
    """Return the reader's streak in days, or None if they have no account."""
    if user is None:
        return None
    streak = selectors.puzzle_streak(user)
    return streak.current if streak else 0


def _move_in(request: HttpRequest) -> object:
    """Return the submitted move. Raises Malformed if it is not JSON."""
    try:
        return json.loads(request.POST.get("move", ""))
    except (ValueError, RecursionError):
        raise Malformed from None
