"""Observations: everything that a bot's seat may know, and nothing else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.events import Event
from games.rules.game import Game


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything that a seat may know when it chooses a move. Every value is a plain JSON value and can be pickled.

    ``view`` is the seat's ``Game.view``. ``moves`` contains all moves that the rules now allow the seat (at least one),
    without the seat number. ``events`` contains the public events of the current deal, in order. ``history`` is
    ``Game.history``, which counts each seat's public actions in the match.
    """

    ruleset: str
    options: Mapping[str, Any]
    seat: int
    view: Mapping[str, Any]
    moves: Sequence[list[Any]]
    events: Sequence[Mapping[str, Any]]
    history: Sequence[Mapping[str, int]] = ()

    @property
    def my_hand(self) -> list[str]:
        """Return the cards in the seat's own hand, or an empty list while the seat may not look at them."""
        return list(self.view["seats"][self.seat]["hand"] or ())


def observe(game: Game, seat: int, moves: Sequence[list[Any]], events: Sequence[Event]) -> Observation:
    """Return what ``seat`` may know about a game. ``events`` contains the public events of the current deal."""
    return Observation(
        ruleset=game.name,
        options=dict(game.chosen),
        seat=seat,
        view=game.view(seat),
        moves=[list(move) for move in moves],
        events=[event.as_json() for event in events],
        history=game.history(),
    )


def moves_of(game: Game, seat: int) -> list[list[Any]]:
    """Return all moves that the rules now allow ``seat``, as an observation lists them."""
    return [list(move[1:]) for move in game.legal() if move[0] == seat]
