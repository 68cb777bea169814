"""Playing: moves of people and of the server, calls left to the site."""

from django.db import transaction

from games.models import Reason, Seat, Status
from games.rules.game import IllegalMove, MalformedMove, Move, parse_move
from games.services.announce import Change
from games.services.autoplay import choose_move
from games.services.changes import next_version
from games.services.dealing import deal_if_due
from games.services.errors import Illegal, Malformed, Stale
from games.services.leaving import close_open_table, lose_patience
from games.services.loading import LoadedMatch, Step, loaded_match
from games.services.presence import hand_back
from games.services.results import finish_match
from games.services.rows import append_move, lock_match
from games.services.running import check_running, require_seat


@transaction.atomic
def make_move(*, code: str, user_id: int, version: int, move: list[object]) -> Change:
    """Make a person's move, ``[verb, …]``, on the version of the match that he has seen.

    Raises NotFound, Malformed, Illegal where the match does not run, Forbidden without a seat, Stale where the match
    has moved on, Illegal where the rules refuse; checked in this order.
    """
    row = lock_match(code)
    said = _parse(move)
    check_running(row)
    with loaded_match(row) as loaded:
        seat = require_seat(loaded, user_id)
        if not row.moved_version <= version <= row.version:
            raise Stale
        return _advance(loaded, parse_move([seat, *said]), back=hand_back(loaded, seat))


@transaction.atomic
def act_for_server(*, code: str, version: int) -> Change | None:
    """Do what the server owes the match at this version; None where it owes nothing (any more).

    That is a bot's move, a truthful call for a seat that lets the site call, or the end of the patience with a
    player, or with an open table. Raises NotFound.
    """
    row = lock_match(code)
    if row.version != version:
        return None
    if row.status == Status.OPEN:
        return close_open_table(row)
    if row.status != Status.RUNNING:
        return None
    with loaded_match(row) as loaded:
        move = choose_move(loaded)
        return lose_patience(loaded) if move is None else _advance(loaded, move)


@transaction.atomic
def set_auto_call(*, code: str, user_id: int, on: bool) -> Change:
    """Let the site announce truthfully for one's seat in this match, or no more.

    Raises NotFound, Illegal, Forbidden.
    """
    row = lock_match(code)
    check_running(row)
    with loaded_match(row) as loaded:
        seat = require_seat(loaded, user_id)
        Seat.objects.filter(match=row.id, number=seat).update(auto_call=on)
        loaded.seats[seat].auto_call = on
        return next_version(loaded, reload=True)


def _parse(move: object) -> list[object]:
    """The move without its seat. Raises Malformed."""
    if not isinstance(move, list):
        raise Malformed
    try:
        parse_move([0, *move])
    except MalformedMove as error:
        raise Malformed.of(error) from error
    return move


def _advance(loaded: LoadedMatch, move: Move, *, back: bool = False) -> Change:
    """Apply, log, deal, and end the match where the rules do. Raises Illegal and then has changed nothing.

    ``back`` says that the player has taken his seat back to make this move.
    """
    try:
        events = loaded.game.apply(move)
    except IllegalMove as error:
        raise Illegal.of(error) from error
    loaded.note(Step(move, events, [], 0))
    append_move(loaded.id, loaded.moves_made, move)
    deals = deal_if_due(loaded)
    if loaded.game.over:
        finish_match(loaded, reason=Reason.RULES, winners=loaded.game.winners)
    return next_version(loaded, moves=(move,), deals=deals, ended=loaded.game.over, reload=back)
