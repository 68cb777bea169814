"""Bots that play for people who are away, and give them their seats back."""

from django.utils import timezone

from games.bots import DEFAULT_BOT
from games.models import Seat
from games.services.versioning import next_version
from games.state.announce import Change
from games.state.clocks import times_on_return
from games.state.live_match import LiveMatch
from games.state.store import MatchStore


def sit_in(store: MatchStore, live: LiveMatch, seat: int) -> Change:
    """Let a bot play for a person, until he is back unless he has left for good."""
    live.change_seat(seat, stand_in=DEFAULT_BOT)
    Seat.objects.filter(match=live.id, number=seat).update(stand_in=DEFAULT_BOT, left=live.seats[seat].left)
    return next_version(store, live, reload=True)


def hand_back(live: LiveMatch, seat: int) -> bool:
    """Give a seat back to its player if he was away; whether anything changed. The next version is the caller's."""
    facts = live.seats[seat]
    if facts.left or not (facts.stand_in or facts.grace_ends):
        return False
    if facts.stand_in:
        live.times = times_on_return(live.times, seat, clock=live.clock, now=timezone.now())
    live.change_seat(seat, stand_in="", grace_ends=None)
    Seat.objects.filter(match=live.id, number=seat).update(stand_in="", grace_ends=None)
    return True
