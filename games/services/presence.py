"""Who is at the table and who is not, as far as the match has to know it. No move grows stale by it."""

from django.db import transaction
from django.utils import timezone

from games.models import Seat, Status
from games.services.announce import Change
from games.services.changes import next_version
from games.services.clocks import times_on_return
from games.services.loading import LoadedMatch, loaded_match
from games.services.reliability import grace_for
from games.services.rows import lock_match


@transaction.atomic
def note_away(*, code: str, user_id: int) -> Change | None:
    """Take note that a player has no page of the match open any more; None where that changes nothing.

    From now on a grace runs, unless nobody waits for him: in correspondence matches and against bots alone.
    Raises NotFound.
    """
    row = lock_match(code)
    if row.status != Status.RUNNING:
        return None
    with loaded_match(row) as loaded:
        seat = loaded.seat_of(user_id)
        if seat is None or loaded.seats[seat].grace_ends is not None or not _is_waited_for(loaded):
            return None
        loaded.seats[seat].grace_ends = ends = timezone.now() + grace_for(user_id)
        Seat.objects.filter(match=row.id, number=seat).update(grace_ends=ends)
        return next_version(loaded, reload=True)


@transaction.atomic
def note_back(*, code: str, user_id: int) -> Change | None:
    """Take note that a player is there again, and give him his seat back; None where that changes nothing.

    Raises NotFound.
    """
    row = lock_match(code)
    if row.status != Status.RUNNING:
        return None
    with loaded_match(row) as loaded:
        seat = loaded.seat_of(user_id)
        return next_version(loaded, reload=True) if seat is not None and hand_back(loaded, seat) else None


def hand_back(loaded: LoadedMatch, seat: int) -> bool:
    """Give a seat back to its player if he was away; whether anything changed. The next version is the caller's."""
    facts = loaded.seats[seat]
    if facts.left or not (facts.stand_in or facts.grace_ends):
        return False
    if facts.stand_in:
        loaded.times = times_on_return(loaded.times, seat, clock=loaded.clock, now=timezone.now())
    facts.stand_in, facts.grace_ends = "", None
    Seat.objects.filter(match=loaded.id, number=seat).update(stand_in="", grace_ends=None)
    return True


def _is_waited_for(loaded: LoadedMatch) -> bool:
    return len(loaded.people) > 1 and (loaded.clock is None or loaded.clock.live)
