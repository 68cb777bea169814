"""Advice for a player: the move that the strongest bot would make, and its value."""

import random
from typing import Any, Final, NamedTuple

from games.bots import BOTS
from games.bots.call_values import chance_true
from games.bots.evaluation import evaluate
from games.bots.observation import Observation
from games.bots.reasons import reason_of

STRONGEST: Final = max(BOTS.values(), key=lambda bot: bot.level)


class Advice(NamedTuple):
    """The recommended move, the points that it is expected to gain, and a reason for it.

    ``points`` is relative to the other sides, and ``next_points`` is the next lower value among the moves, that of
    ``next_move``. They are None for moves that the strongest bot does not compare by points, such as claims. The last
    two are also None if all moves have the same value. ``reason`` comes from ``reason_of``. Beside a card,
    ``call_chance`` is the chance in per cent that the least likely call that the seat may challenge is true, although a
    challenge is not worth it. It is None if there is no such call.
    """

    move: list[Any]
    points: float | None = None
    next_points: float | None = None
    reason: list[Any] | None = None
    next_move: list[Any] | None = None
    call_chance: int | None = None


def advise(observation: Observation, seed: int | str) -> Advice:
    """Return advice for the seat to act. The same arguments give the same advice.

    If the bot would draw its call at random, the call with the highest expected points is recommended. Among equal
    moves, one that a reason can be given for is preferred.
    """
    rng = random.Random(seed)
    chosen = STRONGEST.choose(observation, rng)
    values = evaluate(observation, rng)
    if chosen not in [value.move for value in values]:
        return Advice(chosen, reason=reason_of(observation, chosen, values))
    most = max(value.points for value in values)
    best = [value.move for value in values if value.points == most]
    reasons = ((move, reason_of(observation, move, values)) for move in best)
    move, reason = next((found for found in reasons if found[1] != ["best"]), (best[0], ["best"]))
    less = [value for value in values if value.points < most]
    advice = Advice(move, most, reason=reason, call_chance=_call_chance(observation, move))
    if not less:
        return advice
    following = max(less, key=lambda value: value.points)
    return advice._replace(next_points=following.points, next_move=following.move)


def _call_chance(observation: Observation, move: list[Any]) -> int | None:
    callers = [one[1] for one in observation.moves if one[0] == "challenge"]
    if move[0] != "play" or not callers:
        return None
    return round(100 * min(chance_true(observation, caller) for caller in callers))
