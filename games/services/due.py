"""What the server does in a match by itself, and when that is due: decided under the match's lock, by time alone.

The version that somebody has read says nothing about it: players make new versions as fast as they like.
"""

from datetime import datetime

from django.utils import timezone

from games.models import Match, Reason, Status
from games.services.autoplay import IDLE, choose_move
from games.services.dealing import cutter_is_bot, draw_cut
from games.services.moving import advance_match, cut_pack
from games.services.results import break_off_match, finish_match, sides_but
from games.services.stand_ins import sit_in
from games.services.versioning import next_version
from games.state.announce import Change
from games.state.live_match import LiveMatch
from games.state.match_sql import MatchRow
from games.state.store import MatchStore
from games.state.store_service import StoreService


@StoreService
def act_for_server(store: MatchStore, *, code: str) -> Change | None:
    """Do what the server owes the match by now; None where it owes nothing (any more).

    That is a bot's move or cut, a truthful call for a seat that lets the site call, the end of a turn whose time is
    up, of the patience with a player who is away, or of an open table. Raises NotFound.
    """
    row = store.lock(code)
    if not (row.time_is_up or _passed(row.wake_at, timezone.now())):
        return None
    if row.status == Status.OPEN:
        return _close_open_table(store, row)
    if row.status != Status.RUNNING:
        return None
    live = store.load(row, is_ending_turn=True)
    if live.turn is not None and cutter_is_bot(live):
        return cut_pack(store, live, live.turn, draw_cut(live))
    move = choose_move(live)
    if move is not None:
        return advance_match(store, live, move)
    return _lose_patience(store, live, time_is_up=row.time_is_up)


def _lose_patience(store: MatchStore, live: LiveMatch, *, time_is_up: bool) -> Change | None:
    """Do what is due in a match that waits for a person: his time or grace is over, or nobody comes any more."""
    now, turn = timezone.now(), live.turn
    if turn is None:
        return None
    if time_is_up:
        return _end_turn(store, live, turn)
    if live.many and _passed(live.seats[turn].grace_ends, now):
        return sit_in(store, live, turn)
    if live.clock is None and live.times.began is not None and _passed(live.times.began + IDLE, now):
        return break_off_match(store, live, seat=None)
    return None


def _end_turn(store: MatchStore, live: LiveMatch, seat: int) -> Change:
    """End the turn of a person whose time is up, and with it a match of two."""
    if live.many:
        return sit_in(store, live, seat)
    if live.early or live.seats[seat].grace_ends is not None:
        live.change_seat(seat, left=True)
    if live.early:
        return break_off_match(store, live, seat=seat)
    finish_match(store, live, reason=Reason.TIMEOUT, winners=sides_but(live, seat), seat=seat)
    return next_version(store, live)


def _close_open_table(store: MatchStore, row: MatchRow) -> Change:
    """Close a table at which nobody has sat down for too long."""
    match = Match.objects.get(pk=row.id)
    match.status, match.result_reason, match.wake_at = Status.ABORTED, Reason.ABORTED, None
    match.version += 1
    match.save(update_fields=["status", "result_reason", "wake_at", "version"])
    change = Change(row.code, match.version, reload=True)
    store.forget_rows()
    store.announce(change)
    return change


def _passed(time: datetime | None, now: datetime) -> bool:
    return time is not None and time <= now
