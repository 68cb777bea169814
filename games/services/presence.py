"""Who is at the table and who is not, as far as the match has to know it. No move grows stale by it."""

from django.utils import timezone

from games.models import Seat, Status
from games.services.announce import Change
from games.services.changes import next_version
from games.services.loading import LoadedMatch, loaded_match
from games.services.match_service import match_service
from games.services.reliability import grace_for
from games.services.rows import lock_match
from games.services.stand_ins import remove_stand_in


@match_service
def mark_away(*, code: str, user_id: int) -> Change | None:
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


@match_service
def mark_back(*, code: str, user_id: int) -> Change | None:
    """Take note that a player is there again, and give him his seat back; None where that changes nothing.

    Raises NotFound.
    """
    row = lock_match(code)
    if row.status != Status.RUNNING:
        return None
    with loaded_match(row) as loaded:
        seat = loaded.seat_of(user_id)
        return next_version(loaded, reload=True) if seat is not None and remove_stand_in(loaded, seat) else None


def _is_waited_for(loaded: LoadedMatch) -> bool:
    return len(loaded.people) > 1 and (loaded.clock is None or loaded.clock.live)
