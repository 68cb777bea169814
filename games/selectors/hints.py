"""Hints, as shown at a table, and the data that a bot process needs to find a hint."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import QuerySet

from games.bots.observation import Observation, moves_of, observe
from games.models import Hint, Match, Status
from games.state.errors import NotFound
from games.state.hints import allows_hints
from games.state.live_match import LiveMatch
from games.state.match_cache import match_cache
from games.state.seats import SeatInfo


class HintsUsed(NamedTuple):
    """The number of hints that a seat has used.

    Hints are available only in matches with one person, so only one seat in a match can have used any.
    """

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class TableHints:
    """A match's hints: whether they are allowed, how many each seat has used, and the latest one."""

    allowed: bool = False
    used: Mapping[int, int] = field(default_factory=dict)
    latest: Hint | None = None

    def as_json(self, moves_made: int) -> dict[str, Any] | None:
        """Return the ``hint`` object (docs/protocol.md) after this many moves, or None if hints are not allowed."""
        if not self.allowed:
            return None
        hint = self.latest if self.latest is not None and self.latest.moves_made == moves_made else None
        return {
            "asked": hint is not None,
            "move": hint.move if hint else None,
            "points": hint.points if hint else None,
            "next_points": hint.next_points if hint else None,
            "next_move": hint.next_move if hint else None,
            "reason": hint.reason if hint else None,
            "call_chance": hint.call_chance if hint else None,
        }


NO_HINTS = TableHints()


def read_hints(match: Match, seats: Sequence[SeatInfo]) -> TableHints:
    """Return the hints for a match. ``seats`` contains the match's seats."""
    if not allows_hints(rated=match.rated, seats=seats):
        return NO_HINTS
    hints = list(Hint.objects.filter(match=match).order_by("moves_made"))
    return TableHints(True, Counter(hint.seat for hint in hints if hint.answered), hints[-1] if hints else None)


def hints_used(match: Match) -> HintsUsed | None:
    """Return the seat that used hints in a match, and how many it used. Return None if no hints were used."""
    seats = list(Hint.objects.filter(match=match, answered__isnull=False).values_list("seat", flat=True))
    return HintsUsed(seats[0], len(seats)) if seats else None


def waiting_hints() -> QuerySet[Hint]:
    """Return the hints that have no answer yet, oldest first."""
    return Hint.objects.filter(answered__isnull=True).order_by("asked")


@dataclass(frozen=True, slots=True)
class HintRequest:
    """A position in which a player wants a hint: the version of the match, what the seat sees, and a seed."""

    version: int
    observation: Observation
    seed: str


def read_hint_request(code: str, moves_made: int) -> HintRequest | None:
    """Return the position in a match after this many moves, or None if the match has moved on or is over."""
    try:
        with match_cache.current(code) as live:
            return _request_of(live, moves_made)
    except NotFound:
        return None


def _request_of(live: LiveMatch, moves_made: int) -> HintRequest | None:
    seat, game = live.turn, live.game
    if live.status != Status.RUNNING or live.moves_made != moves_made or seat is None or live.waits_for_cut:
        return None
    observation = observe(game, seat, moves_of(game, seat), live.seen)
    return HintRequest(live.version, observation, f"{live.code}:{moves_made}")
