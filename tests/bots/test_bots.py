"""Properties of every bot in every ruleset."""

from __future__ import annotations

import pickle
import random
from itertools import islice
from typing import Any

import pytest

from games.bots import BOTS, choose_move
from games.bots.observation import moves_of, observe
from games.bots.worlds import sample
from tests.bots.matches import SETTINGS, public_events, random_match


@pytest.mark.parametrize(("ruleset", "options"), SETTINGS)
def test_every_bot_chooses_a_legal_move_that_no_hidden_card_changes(ruleset: str, options: dict[str, Any]) -> None:
    rng = random.Random(f"{ruleset}{options}")
    for _game, observation in islice(random_match(ruleset, options, rng, share=0.1), 10):
        world = sample(observation, rng)
        twin = observe(world, observation.seat, moves_of(world, observation.seat), public_events(observation))
        assert twin == observation
        for key in BOTS:
            chosen = choose_move(key, observation, "seed")
            assert chosen in observation.moves
            assert choose_move(key, pickle.loads(pickle.dumps(twin)), "seed") == chosen  # noqa: S301


def test_the_levels_are_numbered() -> None:
    assert [bot.level for bot in BOTS.values()] == list(range(1, len(BOTS) + 1))
    assert all(key == bot.key and bot.title and bot.sentence for key, bot in BOTS.items())
