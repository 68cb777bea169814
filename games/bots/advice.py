"""Advice for a player: the move that the strongest bot would make, and what it is worth."""

import random
from typing import Any, Final, NamedTuple

from games.bots import BOTS
from games.bots.evaluation import evaluate
from games.bots.observation import Observation
from games.bots.reasons import reason_of

STRONGEST: Final = max(BOTS.values(), key=lambda bot: bot.level)


class Advice(NamedTuple):
    """The move to make, its expected points above the other sides, and those of the best move that is worth less.

    Both are None for moves that the strongest bot does not compare by points, such as a claim; ``next_points`` also if
    all moves are worth the same. ``reason`` is what can be said for the move (``reason_of``).
    """

    move: list[Any]
    points: float | None = None
    next_points: float | None = None
    reason: list[Any] | None = None


def advise(observation: Observation, seed: int | str) -> Advice:
    """Return advice for the seat that is to move. The same arguments give the same advice.

    If a call would be drawn at random, the one with the most expected points is advised.
    """
    rng = random.Random(seed)
    chosen = STRONGEST.choose(observation, rng)
    values = evaluate(observation, rng)
    if chosen not in [value.move for value in values]:
        return Advice(chosen, reason=reason_of(observation, chosen, values))
    best = max(values, key=lambda value: value.points)
    less = [value.points for value in values if value.points < best.points]
    return Advice(best.move, best.points, max(less, default=None), reason_of(observation, best.move, values))
