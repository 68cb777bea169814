"""Players' accuracy in analysed matches."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.bots.analysis import Decision, Step
from games.bots.evaluation import MoveValue
from games.bots.luck import FEWEST_DECISIONS
from games.models import Match, SeatAccuracy
from games.selectors.accuracy import mean_accuracy
from games.services import results
from games.services.analysis import (
    claim_analysis,
    finish_analysis,
    request_analysis,
)
from tests.services.tables import play_short_match


@pytest.fixture
def match(anna: User, badr: User) -> Match:
    return play_short_match(anna, badr)


def steps_with(*losses: float, seat: int = 0) -> list[Step]:
    """Return one step for each of ``losses``, in which the seat gives away that many points."""
    return [
        Step(number, [0.0, 0.0], False, Decision(seat, 1, [MoveValue(["play", "1C"], 9.0 + loss), MoveValue([], 9.0)]))
        for number, loss in enumerate(losses)
    ]


def test_the_accuracy_of_people_who_stayed_is_stored(match: Match, anna: User, badr: User) -> None:
    analyse(match, anna, [*steps_with(*[0.5] * FEWEST_DECISIONS), *steps_with(*[1.0] * FEWEST_DECISIONS, seat=1)])
    assert list(SeatAccuracy.objects.order_by("seat__number").values_list("accuracy", "decisions")) == [
        (50.0, FEWEST_DECISIONS),
        (25.0, FEWEST_DECISIONS),
    ]
    mean = mean_accuracy(badr)
    assert mean is not None
    assert (mean.accuracy, mean.matches) == (25, 1)


def analyse(match: Match, by: User, steps: list[Step]) -> None:
    request_analysis(code=match.code, user=by)
    claim = claim_analysis()
    assert claim is not None
    finish_analysis(claim=claim, steps=steps)


def test_a_player_who_left_gets_no_accuracy(match: Match, anna: User) -> None:
    match.seats.filter(number=0).update(left=True)
    analyse(match, anna, [*steps_with(*[0.5] * FEWEST_DECISIONS), *steps_with(*[1.0] * FEWEST_DECISIONS, seat=1)])
    assert SeatAccuracy.objects.get().seat.number == 1


def test_the_mean_accuracy_counts_every_decision_once(match: Match, anna: User, badr: User) -> None:
    assert mean_accuracy(anna) is None
    analyse(match, anna, steps_with(*[0.5] * 3 * FEWEST_DECISIONS))
    other = play_short_match(anna, badr)
    seat = other.seats.get(user=anna).number
    analyse(other, anna, steps_with(*[1.5] * FEWEST_DECISIONS, seat=seat))
    mean = mean_accuracy(anna)
    assert mean is not None
    assert (mean.accuracy, mean.matches) == (41, 2), "(3 · 50 + 12.5) / 4"


def test_voided_matches_do_not_count(match: Match, anna: User) -> None:
    analyse(match, anna, steps_with(*[0.5] * FEWEST_DECISIONS))
    assert mean_accuracy(anna) is not None
    results.void_match(code=match.code, moderator=User.objects.create_superuser("moderator"), reason="A test.")
    assert mean_accuracy(anna) is None


def test_a_match_without_decisions_gives_no_accuracy(match: Match, anna: User) -> None:
    analyse(match, anna, [Step(0, [0.0, 0.0], True, None)])
    assert not SeatAccuracy.objects.exists()


def test_a_match_of_few_decisions_gives_no_accuracy(match: Match, anna: User) -> None:
    analyse(match, anna, steps_with(*[0.0] * (FEWEST_DECISIONS - 1)))
    assert not SeatAccuracy.objects.exists()
    assert mean_accuracy(anna) is None
