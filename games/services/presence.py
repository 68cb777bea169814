"""Players' connection state, where it affects a match. A change in connection state never makes a move stale."""

from django.utils import timezone

from games.models import Seat, Status
from games.services.match_service import match_service
from games.services.stand_ins import remove_stand_in
from games.services.versioning import next_version
from games.state.announce import Change
from games.state.live_match import LiveMatch
from games.state.reliability import grace_for
from games.state.store import MatchStore


@match_service
def mark_away(store: MatchStore, *, code: str, user_id: int) -> Change | None:
    """Record that a player has closed all pages of the match. Return None if nothing changes.

    This starts their grace period, unless nobody is waiting for them, as in correspondence matches and in matches
    against only bots. Raises NotFound.
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
def mark_back(store: MatchStore, *, code: str, user_id: int) -> Change | None:
    """Record that a player has returned, and give their seat back. Return None if nothing changes. Raises NotFound."""
    row = store.lock(code)
    if row.status != Status.RUNNING:
        return None
    live = store.load(row)
    seat = live.seat_of(user_id)
    return next_version(store, live, reload=True) if seat is not None and remove_stand_in(live, seat) else None


def _is_waited_for(live: LiveMatch) -> bool:
    return len(live.people) > 1 and (live.clock is None or live.clock.live)
