"""Moves by people and bots, and the setting for automatic announcements."""

from games.models import Seat, Status
from games.rules.moves import MalformedMove, Move, parse_move
from games.services.match_service import check_running, check_version, match_service, require_seat
from games.services.moves import advance_match, cut_pack
from games.services.server_turns import act_for_server
from games.services.versioning import next_version
from games.state.announce import Change
from games.state.errors import Malformed, Stale
from games.state.store import MatchStore

__all__ = ["act_for_server", "make_bot_move", "make_move", "set_auto_call"]


@match_service
def make_move(store: MatchStore, *, code: str, user_id: int, version: int, move: list[object]) -> Change:
    """Make a player's move, ``[verb, …]`` or ``["cut", place]``. ``version`` is the version that the player has seen.

    The errors are checked in this order: NotFound; Malformed; Illegal if the match is not running; Forbidden without a
    seat; Unavailable if the user has resigned; Stale if the match has moved on; Illegal if the rules do not allow the
    move.
    """
    row = store.lock(code)
    parsed = _parse(move)
    check_running(row)
    live = store.load(row)
    seat = require_seat(live, user_id)
    check_version(row, version)
    if isinstance(parsed, int):
        return cut_pack(store, live, seat, parsed, by_person=True)
    return advance_match(store, live, parsed._replace(seat=seat), by_person=True)


@match_service
def make_bot_move(store: MatchStore, *, code: str, version: int, bot: str, move: Move) -> Change:
    """Make the move that a site bot has chosen for its seat. ``version`` is the version of the match that the bot saw.

    Raises NotFound; Stale if the match has moved on or is over, or if this bot no longer plays the seat; Illegal if the
    rules do not allow the move.
    """
    row = store.lock(code)
    if row.status != Status.RUNNING:
        raise Stale
    live = store.load(row)
    check_version(row, version)
    if live.turn != move.seat or not live.bot_chooses or live.seats[move.seat].played_by_bot != bot:
        raise Stale
    return advance_match(store, live, move)


@match_service
def set_auto_call(store: MatchStore, *, code: str, user_id: int, on: bool) -> Change | None:
    """Turn automatic truthful announcements for the user's seat on or off. Return None if nothing changes.

    Changing this setting ends a gentle start. Raises NotFound, Illegal, Forbidden, and Unavailable if the user has
    resigned.
    """
    row = store.lock(code)
    check_running(row)
    live = store.load(row)
    seat = require_seat(live, user_id)
    if live.seats[seat].auto_call == live.announces_for(seat) == on:
        return None
    Seat.objects.filter(match=row.id, number=seat).update(auto_call=on, gentle_start=False)
    live.change_seat(seat, auto_call=on, gentle_start=False)
    return next_version(store, live, reload=True)


def _parse(move: object) -> Move | int:
    """Return the place of a cut or, for any other move, the move as if seat 0 had made it.

    Raises Malformed.
    """
    if not isinstance(move, list):
        raise Malformed
    if move[:1] == ["cut"]:
        if len(move) != 2 or type(move[1]) is not int:
            raise Malformed(message="cut takes a number of cards")
        return move[1]
    try:
        return parse_move([0, *move])
    except MalformedMove as error:
        raise Malformed.of(error) from error
