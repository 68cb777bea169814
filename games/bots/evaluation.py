"""The value of each move to a seat, as level 4 judges it: the interface for analysis, hints and puzzles."""

import random
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from games.bots import porrazo_values, steere
from games.bots.call_values import value_calls
from games.bots.observation import Observation
from games.bots.searching import value_cards
from games.bots.speech import turn_moves


class MoveValue(NamedTuple):
    """A legal move, as in ``Observation.moves``, and the points it is expected to gain relative to the other sides."""

    move: list[Any]
    points: float


Valuer: TypeAlias = Callable[[Observation, random.Random], list[MoveValue]]


def evaluate(observation: Observation, rng: random.Random) -> list[MoveValue]:
    """Return the expected points for each move in the seat's turn, in the order of ``observation.moves``.

    These are the points that the seat's side will gain from now on, minus the mean of the other sides. Only differences
    between them are meaningful. The same observation and random state give the same values.

    Three kinds of decision are judged: which card to play, what to announce, and when to lay Porrazo's tendido. The
    list is empty for claims, challenges, accepting a call and the closing round, and in rulesets without an estimate.
    Where a claim or a challenge is possible out of turn, only the moves of the turn itself are listed.
    """
    moves = turn_moves(observation.moves)
    valuer = VALUERS.get(observation.ruleset, {}).get(moves[0][0])
    return valuer(observation, rng) if valuer else []


def _cards(observation: Observation, rng: random.Random) -> list[MoveValue]:
    values = value_cards(observation, rng)
    return [MoveValue(move, values[move[1]]) for move in turn_moves(observation.moves)]


def _calls(observation: Observation, rng: random.Random) -> list[MoveValue]:
    values = value_calls(observation, rng)
    return [MoveValue(move, values[move[1]]) for move in turn_moves(observation.moves)]


def _porrazo(observation: Observation, rng: random.Random) -> list[MoveValue]:
    moves = turn_moves(observation.moves)
    return [
        MoveValue(move, points)
        for move, points in zip(moves, porrazo_values.value_moves(observation, moves, rng), strict=True)
    ]


def _steere(observation: Observation, rng: random.Random) -> list[MoveValue]:
    values = steere.value_cards(observation, rng)
    return [MoveValue(move, values[move[1]]) for move in observation.moves]


_CALLING: Final[Mapping[str, Valuer]] = {"play": _cards, "announce": _calls}
VALUERS: Final[Mapping[str, Mapping[str, Valuer]]] = {  # by ruleset and verb
    **dict.fromkeys(("moroccan", "one-deck", "mufts"), _CALLING),
    "porrazo": dict.fromkeys(("play", "announce", "tendido"), _porrazo),
    "steere": {"play": _steere},
}
