"""Playing: moves of people and of the server, calls left to the site."""

from typing import cast

from django.db import transaction

from games.models import Reason, Seat, Status
from games.rules.game import Deal, IllegalMove, MalformedMove, Move, parse_move
from games.services.announce import Change
from games.services.autoplay import choose_move
from games.services.changes import next_version
from games.services.dealing import cut_and_deal, cutter_is_bot, deal_if_due, draw_cut
from games.services.errors import Illegal, Malformed, Stale
from games.services.leaving import close_open_table, lose_patience
from games.services.loading import LoadedMatch, Step, loaded_match
from games.services.presence import hand_back
from games.services.results import finish_match
from games.services.rows import append_move, lock_match
from games.services.running import check_running, require_seat


@transaction.atomic
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
            return _cut(loaded, seat, cast("int", said[1]), by_person=True)
        return _advance(loaded, parse_move([seat, *said]), by_person=True)


@transaction.atomic
def act_for_server(*, code: str, version: int) -> Change | None:
    """Do what the server owes the match at this version; None where it owes nothing (any more).

    That is a bot's move or cut, a truthful call for a seat that lets the site call, or the end of the patience with a
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
        if loaded.turn is not None and cutter_is_bot(loaded):
            return _cut(loaded, loaded.turn, draw_cut(loaded))
        move = choose_move(loaded)
        return lose_patience(loaded) if move is None else _advance(loaded, move)


@transaction.atomic
def set_auto_call(*, code: str, user_id: int, on: bool) -> Change:
    """Let the site announce truthfully for one's seat in this match, or no more.

    Raises NotFound, Illegal, Forbidden, Unavailable for who gave the match up.
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
    if move[:1] == ["cut"]:
        if len(move) != 2 or type(move[1]) is not int:
            raise Malformed(message="cut takes a number of cards")
        return move
    try:
        parse_move([0, *move])
    except MalformedMove as error:
        raise Malformed.of(error) from error
    return move


def _advance(loaded: LoadedMatch, move: Move, *, by_person: bool = False) -> Change:
    """Apply, log, deal, and end the match where the rules do. Raises Illegal and then has changed nothing.

    ``by_person``: a player who makes his own move is back, if he was away.
    """
    try:
        events = loaded.game.apply(move)
    except IllegalMove as error:
        raise Illegal.of(error) from error
    loaded.note(Step(move, events, [], 0))
    append_move(loaded.id, loaded.moves_made, move)
    back = by_person and hand_back(loaded, move[0])
    return _close(loaded, move[0], moves=(move,), deals=deal_if_due(loaded), back=back)


def _cut(loaded: LoadedMatch, seat: int, place: int, *, by_person: bool = False) -> Change:
    """Cut the pack and deal. Raises Illegal and then has changed nothing."""
    if not loaded.waits_for_cut:
        raise Illegal.because("not_now")
    if seat != loaded.turn:
        raise Illegal.because("not_your_turn")
    deal = cut_and_deal(loaded, place)
    back = by_person and hand_back(loaded, seat)
    return _close(loaded, seat, deals=(deal, *deal_if_due(loaded)), back=back)


def _close(
    loaded: LoadedMatch, mover: int, *, moves: tuple[Move, ...] = (), deals: tuple[Deal, ...], back: bool
) -> Change:
    over = loaded.game.over
    if over:
        finish_match(loaded, reason=Reason.RULES, winners=loaded.game.winners)
    return next_version(loaded, moves=moves, deals=deals, mover=mover, ended=over, reload=back)
