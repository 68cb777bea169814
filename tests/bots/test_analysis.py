"""The analysis of finished matches is exact where possible, ignores hidden cards, and adds up to the result."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from games.bots import analysis
from games.bots.analysis import DealtPack, Decision, MatchLog, Step, analyse_steps
from games.bots.evaluation import MoveValue, evaluate
from games.bots.luck import FEWEST_DECISIONS, INACCURACY, accuracy_of, balance_of, course_of, decisions_of, worst_of
from games.bots.observation import Observation
from games.bots.open_leads import leads_of
from games.bots.worlds import sample
from games.rules import find_ruleset
from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.rules.moves import parse_move
from tests.bots.matches import SETTINGS, copy_game, public_events, random_match

AGREEING_POSITIONS = 50
MATCHES = 200
LONG_MATCH = {"declarations": "automatic", "target": 121}  # so that no position is decided by the end of the match
QUICK: list[tuple[str, dict[str, Any]]] = [  # matches that take a few milliseconds
    ("moroccan", {"target": 5}),
    ("moroccan", {"target": 11}),
    ("moroccan", {"players": 3, "target": 9}),
    ("moroccan", {"players": 4, "target": 9}),
    ("moroccan", {"target": 5, "declarations": "automatic", "scoring": "transfer"}),
    ("one-deck", {}),
    ("mufts", {"level": "pro"}),
    ("porrazo", {"target": 9}),
    ("porrazo", {"players": 5, "target": 9}),
    ("steere", {}),
]


def random_log(ruleset: str, options: dict[str, Any], rng: random.Random) -> tuple[Game, MatchLog]:
    """Play a match at random, without challenges, and return the finished game and its log."""
    game = find_ruleset(ruleset)(options)
    deals: list[DealtPack] = []
    moves: list[list[Any]] = []
    while not game.over:
        if game.phase == "deal":
            deck = list(game.pack)
            rng.shuffle(deck)
            dealer = game.next_dealer
            deal = game.draw_deal(dealer or 0, deck, lambda left: rng.randint(0, left))
            game.deal(deal)
            deals.append(DealtPack(len(moves), deal.dealer, deal.deck, deal.returned))
            continue
        legal = [move for move in game.legal() if move.verb != "challenge"]
        moves.append(list(rng.choice(legal or game.legal())))
        game.apply(parse_move(moves[-1]))
    return game, MatchLog(ruleset, options, deals, moves)


# ---- exact in the last batch ----


def best_lead(game: Game, side: int) -> float:
    """Try every line of play, and return a side's final lead in this deal with optimal play by both sides."""
    if game.phase != "play":
        return game.scores[side] - game.scores[1 - side]
    seat = game.to_act
    leads = []
    for move in game.turn_moves(seat):
        after = copy_game(game)
        after.apply(move)
        leads.append(best_lead(after, side))
    return max(leads) if game.sides[seat] == side else min(leads)


def last_batch_positions(rng: random.Random) -> Iterator[tuple[Moroccan, Observation]]:
    """Yield positions in last batches in which the seat to act has a choice."""
    while True:
        options = {**LONG_MATCH, "chain": rng.random() < 0.5, "dealer_duty": rng.random() < 0.5}
        for game, observation in random_match("moroccan", options, rng):
            assert isinstance(game, Moroccan)
            if game.phase == "play" and not game.stock and len(game.hands[game.to_act]) > 1 and game.deal_number < 2:
                yield game, observation


def test_it_agrees_with_trying_every_line_of_play_in_the_last_batch() -> None:
    rng = random.Random(12)
    choices = 0
    for game, observation in islice(last_batch_positions(rng), AGREEING_POSITIONS):
        side = game.sides[observation.seat]
        exact = {}
        for move in game.turn_moves(observation.seat):
            after = copy_game(game)
            after.apply(move)
            exact[move.card] = best_lead(after, side)
        values = {value.move[1]: value.points for value in evaluate(observation, rng)}
        assert values.keys() == exact.keys()
        for card, lead in exact.items():
            lost = max(exact.values()) - lead
            assert max(values.values()) - values[card] == pytest.approx(lost), (observation.view, card)
            choices += lost > 0
    assert choices > AGREEING_POSITIONS / 2, "cards must differ, or nothing is compared"


# ---- what a seat did not know ----


def some_positions(number: int, rng: random.Random) -> Iterator[tuple[Game, Observation]]:
    """Yield positions from as many random matches as necessary."""
    ruleset, options = SETTINGS[number]
    while True:
        yield from random_match(ruleset, options, rng, share=0.15)


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_what_a_seat_did_not_know_changes_nothing(number: int) -> None:
    rng = random.Random(number)
    judged = varied = 0
    for game, observation in some_positions(number, rng):
        moves = game.turn_moves(observation.seat)
        if len(moves) < 2:
            continue
        twin = sample(observation, rng)
        seen = public_events(observation)
        move = rng.choice(moves)
        found, other = (analysis._judge(one, move, seen, random.Random(7)) for one in (game, twin))
        assert found == other
        judged += found is not None
        varied += found is not None and twin.hands != game.hands
        if judged >= 3 and varied:
            break


# ---- luck and skill ----


def cheap_values(observation: Observation, rng: random.Random) -> list[MoveValue]:
    return [MoveValue(move, rng.uniform(-5, 5)) for move in observation.view["moves"]]


def cheap_leads(game: Game, _events: Any, rng: random.Random) -> list[float]:
    return leads_of(game.scores if game.over else [rng.uniform(-20, 20) for _side in game.scores])


def check_sums(game: Game, steps: list[Step]) -> None:
    """Check that luck and skill add up to every side's result, at every step."""
    for side, result in enumerate(leads_of(game.scores)):
        course = course_of(steps, game.scores, game.sides, side)
        assert all(point.lead == pytest.approx(point.luck + point.skill) for point in course)
        assert course[-1].lead == pytest.approx(result)
        balance = balance_of(steps, game.scores, game.sides, side)
        assert balance.luck == pytest.approx(course[-1].luck)
        assert balance.own + balance.others == pytest.approx(course[-1].skill)
        assert balance.own <= 0 <= balance.others


def test_luck_and_skill_add_up_to_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """The estimates themselves do not matter here; they are random."""
    monkeypatch.setattr(analysis, "evaluate", cheap_values)
    monkeypatch.setattr(analysis, "open_leads", cheap_leads)
    rng = random.Random(5)
    decided = 0
    for number in range(MATCHES):
        game, log = random_log(*QUICK[number % len(QUICK)], rng)
        steps = list(analyse_steps(log))
        assert len(steps) == len(log.moves) + 1
        check_sums(game, steps)
        decided += sum(step.decision is not None for step in steps)
    assert decided > MATCHES


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ("one-deck", {}),
        ("moroccan", {"target": 5, "scoring": "chips"}),
        ("moroccan", {"target": 5, "players": 3, "chain": False}),
        ("moroccan", {"target": 5, "players": 4}),
        ("porrazo", {"target": 5}),
        ("porrazo", {"target": 5, "players": 5}),
    ],
)
def test_a_whole_match_adds_up_by_the_real_estimates(ruleset: str, options: dict[str, Any]) -> None:
    game, log = random_log(ruleset, options, random.Random(3))
    steps = list(analyse_steps(log))
    check_sums(game, steps)
    assert any(step.decision for step in steps)


def test_an_analysis_can_be_made_in_parts() -> None:
    _game, log = random_log("one-deck", {}, random.Random(8))
    whole = list(analyse_steps(log))
    assert [*islice(analyse_steps(log), 7), *analyse_steps(log, 7)] == whole


def test_the_lead_estimated_with_open_hands_is_the_result_once_all_cards_are_played() -> None:
    game, log = random_log("one-deck", {}, random.Random(2))
    steps = list(analyse_steps(log))
    assert steps[-2].leads == pytest.approx(leads_of(game.scores)), "only one card is left, and it is forced"


def test_a_ruleset_without_an_estimate_is_not_judged() -> None:
    _game, observation = next(random_match("one-deck", {}, random.Random(1)))
    assert evaluate(observation, random.Random(1))
    assert evaluate(replace(observation, ruleset="another"), random.Random(1)) == []


# ---- figures ----


def step_with(number: int, *points: float, chosen: int = 0, seat: int = 0) -> Step:
    values = [MoveValue(["play", f"{place}C"], value) for place, value in enumerate(points)]
    return Step(number, [0.0, 0.0], False, Decision(seat, chosen, values))


def test_the_worst_decisions_are_those_that_gave_away_most() -> None:
    steps = [step_with(1, 0, 2), step_with(2, 3, 3.5), step_with(3, 1, 0), step_with(4, 0, 5), step_with(5, 0, 1)]
    assert [number for number, _decision in worst_of(steps, 0)] == [4, 1, 5]
    assert worst_of(steps, 1) == []
    assert worst_of([step_with(1, 0, INACCURACY - 0.01)], 0) == []
    assert worst_of(steps[2:3], 0) == []


def test_accuracy_counts_only_decisions_between_choices_that_differ() -> None:
    fewest = FEWEST_DECISIONS
    assert accuracy_of([step_with(1, 2, 0)] * fewest, 0) == (100, fewest)
    assert accuracy_of([step_with(1, 0, 0.5)] * fewest, 0) == (50, fewest)
    halves = [step_with(1, 2, 0), step_with(2, 0, 0.5), step_with(3, 1, 1)] * fewest
    assert accuracy_of(halves, 0) == (75, 2 * fewest)
    assert accuracy_of([step_with(1, 1, 1)] * fewest, 0) is None
    assert accuracy_of([step_with(1, 2, 0)] * (fewest - 1), 0) is None, "so few say nothing"
    assert len(decisions_of([step_with(1, 2, 0), step_with(2, 1, 1)], 0)) == 1


def test_equal_values_make_the_chosen_move_the_best() -> None:
    decision = step_with(1, 1, 1, chosen=1).decision
    assert decision is not None
    assert decision.best.move == ["play", "1C"]
    assert decision.loss == 0
