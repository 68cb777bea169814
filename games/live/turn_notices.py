"""Notices for players whose turn has begun while they are not at the table."""

from __future__ import annotations

from games.live.match_room import MatchRoom
from games.models import Seat
from games.state.announce import Change
from games.state.notices import TURN, Notice


def may_miss_turn(change: Change, room: MatchRoom | None) -> bool:
    """Return whether a change begins the turn of a player who may not be at the table.

    Called on every move. It needs no query if this process has a room for the match.
    """
    turn = None if change.times is None else change.times.turn
    if turn is None or not change.new_turn:
        return False
    if room is None or room.table is None:
        return True
    return not room.online[turn]


def find_turn_notice(change: Change) -> Notice | None:
    """Return the notice for the player whose turn it is after the change.

    Return None if a bot has taken over the seat. Runs a query.
    """
    turn = None if change.times is None else change.times.turn
    if turn is None:
        return None
    seats = Seat.objects.filter(match__code=change.code, number=turn, bot="", stand_in="", user__isnull=False)
    found = seats.values_list("user", "match__ruleset").first()
    return None if found is None else Notice(found[0], TURN, change.code, found[1])
