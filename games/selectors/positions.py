"""The positions in a match, as seen by the player to move."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.bots.observation import Observation, moves_of, observe
from games.rules.events import Event
from games.rules.game import Game
from games.state.match_log import Step


class Position(NamedTuple):
    """A position before a move. ``move`` counts from 1, and ``observation`` is what the seat to move knew."""

    move: int
    observation: Observation


def positions_of(steps: Iterable[tuple[Game, Step]]) -> Iterator[Position]:
    """Yield every position in which it is some seat's turn, from the steps of ``walk_match`` or ``walk_log``."""
    events: list[Event] = []  # events in the current deal
    for made, (game, step) in enumerate(steps):
        events = list(step.dealt) if step.deals else events + step.made
        if game.to_act >= 0 and not game.over:
            yield Position(made + 1, observe(game, game.to_act, moves_of(game, game.to_act), events))
