"""Highlights and player statistics of an ended match.

A ruleset's ``Game.highlights`` maps its events to types of highlights. Calls are judged by the hands, which only their
owners see during the match, so everything here is for matches that are over.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from games.rules.game import Event, Game
from games.rules.moves import Move
from games.rules.texts import gettext_noop

CALL, CAIDA, MISSA, TRICK = "call", "caida", "missa", "trick"
HIGHLIGHT_LABELS: Final = {
    CALL: gettext_noop("Calls"),
    CAIDA: gettext_noop("Caidas"),
    MISSA: gettext_noop("Missas"),
    TRICK: gettext_noop("Tricks"),
}
SILENT: Final = "nothing"  # the announcement of a seat that calls nothing


def highlights_of(ruleset: type[Game], events: Iterable[Event]) -> list[str]:
    """Return the types of highlights among these events, without duplicates. Calling nothing is not a highlight."""
    relevant = (event for event in events if event.data.get("call") != SILENT)
    return list(dict.fromkeys(ruleset.highlights[event.kind] for event in relevant if event.kind in ruleset.highlights))


@dataclass(slots=True)
class SeatStats:
    """A seat's statistics.

    ``caught`` counts the ``false_calls`` that were exposed. Automatic calls do not count.
    """

    caidas_given: int = 0
    caidas_taken: int = 0
    missas: int = 0
    true_calls: int = 0
    silent_calls: int = 0
    false_calls: int = 0
    caught: int = 0


class SeatStatsCounter:
    """Count the statistics of all seats during a replay."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._last_player = -1  # the seat that played the previous card
        self.seats = [SeatStats() for _seat in range(game.players)]

    def note(self, move: Move | None, events: Iterable[Event]) -> None:
        """Count a move that the game has just made, and its events."""
        highlights = self._game.highlights
        for event in events:
            kind = highlights.get(event.kind)
            if kind == CAIDA:
                self.seats[event.seat].caidas_given += 1
                self.seats[self._last_player].caidas_taken += 1
            elif kind == MISSA:
                self.seats[event.seat].missas += 1
            elif event.kind == "false_call":
                self.seats[event.seat].caught += 1
        if move is not None and move.verb == "play":
            self._last_player = move.seat
        elif move is not None and move.verb == "announce":
            self._judge_call(move.seat, move.call)

    def _judge_call(self, seat: int, call: str) -> None:
        seat_stats = self.seats[seat]
        if self._game.holds(seat, call):
            seat_stats.true_calls += call != SILENT
        elif call == SILENT:
            seat_stats.silent_calls += 1
        else:
            seat_stats.false_calls += 1
