"""Worlds: complete game states consistent with what a seat may know."""

import random
from collections.abc import Callable
from typing import TypeAlias

from games.bots.calling_worlds import sample_calling
from games.bots.observation import Observation
from games.bots.porrazo_worlds import sample_porrazo
from games.bots.steere_worlds import sample_steere
from games.rules.game import Game

Sampler: TypeAlias = Callable[[Observation, random.Random], Game]

SAMPLERS: dict[str, Sampler] = {
    "moroccan": sample_calling,
    "one-deck": sample_calling,
    "mufts": sample_calling,
    "porrazo": sample_porrazo,
    "steere": sample_steere,
}


def sample(observation: Observation, rng: random.Random) -> Game:
    """Return a complete state that would give the same seat the same observation.

    The hidden cards and the order of the stock are random. Raises KeyError for an unknown ruleset.
    """
    return SAMPLERS[observation.ruleset](observation, rng)
