"""Whose turn begins while they look elsewhere."""

from __future__ import annotations

from games.live.watch import Watch
from games.models import Seat
from games.state.announce import Change
from games.state.notices import TURN, Notice


def is_missed(change: Change, watch: Watch | None) -> bool:
    """Whether a change makes it the turn of somebody who may not be there to see it.

    Asked at every move: it does not look into the database, where everything is known of a match that is watched here.
    """
    turn = None if change.times is None else change.times.turn
    if turn is None or not change.new_turn:
        return False
    if watch is None or watch.table is None:
        return True
    return not watch.table.seats[turn].played_by_bot and not watch.online[turn]


def find_missed(change: Change) -> Notice | None:
    """The notice for whose turn it is by this change; None for a bot's. Reads the database."""
    turn = None if change.times is None else change.times.turn
    if turn is None:
        return None
    seats = Seat.objects.filter(match__code=change.code, number=turn, bot="", stand_in="", user__isnull=False)
    found = seats.values_list("user", "match__ruleset").first()
    return None if found is None else Notice(found[0], TURN, change.code, found[1])
