"""Matches that end, or go on, without somebody: resigning, breaking off, time that is up, players who are away."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.bots import DEFAULT_BOT
from games.models import Match, Reason, Seat, Status
from games.services.announce import Change, announce_change
from games.services.autoplay import IDLE
from games.services.changes import next_version
from games.services.errors import Unavailable
from games.services.loading import LoadedMatch, loaded_match
from games.services.results import break_off_match, finish_match
from games.services.rows import MatchRow, lock_match
from games.services.running import check_running, require_seat


@transaction.atomic
def resign_match(*, code: str, user_id: int) -> Change:
    """Give a running match up. Between two sides the other one wins, the scores as they stand.

    Among more, a bot plays the seat to the end, for good; with the last person who could come back the match ends, and
    all of them have left it alike. Raises NotFound, Illegal, Forbidden, Unavailable a second time.
    """
    row = lock_match(code)
    check_running(row)
    with loaded_match(row) as loaded:
        seat = require_seat(loaded, user_id)
        others = [loaded.seats[other] for other in loaded.people if other != seat]
        if loaded.game.side_count > 2 and others:
            loaded.seats[seat].left = True
            if not all(other.left for other in others):
                return _sit_in(loaded, seat)
        finish_match(loaded, reason=Reason.RESIGNED, winners=_sides_but(loaded, seat), seat=seat)
        return next_version(loaded, ended=True)


@transaction.atomic
def abort_match(*, code: str, user_id: int, on: bool = True) -> Change:
    """Break a running match off, so that it counts for nothing: at once before everybody has played a card.

    Later this only offers it, and it is done once all who play have offered it. With ``on`` false the offer is taken
    back, or those of the others are declined.
    Raises NotFound, Illegal, Forbidden, Unavailable for who gave it up.
    """
    row = lock_match(code)
    check_running(row)
    with loaded_match(row) as loaded:
        seat = require_seat(loaded, user_id)
        if loaded.early and on:
            return _break_off(loaded, seat)
        match = Match.objects.only("abort_offers").get(pk=row.id)
        offers = _answered(set(match.abort_offers), seat, on)
        Match.objects.filter(pk=row.id).update(abort_offers=sorted(offers))
        asked = [number for number in loaded.people if _plays(loaded, number)]
        if offers.issuperset(asked):
            return _break_off(loaded, seat if asked == [seat] else None)
        return next_version(loaded, reload=True)


@transaction.atomic
def claim_win(*, code: str, user_id: int) -> Change:
    """Win a match of two because the other one is away and his grace is over. Nothing is won before both have played.

    Raises NotFound, Illegal, Forbidden, Unavailable while the other is there or still waited for.
    """
    row = lock_match(code)
    check_running(row)
    with loaded_match(row) as loaded:
        seat = require_seat(loaded, user_id)
        ends = None if loaded.many else loaded.seats[1 - seat].grace_ends
        if ends is None or ends > timezone.now():
            raise Unavailable("not_yet", _("The other player is still waited for."))
        loaded.seats[1 - seat].left = True
        if loaded.early:
            return _break_off(loaded, 1 - seat)
        finish_match(loaded, reason=Reason.LEFT, winners=[loaded.game.sides[seat]], seat=1 - seat)
        return next_version(loaded, ended=True)


def lose_patience(loaded: LoadedMatch) -> Change | None:
    """Do what is due in a match that waits for a person: his time or grace is over, or nobody comes any more.

    None where nothing is due.
    """
    now, turn = timezone.now(), loaded.turn
    if turn is None:
        return None
    seat = loaded.seats[turn]
    if _passed(loaded.times.deadline, now):
        return _time_up(loaded, turn)
    if loaded.many and _passed(seat.grace_ends, now):
        return _sit_in(loaded, turn)
    if loaded.clock is None and loaded.times.began is not None and _passed(loaded.times.began + IDLE, now):
        return _break_off(loaded, None)
    return None


def close_open_table(row: MatchRow) -> Change:
    """Close a table at which nobody has sat down for too long."""
    match = Match.objects.get(pk=row.id)
    match.status, match.result_reason, match.wake_at = Status.ABORTED, Reason.ABORTED, None
    match.version += 1
    match.save(update_fields=["status", "result_reason", "wake_at", "version"])
    change = Change(row.code, match.version, reload=True)
    announce_change(change)
    return change


def _time_up(loaded: LoadedMatch, seat: int) -> Change:
    if loaded.many:
        return _sit_in(loaded, seat)
    loaded.seats[seat].left |= loaded.early or loaded.seats[seat].grace_ends is not None
    if loaded.early:
        return _break_off(loaded, seat)
    finish_match(loaded, reason=Reason.TIMEOUT, winners=_sides_but(loaded, seat), seat=seat)
    return next_version(loaded, ended=True)


def _sit_in(loaded: LoadedMatch, seat: int) -> Change:
    """Let a bot play for a person, until he is back unless he has left for good."""
    facts = loaded.seats[seat]
    facts.stand_in = DEFAULT_BOT
    Seat.objects.filter(match=loaded.id, number=seat).update(stand_in=facts.stand_in, left=facts.left)
    return next_version(loaded, reload=True)


def _break_off(loaded: LoadedMatch, seat: int | None) -> Change:
    break_off_match(loaded, seat=seat)
    return next_version(loaded, ended=True)


def _answered(offers: set[int], seat: int, on: bool) -> set[int]:
    """Who offers to break off once ``seat`` offers it too, takes that back, or wants to play on."""
    if on:
        return offers | {seat}
    return offers - {seat} if seat in offers else set()


def _sides_but(loaded: LoadedMatch, seat: int) -> Sequence[int]:
    return [side for side in range(loaded.game.side_count) if side != loaded.game.sides[seat]]


def _plays(loaded: LoadedMatch, seat: int) -> bool:
    return not loaded.seats[seat].stand_in


def _passed(time: datetime | None, now: datetime) -> bool:
    return time is not None and time <= now
