"""Playing: the moves of people, and calls left to the site."""

from typing import cast

from games.models import Seat
from games.rules.game import MalformedMove, parse_move
from games.services.announce import Change
from games.services.changes import next_version
from games.services.errors import Malformed, Stale
from games.services.loading import loaded_match
from games.services.match_service import check_running, match_service, require_seat
from games.services.moves import advance_match, cut_pack
from games.services.rows import lock_match
from games.services.server_turns import act_for_server

__all__ = ["act_for_server", "make_move", "set_auto_call"]


@match_service
def make_move(*, code: str, user_id: int, version: int, move: list[object]) -> Change:
    """Make a person's move, ``[verb, …]`` or ``["cut", place]``, on the version of the match that he has seen.

    Raises NotFound, Malformed, Illegal where the match does not run, Forbidden without a seat, Unavailable where it was
    given up, Stale where the match has moved on, Illegal where the rules refuse; checked in this order.
    """
    row = lock_match(code)
    said = _parse(move)
    check_running(row)
    with loaded_match(row) as loaded:
        seat = require_seat(loaded, user_id)
        if not row.moved_version <= version <= row.version:
            raise Stale
        if said[0] == "cut":
            return cut_pack(loaded, seat, cast("int", said[1]), by_person=True)
        return advance_match(loaded, parse_move([seat, *said]), by_person=True)


@match_service
def set_auto_call(*, code: str, user_id: int, on: bool) -> Change | None:
    """Let the site announce truthfully for one's seat in this match, or no more; None where that changes nothing.

    Raises NotFound, Illegal, Forbidden, Unavailable for who gave the match up.
    """
    row = lock_match(code)
    check_running(row)
    with loaded_match(row) as loaded:
        seat = require_seat(loaded, user_id)
        if loaded.seats[seat].auto_call == on:
            return None
        Seat.objects.filter(match=row.id, number=seat).update(auto_call=on)
        loaded.seats[seat].auto_call = on
        return next_version(loaded, reload=True)


def _parse(move: object) -> list[object]:
    """The move without its seat. Raises Malformed."""
    if not isinstance(move, list):
        raise Malformed
    if move[:1] == ["cut"]:
        if len(move) != 2 or type(move[1]) is not int:
            raise Malformed(message="cut takes a number of cards")
        return move
    try:
        parse_move([0, *move])
    except MalformedMove as error:
        raise Malformed.of(error) from error
    return move
