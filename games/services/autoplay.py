"""What the server does for a seat, and when: the moves of bots, and calls for those who let the site make them.

No delay depends on a hand: a pause would tell what a hand holds.
"""

import random
from datetime import datetime, timedelta

from django.conf import settings
from django.utils.crypto import salted_hmac

from games.bots import REGISTRY
from games.rules.game import Move, parse_move
from games.state.live_match import LiveMatch

IDLE = timedelta(days=14)  # after which a match whose players have no clock is broken off


def wake_time(live: LiveMatch) -> datetime | None:
    """When the server has to act in a match as it stands; None where it is over.

    That is once a bot has thought, once a call that is left to the server is due, or else once the patience with
    the person on turn is used up.
    """
    turn, began = live.turn, live.times.began
    if turn is None or began is None:
        return None
    seat = live.seats[turn]
    ends = [live.times.deadline or began + IDLE]
    if server_moves(live):  # in time, also where a person has less left than a call that is left to the site takes
        delay = settings.RONDA_BOT_DELAY if seat.played_by_bot else settings.RONDA_CALL_DELAY
        return min(began + timedelta(seconds=delay), *ends)
    if seat.grace_ends is not None and live.many:
        ends.append(seat.grace_ends)
    return min(ends)


def server_moves(live: LiveMatch) -> bool:
    """Whether it is the server that makes the next move."""
    if live.turn is None:
        return False
    seat = live.seats[live.turn]
    return bool(seat.played_by_bot) or (seat.auto_call and live.game.phase == "announce")


def choose_move(live: LiveMatch) -> Move | None:
    """The move that the server makes now; None where the match waits for a person."""
    turn = live.turn
    if turn is None or not server_moves(live):
        return None
    bot = live.seats[turn].played_by_bot
    return _bot_move(live, turn, bot) if bot else live.game.true_call(turn)


def _bot_move(live: LiveMatch, seat: int, bot: str) -> Move:
    game = live.game
    moves = [list(move[1:]) for move in game.legal() if move[0] == seat]
    seen = [event.as_json() for event in live.seen]
    chosen = REGISTRY[bot].choose(game.view(seat), moves, seen, _bot_random(live, seat))
    return parse_move([seat, *chosen])


def _bot_random(live: LiveMatch, seat: int) -> random.Random:
    """The generator of one hand's choices.

    It starts alike for every move of the hand, so that what a bot overlooks it does not see a moment later; from the
    site's key, so that nobody else can work out its bluffs.
    """
    hand = f"{live.code}:{seat}:{live.game.deal_number}:{live.game.batch}"
    return random.Random(salted_hmac("games.bots", hand, algorithm="sha256").hexdigest())  # noqa: S311
