"""Daily puzzles: which positions become puzzles, where they come from, and how answers are scored."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from games.bots.evaluation import MoveValue, evaluate
from games.bots.observation import Observation
from games.bots.worlds import sample
from games.models import Match, Puzzle, PuzzleAttempt, Status
from games.puzzles import search
from games.puzzles.bot_match import play_bot_match, save_bot_match
from games.puzzles.models import MARGIN
from games.puzzles.rating import changes_of_answer, first_rating
from games.puzzles.selectors import (
    PuzzleRecord,
    PuzzleStreak,
    find_streak,
    position_of,
    puzzle_data,
    puzzle_rating,
    puzzle_record,
    puzzle_streak,
)
from games.puzzles.services import answer_puzzle, judge_answer, make_puzzle
from games.ratings.elo import CurrentRating
from games.rules import find_ruleset
from games.rules.game import Game
from games.rules.record import check_record
from games.selectors.history import site_history
from games.selectors.replay import load_ended, record_of
from games.services.account_closing import close_account
from games.state.errors import Malformed
from tests.bots.test_advice import seen_in
from tests.puzzle_factories import add_puzzle
from tests.services.tables import open_table, play_to_end

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 22)


def plays(observation: Observation) -> list[list[Any]]:
    return [move for move in observation.moves if move[0] == "play"]


def judged_by(monkeypatch: pytest.MonkeyPatch, *points: list[float]) -> Callable[[Observation], Any]:
    """Replace level 4's points with these, and return a function that calls ``judge_position``.

    Each list contains the points of the cards for one draw of the hidden hands.
    """
    drawn = iter(points)
    monkeypatch.setattr(
        search,
        "evaluate",
        lambda seen, _rng: [MoveValue(*pair) for pair in zip(plays(seen), next(drawn), strict=False)],
    )
    return lambda observation: search.judge_position(observation, random.Random(1))


@pytest.fixture
def position() -> Observation:
    """A position with at least three cards, in which level 2 plays the last one."""
    match, log = play_bot_match(find_ruleset("moroccan"), "positions")
    asked = search.walk_log(match, log)
    for found in search.positions_of(asked):
        moves = plays(found.observation)
        if len(moves) >= 3 and search.OBVIOUS.choose(found.observation, random.Random(1)) == moves[-1]:
            return found.observation
    raise AssertionError


def test_a_puzzle_has_one_card_that_is_clearly_best(monkeypatch: pytest.MonkeyPatch, position: Observation) -> None:
    values = judged_by(monkeypatch, [0.2, 1.3, 0.1], [0.2, 1.2, 0.1])(position)
    assert [value.points for value in values] == [1.3, 0.2, 0.1]
    assert judged_by(monkeypatch, [0.4, 1.3, 0.1])(position) is None, "the second card is nearly as good"
    assert judged_by(monkeypatch, [1.3, 1.3, 0.1])(position) is None, "two cards are equally good"


def test_a_position_whose_values_depend_on_the_hands_drawn_is_no_puzzle(
    monkeypatch: pytest.MonkeyPatch, position: Observation
) -> None:
    assert judged_by(monkeypatch, [0.2, 1.3, 0.1], [1.3, 0.2, 0.1])(position) is None
    assert judged_by(monkeypatch, [0.2, 1.3, 0.1], [0.4, 1.3, 0.1])(position) is None


def test_the_obvious_card_makes_no_puzzle(monkeypatch: pytest.MonkeyPatch, position: Observation) -> None:
    best_last = [0.0] * (len(plays(position)) - 1) + [3.0]
    assert judged_by(monkeypatch, best_last, best_last)(position) is None


@pytest.fixture
def any_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """Accept the first position in each match, so that no search is needed."""
    values = [2.0, 0.5, *([0.0] * 20)]

    def judge(observation: Observation, _rng: random.Random) -> list[MoveValue]:
        return [MoveValue(*pair) for pair in zip(plays(observation), values, strict=False)]

    monkeypatch.setattr(search, "judge_position", judge)


def finished(*people: User, private: bool = False) -> Match:
    match = open_table(*people, rated=False, private=private, target=11)
    play_to_end(match)
    return match


def test_a_puzzle_comes_from_the_latest_public_match_without_one(
    any_position: None, anna: User, badr: User, chama: User
) -> None:
    former, latest = finished(anna, badr), finished(badr, chama)
    finished(anna, chama, private=True)
    assert open_table(anna, badr).status == Status.RUNNING
    made = [make_puzzle(ruleset="moroccan", day=TODAY + timedelta(days=number)) for number in range(3)]
    assert [puzzle.match for puzzle in made[:2]] == [latest, former]
    invented = made[2].match
    assert (invented.is_private, {seat.bot for seat in invented.seats.all()}) == (True, {"caballo"})


def test_a_new_site_gets_puzzles_from_matches_that_bots_play_for_them() -> None:
    call_command("make_puzzles", "moroccan", days=1)
    puzzle = Puzzle.objects.get()
    assert (puzzle.ruleset, puzzle.date) == ("moroccan", timezone.localdate())
    best, second, *_others = [choice["points"] for choice in puzzle.choices]
    assert best - second >= MARGIN
    found = position_of(puzzle)
    assert sorted(choice["move"] for choice in puzzle.choices) == sorted(plays(found.observation))
    assert (found.observation.seat, found.played) == (puzzle.seat, puzzle.match.moves.get(number=puzzle.move).move)
    assert site_history().rows == [], "the match is in no list"
    lines, is_valid = check_record(json.dumps(record_of(load_ended(puzzle.match.code)).as_json()))
    assert is_valid, lines


def test_making_puzzles_again_changes_nothing(any_position: None) -> None:
    call_command("make_puzzles")
    before = list(Puzzle.objects.order_by("pk").values())
    assert len(before) == 2 * len(Game.registry)
    matches = Match.objects.count()
    call_command("make_puzzles")
    assert list(Puzzle.objects.order_by("pk").values()) == before
    assert Match.objects.count() == matches


def test_an_archive_can_be_made_of_the_days_before_today(any_position: None) -> None:
    call_command("make_puzzles", "moroccan", days=1, past=2)
    today = timezone.localdate()
    found = Puzzle.objects.order_by("-date").values_list("date", flat=True)
    assert list(found) == [today - timedelta(days=day) for day in range(3)]


def test_two_processes_make_one_puzzle_a_day(any_position: None, monkeypatch: pytest.MonkeyPatch) -> None:
    real, made = search.find_puzzle, list[Puzzle | None]()

    def find_while_another_process_makes_it(ruleset: str, seed: str) -> Any:
        found = real(ruleset, seed)
        if not made:
            made.append(None)  # the other process is not interrupted
            made.append(make_puzzle(ruleset=ruleset, day=TODAY))
        return found

    monkeypatch.setattr("games.puzzles.services.find_puzzle", find_while_another_process_makes_it)
    assert make_puzzle(ruleset="steere", day=TODAY) == made[1]
    assert Match.objects.count() == 1, "the match of the loser is not kept"


def test_the_command_reports_days_without_a_puzzle_and_unknown_rulesets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "BOT_MATCHES", 1)
    monkeypatch.setattr(search, "judge_position", lambda _observation, _rng: None)
    with pytest.raises(CommandError, match="one-deck"):
        call_command("make_puzzles", "one-deck", days=1)
    with pytest.raises(CommandError, match="No such ruleset: whist"):
        call_command("make_puzzles", "whist")
    assert not Puzzle.objects.exists()
    assert not Match.objects.exists()


def test_the_same_seed_gives_the_same_match() -> None:
    (one, log), (other, same) = (play_bot_match(find_ruleset("porrazo"), "seed") for _time in range(2))
    assert log == same
    assert one.sides == other.sides
    assert play_bot_match(find_ruleset("porrazo"), "another seed")[1] != log


@pytest.mark.parametrize("ruleset", ["moroccan", "porrazo", "steere"])
def test_the_values_and_the_page_of_a_puzzle_do_not_depend_on_any_hidden_card(ruleset: str) -> None:
    puzzle = add_puzzle(ruleset)
    observation = position_of(puzzle).observation
    other = seen_in(sample(observation, random.Random(3)), observation)
    assert evaluate(other, random.Random(1)) == evaluate(observation, random.Random(1))
    assert other == observation, "the page shows nothing else"
    data = puzzle_data(puzzle)
    assert [seat["hand"] for seat in data["view"]["seats"] if seat["hand"] is not None] == [observation.my_hand]
    assert puzzle.match.code not in str(data)


def test_the_first_answer_counts(anna: User) -> None:
    puzzle = add_puzzle()
    right, wrong = (choice["move"] for choice in puzzle.choices[:2])
    assert answer_puzzle(puzzle=puzzle, user=anna, move=wrong) == (wrong, False, True)
    assert answer_puzzle(puzzle=puzzle, user=anna, move=right) == (wrong, False, True)
    assert PuzzleAttempt.objects.get().move == wrong


def test_an_answer_on_another_day_is_not_on_time(anna: User) -> None:
    puzzle = add_puzzle(day=timezone.localdate() - timedelta(days=1))
    move = puzzle.choices[0]["move"]
    assert answer_puzzle(puzzle=puzzle, user=anna, move=move) == (move, True, False)
    assert puzzle_streak(anna) is None


@pytest.mark.parametrize("move", [["play", "1X"], ["play"], "play", None, 3, {"play": 1}, ["announce", "nothing"], []])
def test_what_is_not_a_choice_is_refused(anna: User, move: object) -> None:
    with pytest.raises(Malformed) as refused:
        judge_answer(add_puzzle(), move)
    assert refused.value.code == "not_a_choice"


def days(*numbers: int) -> list[date]:
    return [TODAY + timedelta(days=number) for number in numbers]


@pytest.mark.parametrize(
    ("solved", "streak"),
    [
        (days(0), (1, 1)),
        (days(-1), (1, 1)),
        (days(-2), (0, 1)),
        (days(-2, -1, 0), (3, 3)),
        (days(-9, -8, -7, -6, -1), (1, 4)),
        (days(-5, -3, 0), (1, 1)),
    ],
)
def test_a_streak_is_a_run_of_days_up_to_yesterday_or_today(solved: list[date], streak: tuple[int, int]) -> None:
    assert find_streak(solved, TODAY) == PuzzleStreak(*streak)


def test_several_puzzles_of_a_day_are_one_day_of_a_streak(anna: User, badr: User) -> None:
    for puzzle in (add_puzzle("moroccan"), add_puzzle("steere")):
        answer_puzzle(puzzle=puzzle, user=anna, move=puzzle.choices[0]["move"])
        answer_puzzle(puzzle=puzzle, user=badr, move=puzzle.choices[1]["move"])
    assert puzzle_streak(anna) == PuzzleStreak(1, 1)
    assert puzzle_streak(badr) is None


def test_only_the_first_answer_changes_ratings(anna: User) -> None:
    puzzle = add_puzzle()
    for choice in puzzle.choices[:2]:
        answer_puzzle(puzzle=puzzle, user=anna, move=choice["move"])
    assert puzzle_rating(anna) == CurrentRating(1520, 1)
    puzzle.refresh_from_db()
    assert puzzle.rating == 1490


def test_each_answer_is_rated_on_top_of_the_one_before(anna: User) -> None:
    answers = [answered(add_puzzle(ruleset), anna, choice) for ruleset, choice in (("moroccan", 0), ("steere", 1))]
    assert [(attempt.rating, attempt.rating_change) for attempt in answers] == [(1520, 20), (1499, -21)]
    assert puzzle_record(anna) == PuzzleRecord(1499, solved=1, answered=2, streak=PuzzleStreak(1, 1))


def test_answers_from_before_there_were_ratings_are_counted_but_not_rated(anna: User) -> None:
    attempt = answered(add_puzzle(), anna, 0)
    PuzzleAttempt.objects.filter(pk=attempt.pk).update(rating=None, rating_change=None)
    assert puzzle_record(anna) == PuzzleRecord(None, solved=1, answered=1, streak=PuzzleStreak(1, 1))
    assert answered(add_puzzle("steere"), anna, 0).rating == 1520


def answered(puzzle: Puzzle, user: User, choice: int) -> PuzzleAttempt:
    """Answer a puzzle with one of its choices, and return the stored answer."""
    answer_puzzle(puzzle=puzzle, user=user, move=puzzle.choices[choice]["move"])
    return PuzzleAttempt.objects.get(puzzle=puzzle, user=user)


def test_somebody_who_has_never_answered_has_no_record(anna: User) -> None:
    assert puzzle_record(anna) is None
    assert puzzle_rating(anna) == CurrentRating(1500, 0)


@given(own=st.integers(600, 2800), matches=st.integers(0, 60), puzzle=st.integers(600, 2800))
def test_solving_earns_points_and_more_of_them_against_a_harder_puzzle(own: int, matches: int, puzzle: int) -> None:
    player = CurrentRating(own, matches)
    won, lost = (changes_of_answer(player, puzzle, solved=solved) for solved in (True, False))
    assert won.player >= 0 >= won.puzzle
    assert lost.player <= 0 <= lost.puzzle
    assert won.player <= changes_of_answer(player, puzzle + 50, solved=True).player


@pytest.mark.parametrize(("lead", "rating"), [(1.1, 1700), (1.5, 1500), (2, 1300)])
def test_a_new_puzzle_is_rated_by_the_lead_of_its_best_card(lead: float, rating: int) -> None:
    assert first_rating("moroccan", [{"points": lead}, {"points": 0}]) == rating
    assert first_rating("steere", [{"points": 0.4 * lead}, {"points": 0}]) == rating


def test_closing_an_account_deletes_its_answers(anna: User) -> None:
    puzzle = add_puzzle()
    answer_puzzle(puzzle=puzzle, user=anna, move=puzzle.choices[0]["move"])
    close_account(user=anna)
    assert not PuzzleAttempt.objects.exists()


def test_a_saved_bot_match_is_complete() -> None:
    match, log = play_bot_match(find_ruleset("mufts"), "complete")
    save_bot_match(match, log)
    stored = load_ended(match.code)
    assert {seat.outcome for seat in stored.seats.all()} <= {"won", "lost", "drawn"}
    assert [move.as_rules() for move in stored.moves.all()] == log.moves
    assert all(deal.as_rules().proof is not None for deal in stored.deals.all())
