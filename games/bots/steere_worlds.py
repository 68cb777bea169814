"""Worlds for Mark Steere's game, in which the whole pack is dealt."""

import random

from games.bots.hidden import deal_hidden, hidden_cards, rebuild_public, shown_cards
from games.bots.observation import Observation
from games.rules.steere import Steere


def sample_steere(observation: Observation, rng: random.Random) -> Steere:
    """Return a random state consistent with the observation. All consistent states are equally likely."""
    game = rebuild_public(observation)
    if not isinstance(game, Steere):
        raise TypeError(f"{observation.ruleset} is not steere")
    game.last_trick = observation.view["last_trick"]
    game.tie_break = observation.view["tie_break"]
    hidden = hidden_cards(observation, shown_cards(observation.events))
    sizes = [seat["cards"] - len(game.hands[number]) for number, seat in enumerate(observation.view["seats"])]
    hands, _rest = deal_hidden(hidden, sizes, lambda _seat, _hand: True, rng)
    for seat, hand in enumerate(hands):
        game.hands[seat] += hand
    return game
