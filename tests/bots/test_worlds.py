"""Sampled worlds are consistent with the observation, and differ from the true game only in what is hidden."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.bots.observation import Observation, moves_of, observe
from games.bots.worlds import SAMPLERS, sample
from games.rules.game import Game
from tests.bots.matches import SETTINGS, public_events, random_match

HIDDEN = {"hands", "stock", "events", "held", "piles"}
STALE = {
    "former_claimable": lambda game: game.phase != "announce",  # M17: used in announcement rounds only
    "claimable": lambda game: game.name == "porrazo" and game.phase == "play",  # P11
    "responders": lambda game: game.phase != "respond",
    "halted_award": lambda game: game.phase != "respond",
    "resume_seat": lambda game: game.phase != "respond",
    "tendido_batch": lambda game: game.tendido is None,
    "halted": lambda game: game.phase != "respond",
    "start_scores": lambda _game: True,  # only the panel with a deal's count shows them
    **dict.fromkeys(("chain_length", "chain_cards", "chain_missa", "chain_seats"), lambda game: game.chain_rank < 0),
}


def public_state(game: Game) -> dict[str, Any]:
    """Return every attribute that should not depend on hidden cards."""
    return {
        name: value
        for name, value in vars(game).items()
        if name not in HIDDEN and not (name in STALE and STALE[name](game))
    }


def seen_again(game: Game, observation: Observation) -> Observation:
    return observe(game, observation.seat, moves_of(game, observation.seat), public_events(observation))


def stock_of(game: Game) -> list[str]:
    return getattr(game, "stock", [])


@pytest.mark.parametrize("number", range(len(SETTINGS)))
@settings(max_examples=3, deadline=None)
@example(seed=439)  # in this match, the observer's own hand was shown in a challenge
@given(seed=st.integers(0, 10**9))
def test_a_sampled_world_agrees_with_its_observation(number: int, seed: int) -> None:
    ruleset, options = SETTINGS[number]
    rng = random.Random(seed)
    for game, observation in islice(random_match(ruleset, options, rng, share=0.1), 12):
        world = sample(observation, rng)
        assert seen_again(world, observation) == observation
        assert public_state(world) == public_state(game)
        cards = [*world.table, *stock_of(world), *(card for hand in world.hands for card in hand)]
        assert len(set(cards)) == len(cards)
        assert sorted(map(len, world.hands)) == sorted(map(len, game.hands))
        assert len(stock_of(world)) == len(stock_of(game))


def test_every_ruleset_has_a_sampler() -> None:
    assert set(SAMPLERS) == {"moroccan", "one-deck", "mufts", "porrazo", "steere"} == set(Game.registry) & set(SAMPLERS)
