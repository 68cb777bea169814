"""The expected points of each call in an announcement round, according to level 4's model in ``calling.py``."""

import random
from collections.abc import Sequence
from typing import Final

from games.bots.belief import Belief, World
from games.bots.calling import Setting, call_chances, decision_key, payoff
from games.bots.calling_worlds import public_game
from games.bots.declaring import likelihood_of
from games.bots.hands import PACKED
from games.bots.observation import Observation
from games.rules.cards import RANK_40
from games.rules.moroccan import Moroccan
from games.rules.tringa import NOTHING, holding, pack_ranks

SAMPLES: Final = 40  # deals to draw if there is more than one other seat


def value_calls(observation: Observation, rng: random.Random) -> dict[str, float]:
    """Return the expected points of each call, minus the mean of the other sides.

    Only points that follow from hands and calls alone are counted: awards, false calls and hidden holdings. The seats
    that speak later are assumed to call as level 4 does.
    """
    game, belief = _believe(observation)
    worlds = _worlds(belief, game, rng)
    mine = pack_ranks([RANK_40[card] for card in observation.my_hand])
    announcing = _Round(game, observation.seat)
    total = sum(weight for _hands, weight in worlds)
    return {
        move[1]: sum(
            weight * announcing.expect(move[1], (mine, *(PACKED[hand] for hand in hands))) for hands, weight in worlds
        )
        / total
        for move in observation.moves
        if move[0] == "announce"
    }


def chance_of_pair(observation: Observation) -> float:
    """Return the chance that another player was dealt a pair or more, going by the cards and the calls so far."""
    game, belief = _believe(observation)
    worlds = _worlds(belief, game, random.Random(0))
    held = sum(weight for hands, weight in worlds if any(holding(PACKED[hand]) != NOTHING for hand in hands))
    return held / sum(weight for _hands, weight in worlds)


def chance_true(observation: Observation, seat: int) -> float:
    """Return the chance that a seat's call is true, going by the cards and the calls so far."""
    game, belief = _believe(observation)
    return belief.chance_true(seat, str(game.call[seat]))


def _believe(observation: Observation) -> tuple[Moroccan, Belief]:
    game, batches = public_game(observation)
    return game, Belief(observation, game, batches, likelihood_of(game))


def _worlds(belief: Belief, game: Moroccan, rng: random.Random) -> list[World]:
    return belief.all_worlds() if game.players == 2 else belief.draw_worlds(SAMPLES, rng)


class _Round:
    """An announcement round in which it is a seat's turn to speak. Places are counted from the first speaker."""

    def __init__(self, game: Moroccan, seat: int) -> None:
        order = game.turn_order()
        self._place = order.index(seat)
        self._heard = [str(game.call[one]) for one in order[: self._place]]
        self._setting = Setting(tuple(game.sides[one] for one in order), game.hand_size, game.silent_penalty)
        self._ace_high = game.ace_high

    def expect(self, call: str, hands: Sequence[int]) -> float:
        """Return the expected points of a call. ``hands`` contains packed hands, starting with the seat's own."""
        first = len(hands) - self._place
        by_place = [*hands[first:], *hands[:first]]
        return self._expect([*self._heard, call], by_place)

    def _expect(self, said: list[str], hands: Sequence[int]) -> float:
        place = len(said)
        if place == len(hands):
            return payoff(self._setting, hands, said)[self._place]
        chances = call_chances(self._setting, decision_key(said, hands[place], ace_high=self._ace_high))
        chances = chances or {holding(hands[place]): 1.0}
        return sum(chance * self._expect([*said, call], hands) for call, chance in chances.items() if chance)
