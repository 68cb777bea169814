"""What the server does in a match by itself, and when that is due: decided under the match's lock, by time alone.

The version that somebody has read says nothing about it: players make new versions as fast as they like.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.models import Match, Reason, Status
from games.services.announce import Change, announce_change
from games.services.autoplay import IDLE, choose_move
from games.services.changes import next_version
from games.services.dealing import cutter_is_bot, draw_cut
from games.services.loading import LoadedMatch, loaded_match
from games.services.moves import advance_match, cut_pack
from games.services.results import end_aborted, finish_match, sides_but
from games.services.rows import MatchRow, lock_match
from games.services.stand_ins import seat_stand_in


@transaction.atomic
def act_for_server(*, code: str) -> Change | None:
    """Do what the server owes the match by now; None where it owes nothing (any more).

    That is a bot's move or cut, a truthful call for a seat that lets the site call, the end of a turn whose time is
    up, of the patience with a player who is away, or of an open table. Raises NotFound.
    """
    row = lock_match(code)
    if not (row.time_is_up or _is_past(row.wake_at, timezone.now())):
        return None
    if row.status == Status.OPEN:
        return _close_open_table(row)
    if row.status != Status.RUNNING:
        return None
    with loaded_match(row, is_ending_turn=True) as loaded:
        if loaded.turn is not None and cutter_is_bot(loaded):
            return cut_pack(loaded, loaded.turn, draw_cut(loaded))
        move = choose_move(loaded)
        return _act_on_timeout(loaded, time_is_up=row.time_is_up) if move is None else advance_match(loaded, move)


def _act_on_timeout(loaded: LoadedMatch, *, time_is_up: bool) -> Change | None:
    """Do what is due in a match that waits for a person: his time or grace is over, or nobody comes any more."""
    now, turn = timezone.now(), loaded.turn
    if turn is None:
        return None
    if time_is_up:
        return _time_out(loaded, turn)
    if loaded.many and _is_past(loaded.seats[turn].grace_ends, now):
        return seat_stand_in(loaded, turn)
    if loaded.clock is None and loaded.times.began is not None and _is_past(loaded.times.began + IDLE, now):
        return end_aborted(loaded, seat=None)
    return None


def _time_out(loaded: LoadedMatch, seat: int) -> Change:
    """End the turn of a person whose time is up, and with it a match of two."""
    if loaded.many:
        return seat_stand_in(loaded, seat)
    loaded.seats[seat].left |= loaded.early or loaded.seats[seat].grace_ends is not None
    if loaded.early:
        return end_aborted(loaded, seat=seat)
    finish_match(loaded, reason=Reason.TIMEOUT, winners=sides_but(loaded, seat), seat=seat)
    return next_version(loaded, ended=True)


def _close_open_table(row: MatchRow) -> Change:
    """Close a table at which nobody has sat down for too long."""
    match = Match.objects.get(pk=row.id)
    match.status, match.result_reason, match.wake_at = Status.ABORTED, Reason.ABORTED, None
    match.version += 1
    match.save(update_fields=["status", "result_reason", "wake_at", "version"])
    change = Change(row.code, match.version, reload=True)
    announce_change(change)
    return change


def _is_past(time: datetime | None, now: datetime) -> bool:
    return time is not None and time <= now
