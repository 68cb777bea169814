"""Player statistics for a finished match.

Calls are judged by comparing them with the hands, which are secret during a match. The statistics therefore cover only
finished matches.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules.events import Event
from games.rules.game import Game
from games.rules.highlights import CAIDA, MISSA, SILENT
from games.rules.moves import Move


@dataclass(slots=True)
class SeatStats:
    """A seat's statistics.

    ``caught`` is the number of false calls that were exposed. Automatic calls do not count.
    """

    caidas_given: int = 0
    caidas_taken: int = 0
    missas: int = 0
    true_calls: int = 0
    silent_calls: int = 0
    false_calls: int = 0
    caught: int = 0


class SeatStatsCounter:
    """A counter that computes the statistics of all seats during a replay. ``seats`` contains the results."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._last_player = -1  # the seat that played the previous card
        self.seats = [SeatStats() for _seat in range(game.players)]

    def note(self, move: Move | None, events: Iterable[Event]) -> None:
        """Add a move that was just made (None for a deal) and its events to the statistics."""
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
