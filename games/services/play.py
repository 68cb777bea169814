"""Playing: the moves of people, and calls left to the site."""

from games.models import Seat
from games.rules.game import MalformedMove, Move, parse_move
from games.services.due import act_for_server
from games.services.moving import advance_match, cut_pack
from games.services.running import check_running, match_service, require_seat
from games.services.versioning import next_version
from games.state.announce import Change
from games.state.errors import Malformed, Stale
from games.state.store import MatchStore

__all__ = ["act_for_server", "make_move", "set_auto_call"]


@match_service
def make_move(store: MatchStore, *, code: str, user_id: int, version: int, move: list[object]) -> Change:
    """Make a person's move, ``[verb, …]`` or ``["cut", place]``, on the version of the match that he has seen.

    Raises NotFound, Malformed, Illegal where the match does not run, Forbidden without a seat, Unavailable where it was
    given up, Stale where the match has moved on, Illegal where the rules refuse; checked in this order.
    """
    row = store.lock(code)
    said = _parse(move)
    check_running(row)
    live = store.load(row)
    seat = require_seat(live, user_id)
    if not row.moved_version <= version <= row.version:
        raise Stale
    if isinstance(said, int):
        return cut_pack(store, live, seat, said, by_person=True)
    return advance_match(store, live, (seat, *said[1:]), by_person=True)


@match_service
def set_auto_call(store: MatchStore, *, code: str, user_id: int, on: bool) -> Change | None:
    """Let the site announce truthfully for one's seat in this match, or no more; None where that changes nothing.

    Raises NotFound, Illegal, Forbidden, Unavailable for who gave the match up.
    """
    row = store.lock(code)
    check_running(row)
    live = store.load(row)
    seat = require_seat(live, user_id)
    if live.seats[seat].auto_call == on:
        return None
    Seat.objects.filter(match=row.id, number=seat).update(auto_call=on)
    live.change_seat(seat, auto_call=on)
    return next_version(store, live, reload=True)


def _parse(move: object) -> Move | int:
    """The move as one of seat 0, or the place of a cut. Raises Malformed."""
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
