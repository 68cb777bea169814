"""Advice: the move that the strongest bot would make, based only on what the seat knows."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.bots.advice import STRONGEST, advise
from games.bots.call_values import chance_true
from games.bots.evaluation import evaluate
from games.bots.observation import Observation, moves_of, observe
from games.bots.worlds import sample
from games.rules.events import Event
from games.rules.game import Game
from tests.bots.matches import SETTINGS, random_match


def positions(ruleset: str, options: dict[str, Any], seed: int) -> list[Observation]:
    """Return a few positions that offer a choice of moves, from a random match."""
    rng = random.Random(seed)
    played = random_match(ruleset, options, rng, share=0.05)
    return [observation for _game, observation in played if len(observation.moves) > 1][:4]


def seen_in(world: Game, observation: Observation) -> Observation:
    """Return what the same seat sees in a world consistent with the observation but with different hidden cards."""
    events = [Event(event["kind"], event["seat"], {**event}) for event in observation.events]
    events = [
        event._replace(data={key: value for key, value in event.data.items() if key not in {"kind", "seat"}})
        for event in events
    ]
    return observe(world, observation.seat, moves_of(world, observation.seat), events)


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_advice_does_not_depend_on_any_hidden_card(number: int) -> None:
    for observation in positions(*SETTINGS[number], seed=number):
        advice = advise(observation, "seed")
        assert advice.move in observation.moves
        other = seen_in(sample(observation, random.Random(7)), observation)
        assert advise(other, "seed") == advice


def test_advice_names_the_best_move_and_what_the_next_one_is_worth() -> None:
    compared = 0
    for observation in positions("moroccan", {}, seed=3) + positions("steere", {}, seed=3):
        advice = advise(observation, 1)
        if advice.points is None:
            continue
        rng = random.Random(1)
        STRONGEST.choose(observation, rng)
        values = {tuple(value.move): value.points for value in evaluate(observation, rng)}
        assert advice.points == values[tuple(advice.move)] == max(values.values())
        assert advice.next_points is None or advice.next_points < advice.points
        assert advice.next_points == max((one for one in values.values() if one < advice.points), default=None)
        assert (advice.next_move and values[tuple(advice.next_move)]) == advice.next_points
        compared += 1
    assert compared


def test_advice_on_a_card_says_how_likely_a_call_is_that_could_be_challenged() -> None:
    told = 0
    for observation in positions("moroccan", {"declarations": "manual"}, seed=5):
        advice = advise(observation, 1)
        callers = [move[1] for move in observation.moves if move[0] == "challenge"]
        if advice.move[0] != "play" or not callers or advice.points is None:
            assert advice.call_chance is None
            continue
        assert advice.call_chance == round(100 * chance_true(observation, callers[0]))
        told += 1
    assert told
