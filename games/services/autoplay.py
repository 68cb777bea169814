"""Moves that the server makes: those of bots, and announcements for players who leave them to the site.

Delays never depend on a hand, because a pause could reveal what the hand holds.
"""

import random
from datetime import datetime, timedelta

from django.conf import settings
from django.utils.crypto import salted_hmac

from games.bots import REGISTRY
from games.rules.moves import Move, parse_move
from games.state.live_match import LiveMatch

IDLE = timedelta(days=14)  # an idle match without a clock is aborted after this


def wake_time(live: LiveMatch) -> datetime | None:
    """Return when the server next has to act in this match, or None if it is over.

    The server acts when a bot's delay has passed, when an automatic announcement is due, or when the time or the grace
    of the player on turn runs out.
    """
    turn, began = live.turn, live.times.began
    if turn is None or began is None:
        return None
    seat = live.seats[turn]
    ends = [live.times.deadline or began + IDLE]
    if server_moves(live):  # also before the deadline, if less time is left than the delay takes
        delay = settings.RONDA_BOT_DELAY if seat.played_by_bot else settings.RONDA_CALL_DELAY
        return min(began + timedelta(seconds=delay), *ends)
    if seat.grace_ends is not None and live.many:
        ends.append(seat.grace_ends)
    return min(ends)


def server_moves(live: LiveMatch) -> bool:
    """Return whether the server makes the next move."""
    if live.turn is None:
        return False
    seat = live.seats[live.turn]
    return bool(seat.played_by_bot) or (seat.auto_call and live.game.phase == "announce")


def choose_move(live: LiveMatch) -> Move | None:
    """Return the move that the server makes now, or None if the match waits for a person."""
    turn = live.turn
    if turn is None or not server_moves(live):
        return None
    bot = live.seats[turn].played_by_bot
    return _bot_move(live, turn, bot) if bot else live.game.true_call(turn)


def _bot_move(live: LiveMatch, seat: int, bot: str) -> Move:
    game = live.game
    moves = [list(move[1:]) for move in game.legal() if move.seat == seat]
    seen = [event.as_json() for event in live.seen]
    chosen = REGISTRY[bot].choose(game.view(seat), moves, seen, _bot_random(live, seat))
    return parse_move([seat, *chosen])


def _bot_random(live: LiveMatch, seat: int) -> random.Random:
    """Return the random generator for a bot's choices in one hand.

    It has the same seed for every move of the hand, so that what a bot overlooks stays overlooked. The seed depends on
    the site's secret key, so that no player can predict bluffs.
    """
    hand = f"{live.code}:{seat}:{live.game.deal_number}:{live.game.batch}"
    return random.Random(salted_hmac("games.bots", hand, algorithm="sha256").hexdigest())  # noqa: S311
