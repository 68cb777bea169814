"""The times at which the server has to act in a match.

Delays never depend on a hand, because a pause could reveal what the hand holds.
"""

import zlib
from datetime import datetime, timedelta

from django.conf import settings

from games.state.live_match import LiveMatch

IDLE = timedelta(days=14)  # an idle match without a clock is aborted after this long
SHORTEST, LONGEST = 0.7, 1.3  # range of a bot's delays, as multiples of the usual one
CLOSING = "close"  # the phase after the last card of a deal, in which each seat may claim
# Phases in which each seat speaks once, with the share of the usual delay: people wait for their turn or the count.
SHARES = {"announce": 0.6, CLOSING: 0.3}


def wake_time(live: LiveMatch) -> datetime | None:
    """Return when the server next has to act in this match, or None if it is over.

    The server acts when a bot's delay has passed, when an automatic answer is due, when the player whose turn it
    is runs out of time or does not return within the grace period, or when a match without a clock has been idle for
    too long.
    """
    turn, began = live.turn, live.times.began
    if turn is None or began is None:
        return None
    seat = live.seats[turn]
    ends = [live.times.deadline or began + IDLE]
    if server_moves(live):  # the server acts at the deadline if the delay would end later
        is_short = seat.played_by_bot or live.game.phase == CLOSING
        delay = _bot_delay(live) if is_short else settings.RONDA_CALL_DELAY
        return min(began + timedelta(seconds=delay), *ends)
    if seat.grace_ends is not None and live.many:
        ends.append(seat.grace_ends)
    return min(ends)


def server_moves(live: LiveMatch) -> bool:
    """Return whether the server makes the next move."""
    if live.turn is None:
        return False
    announces = live.game.phase == "announce" and live.announces_for(live.turn)
    return announces or live.closes_for(live.turn) or bool(live.seats[live.turn].played_by_bot)


def _bot_delay(live: LiveMatch) -> float:
    """Return the number of seconds for which a bot appears to think.

    This delay varies, but depends only on the match and the number of the move, never on the bot's hand. It is the same
    on every call. A round of announcements or claims takes as long at a large table as it does with one opponent.
    Both rounds are short, whatever a bot has to announce or claim. So is the site's answer for a newcomer.
    """
    drawn = zlib.crc32(f"{live.code}:{live.moves_made}".encode()) / 2**32
    speakers = live.game.players - 1 if live.game.phase in SHARES else 1
    usual = float(settings.RONDA_BOT_DELAY) * SHARES.get(live.game.phase, 1)
    return usual / speakers * (SHORTEST + (LONGEST - SHORTEST) * drawn)
