"""Bots that play for people who are away, and give them their seats back."""

from django.utils import timezone

from games.bots import DEFAULT_BOT
from games.models import Seat
from games.services.announce import Change
from games.services.changes import next_version
from games.services.clocks import times_on_return
from games.services.loading import LoadedMatch


def seat_stand_in(loaded: LoadedMatch, seat: int) -> Change:
    """Let a bot play for a person, until he is back unless he has left for good."""
    facts = loaded.seats[seat]
    facts.stand_in = DEFAULT_BOT
    Seat.objects.filter(match=loaded.id, number=seat).update(stand_in=facts.stand_in, left=facts.left)
    return next_version(loaded, reload=True)


def remove_stand_in(loaded: LoadedMatch, seat: int) -> bool:
    """Give a seat back to its player if he was away; whether anything changed. The next version is the caller's."""
    facts = loaded.seats[seat]
    if facts.left or not (facts.stand_in or facts.grace_ends):
        return False
    if facts.stand_in:
        loaded.times = times_on_return(loaded.times, seat, clock=loaded.clock, now=timezone.now())
    facts.stand_in, facts.grace_ends = "", None
    Seat.objects.filter(match=loaded.id, number=seat).update(stand_in="", grace_ends=None)
    return True
