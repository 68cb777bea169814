"""Who is at the table and who is not, as far as the match has to know it. No move grows stale by it."""

from django.utils import timezone

from games.models import Seat, Status
from games.services.running import match_service
from games.services.stand_ins import hand_back
from games.services.versioning import next_version
from games.state.announce import Change
from games.state.live_match import LiveMatch
from games.state.reliability import grace_for
from games.state.store import MatchStore


@match_service
def note_away(store: MatchStore, *, code: str, user_id: int) -> Change | None:
    """Take note that a player has no page of the match open any more; None where that changes nothing.

    From now on a grace runs, unless nobody waits for him: in correspondence matches and against bots alone.
    Raises NotFound.
    """
    row = store.lock(code)
    if row.status != Status.RUNNING:
        return None
    live = store.load(row)
    seat = live.seat_of(user_id)
    if seat is None or live.seats[seat].grace_ends is not None or not _is_waited_for(live):
        return None
    ends = timezone.now() + grace_for(user_id)
    live.change_seat(seat, grace_ends=ends)
    Seat.objects.filter(match=row.id, number=seat).update(grace_ends=ends)
    return next_version(store, live, reload=True)


@match_service
def note_back(store: MatchStore, *, code: str, user_id: int) -> Change | None:
    """Take note that a player is there again, and give him his seat back; None where that changes nothing.

    Raises NotFound.
    """
    row = store.lock(code)
    if row.status != Status.RUNNING:
        return None
    live = store.load(row)
    seat = live.seat_of(user_id)
    return next_version(store, live, reload=True) if seat is not None and hand_back(live, seat) else None


def _is_waited_for(live: LiveMatch) -> bool:
    return len(live.people) > 1 and (live.clock is None or live.clock.live)
