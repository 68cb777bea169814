"""Stand-in bots, which play for players who have left, until the players return and get their seats back."""

from django.utils import timezone

from games.models import Match, Seat
from games.services.bot_levels import choose_level
from games.services.versioning import next_version
from games.state.announce import Change
from games.state.clocks import times_on_return
from games.state.live_match import LiveMatch
from games.state.store import MatchStore


def seat_stand_in(store: MatchStore, live: LiveMatch, seat: int) -> Change:
    """Have a bot play for a player until they return, or until the match ends if they left for good.

    The table's setting decides which bot plays.
    """
    bot = choose_level(live.game, Match.objects.values_list("bot_level", flat=True).get(pk=live.id))
    live.change_seat(seat, stand_in=bot)
    Seat.objects.filter(match=live.id, number=seat).update(stand_in=bot, left=live.seats[seat].left)
    return next_version(store, live, reload=True)


def remove_stand_in(live: LiveMatch, seat: int) -> bool:
    """Give a seat back to a player who has returned. Return whether this changed anything.

    The caller creates the new version.
    """
    facts = live.seats[seat]
    if facts.left or not (facts.stand_in or facts.grace_ends):
        return False
    if facts.stand_in:
        live.times = times_on_return(live.times, seat, clock=live.clock, now=timezone.now())
    live.change_seat(seat, stand_in="", grace_ends=None)
    Seat.objects.filter(match=live.id, number=seat).update(stand_in="", grace_ends=None)
    return True
