"""Playing: moves of people and of the server, calls left to the site, giving up."""

from django.db import transaction

from games.models import Reason, Seat, Status
from games.rules.game import Deal, IllegalMove, MalformedMove, Move, parse_move
from games.services.announce import Change, announce_change
from games.services.autoplay import choose_move, wake_time
from games.services.dealing import deal_if_due
from games.services.errors import Forbidden, Illegal, Malformed, Stale
from games.services.loading import LoadedMatch, Step, loaded_match
from games.services.results import finish_match
from games.services.rows import MatchRow, append_move, lock_match, set_version


@transaction.atomic
def make_move(*, code: str, user_id: int, version: int, move: list[object]) -> Change:
    """Make a person's move, ``[verb, …]``, on the version of the match that he has seen.

    Raises NotFound, Malformed, Illegal where the match does not run, Forbidden without a seat, Stale where the match
    has moved on, Illegal where the rules refuse; checked in this order.
    """
    row = lock_match(code)
    said = _parse(move)
    _check_running(row)
    with loaded_match(row) as loaded:
        seat = _require_seat(loaded, user_id)
        if version != row.version:
            raise Stale
        return _advance(loaded, parse_move([seat, *said]))


@transaction.atomic
def act_for_server(*, code: str, version: int) -> Change | None:
    """Make the move that the server owes the match at this version; None where it owes none (any more).

    That is a bot's move, or a truthful call for a seat that lets the site call. Raises NotFound.
    """
    row = lock_match(code)
    if row.status != Status.RUNNING or row.version != version:
        return None
    with loaded_match(row) as loaded:
        move = choose_move(loaded)
        return None if move is None else _advance(loaded, move)


@transaction.atomic
def resign_match(*, code: str, user_id: int) -> Change:
    """Give a running match up: every other side wins, the scores as they stand.

    Raises NotFound, Illegal, Forbidden.
    """
    row = lock_match(code)
    _check_running(row)
    with loaded_match(row) as loaded:
        seat = _require_seat(loaded, user_id)
        game = loaded.game
        winners = [side for side in range(game.side_count) if side != game.sides[seat]]
        finish_match(loaded, reason=Reason.RESIGNED, winners=winners, seat=seat)
        return _next_version(loaded, ended=True)


@transaction.atomic
def set_auto_call(*, code: str, user_id: int, on: bool) -> Change:
    """Let the site announce truthfully for one's seat in this match, or no more.

    Raises NotFound, Illegal, Forbidden.
    """
    row = lock_match(code)
    _check_running(row)
    with loaded_match(row) as loaded:
        seat = _require_seat(loaded, user_id)
        Seat.objects.filter(match=row.id, number=seat).update(auto_call=on)
        loaded.seats[seat].auto_call = on
        return _next_version(loaded, reload=True)


def _parse(move: object) -> list[object]:
    """The move without its seat. Raises Malformed."""
    if not isinstance(move, list):
        raise Malformed
    try:
        parse_move([0, *move])
    except MalformedMove as error:
        raise Malformed.of(error) from error
    return move


def _check_running(row: MatchRow) -> None:
    if row.status != Status.RUNNING:
        raise Illegal.because("not_now" if row.status == Status.OPEN else "match_over")


def _require_seat(loaded: LoadedMatch, user_id: int) -> int:
    seat = loaded.seat_of(user_id)
    if seat is None:
        raise Forbidden
    return seat


def _advance(loaded: LoadedMatch, move: Move) -> Change:
    """Apply, log, deal, and end the match where the rules do. Raises Illegal and then has changed nothing."""
    try:
        events = loaded.game.apply(move)
    except IllegalMove as error:
        raise Illegal.of(error) from error
    loaded.note(Step(move, events, [], 0))
    append_move(loaded.id, loaded.moves_made, move)
    deals = deal_if_due(loaded)
    if loaded.game.over:
        finish_match(loaded, reason=Reason.RULES, winners=loaded.game.winners)
    return _next_version(loaded, moves=(move,), deals=deals, ended=loaded.game.over)


def _next_version(
    loaded: LoadedMatch,
    *,
    moves: tuple[Move, ...] = (),
    deals: tuple[Deal, ...] = (),
    ended: bool = False,
    reload: bool = False,
) -> Change:
    loaded.version += 1
    wake_at = None if ended else wake_time(loaded)
    set_version(loaded.id, loaded.version, wake_at)
    change = Change(loaded.code, loaded.version, moves, deals, reload or ended, wake_at)
    announce_change(change)
    return change
