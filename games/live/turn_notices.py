"""Notices for players whose turn has begun while they are not at the table."""

from __future__ import annotations

from accounts.names import shown_name
from games.live.match_room import MatchRoom
from games.models import Seat, tell_apart
from games.state.announce import Change
from games.state.notices import TURN, Notice


def may_miss_turn(change: Change, room: MatchRoom | None) -> bool:
    """Return whether a change begins the turn of a player who may not be at the table.

    Called on every move, so it doesn't query the database. If this process has no room for the match, the player counts
    as absent.
    """
    turn = None if change.times is None else change.times.turn
    if turn is None or not change.new_turn:
        return False
    if room is None or room.table is None:
        return True
    return not room.is_online(turn)


def find_turn_notice(change: Change) -> Notice | None:
    """Return the notice for the player whose turn it is after the change.

    The notice names the other players. Return None if it is nobody's turn, or if a bot plays the seat.
    Queries the database.
    """
    turn = None if change.times is None else change.times.turn
    if turn is None:
        return None
    seats = Seat.objects.filter(match__code=change.code, user__isnull=False).select_related("user", "match")
    found = {seat.number: seat for seat in seats.order_by("number")}
    mover = found.get(turn)
    if mover is None or mover.user_id is None or mover.bot or mover.stand_in:
        return None
    names = tell_apart([seat.user.username for seat in found.values() if seat.user])
    others = [shown_name(name) for number, name in zip(found, names, strict=True) if number != turn]
    return Notice(mover.user_id, TURN, change.code, mover.match.ruleset, ",".join(others))
