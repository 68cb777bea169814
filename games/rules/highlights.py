"""What is worth going back to in a match, and what it tells of its players.

A ruleset says with ``Game.highlights`` which of its events are what kind of moment. Calls are judged by the hands,
which nobody but their owner sees: everything here is for matches that are over.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from games.rules.game import Event, Game, Move, noop

CALL, CAIDA, MISSA, TRICK = "call", "caida", "missa", "trick"
HIGHLIGHT_LABELS: Final = {
    CALL: noop("Calls"),
    CAIDA: noop("Caidas"),
    MISSA: noop("Missas"),
    TRICK: noop("Tricks"),
}
SILENT: Final = "nothing"  # what is announced by whoever calls nothing


def highlights_of(ruleset: type[Game], events: Iterable[Event]) -> list[str]:
    """What kinds of moments these events are, each once; that nothing is called is none."""
    told = (event for event in events if event.data.get("call") != SILENT)
    return list(dict.fromkeys(ruleset.highlights[event.kind] for event in told if event.kind in ruleset.highlights))


@dataclass(slots=True)
class SeatStats:
    """What one seat did in a match. Of ``false_calls`` so many were ``caught``; a call that the site makes is none."""

    caidas_given: int = 0
    caidas_taken: int = 0
    missas: int = 0
    true_calls: int = 0
    silent_calls: int = 0
    false_calls: int = 0
    caught: int = 0


class SeatStatsCounter:
    """Counts the deeds of all seats while a game is walked through."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._laid = -1  # who laid the card before
        self.seats = [SeatStats() for _seat in range(game.players)]

    def note(self, move: Move | None, events: Iterable[Event]) -> None:
        """Count a move that the game has just made, and what came of it."""
        highlights = self._game.highlights
        for event in events:
            kind = highlights.get(event.kind)
            if kind == CAIDA:
                self.seats[event.seat].caidas_given += 1
                self.seats[self._laid].caidas_taken += 1
            elif kind == MISSA:
                self.seats[event.seat].missas += 1
            elif event.kind == "false_call":
                self.seats[event.seat].caught += 1
        if move is not None and move[1] == "play":
            self._laid = move[0]
        elif move is not None and move[1] == "announce":
            self._judge_call(move[0], str(move[2]))  # type: ignore[misc]

    def _judge_call(self, seat: int, call: str) -> None:
        seat_stats = self.seats[seat]
        if self._game.holds(seat, call):
            seat_stats.true_calls += call != SILENT
        elif call == SILENT:
            seat_stats.silent_calls += 1
        else:
            seat_stats.false_calls += 1
