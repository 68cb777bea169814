"""Actions that the server has to take in a match.

Once the match is locked, whether an action is due depends only on the time. Actions do not depend on a version, because
players can create new versions as fast as they like.
"""

from datetime import datetime

from django.utils import timezone

from games.models import Match, Reason, Status
from games.rules.moves import Done, Move
from games.services.autoplay import CLOSING, IDLE, server_moves
from games.services.dealing import cutter_is_bot, draw_cut
from games.services.moves import advance_match, cut_pack
from games.services.results import end_aborted, finish_match, sides_but
from games.services.stand_ins import seat_stand_in
from games.services.versioning import next_version
from games.state.announce import Change
from games.state.live_match import LiveMatch
from games.state.match_sql import MatchRow
from games.state.store import MatchStore
from games.state.store_service import StoreService


@StoreService
def act_for_server(store: MatchStore, *, code: str) -> Change | None:
    """Carry out the action that the server now has to take in a match.

    This may be a bot's cut, an automatic answer, the end of a turn whose time is up, the end of a player's grace
    period, or the closing of an idle table. Return None if no action is due any more, or if a bot has to choose a move.
    Raises NotFound.
    """
    row = store.lock(code)
    if not (row.time_is_up or _is_past(row.wake_at, timezone.now())):
        return None
    if row.status == Status.OPEN:
        return _close_open_table(store, row)
    return _act_on_turn(store, row) if row.status == Status.RUNNING else None


def _act_on_turn(store: MatchStore, row: MatchRow) -> Change | None:
    live = store.load(row, is_ending_turn=True)
    if live.turn is None or live.bot_chooses:  # bots think elsewhere and then move with ``make_bot_move``
        return None
    if cutter_is_bot(live):
        return cut_pack(store, live, live.turn, draw_cut(live))
    if server_moves(live):
        return advance_match(store, live, _answer(live, live.turn))
    return _act_on_timeout(store, live, live.turn, time_is_up=row.time_is_up)


def _answer(live: LiveMatch, seat: int) -> Move:
    """Return what the site answers for a seat: that it claims nothing, or what it announces.

    For a person, that is what they hold; for a bot that is silent, nothing.
    """
    if live.game.phase == CLOSING:
        return Done(seat, "done")
    if live.announces_for(seat):
        return live.game.true_call(seat)
    return live.game.moves_of[seat].announce["nothing"]


def _act_on_timeout(store: MatchStore, live: LiveMatch, turn: int, *, time_is_up: bool) -> Change | None:
    """Act on a match that is idle, or is waiting for a person who has run out of time or stayed away too long."""
    now = timezone.now()
    if time_is_up:
        return _time_out(store, live, turn)
    if live.many and _is_past(live.seats[turn].grace_ends, now):
        return seat_stand_in(store, live, turn)
    if live.clock is None and live.times.began is not None and _is_past(live.times.began + IDLE, now):
        return end_aborted(store, live, seat=None)
    return None


def _time_out(store: MatchStore, live: LiveMatch, seat: int) -> Change:
    """End the turn of a player whose time is up. In a two-player match, this ends the match."""
    if live.many:
        return seat_stand_in(store, live, seat)
    if live.early or live.seats[seat].grace_ends is not None:
        live.change_seat(seat, left=True)
    if live.early:
        return end_aborted(store, live, seat=seat)
    finish_match(store, live, reason=Reason.TIMEOUT, winners=sides_but(live, seat), seat=seat)
    return next_version(store, live)


def _close_open_table(store: MatchStore, row: MatchRow) -> Change:
    """Close a table that has gone too long without anyone taking a seat."""
    match = Match.objects.get(pk=row.id)
    match.status, match.result_reason, match.wake_at = Status.ABORTED, Reason.ABORTED, None
    match.version += 1
    match.save(update_fields=["status", "result_reason", "wake_at", "version"])
    change = Change(row.code, match.version, reload=True)
    store.forget_rows()
    store.announce(change)
    return change


def _is_past(time: datetime | None, now: datetime) -> bool:
    return time is not None and time <= now
