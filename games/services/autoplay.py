"""What the server does for a seat, and when: the moves of bots, and calls for those who let the site make them.

No delay depends on a hand: a pause would tell what a hand holds.
"""

import random
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.bots import REGISTRY
from games.rules.game import Move, parse_move
from games.services.loading import LoadedMatch


def wake_time(loaded: LoadedMatch) -> datetime | None:
    """When the server has to act in a match as it stands; None where it waits for a person, or is over."""
    game = loaded.game
    if game.over or game.to_act < 0:
        return None
    seat = loaded.seats[game.to_act]
    if seat.bot:
        return timezone.now() + timedelta(seconds=settings.RONDA_BOT_DELAY)
    if seat.auto_call and game.phase == "announce":
        return timezone.now() + timedelta(seconds=settings.RONDA_CALL_DELAY)
    return None


def choose_move(loaded: LoadedMatch) -> Move | None:
    """The move that the server makes now; None where the match waits for a person."""
    game = loaded.game
    if game.over or game.to_act < 0:
        return None
    seat = loaded.seats[game.to_act]
    if seat.bot:
        return _bot_move(loaded, game.to_act, seat.bot)
    if seat.auto_call and game.phase == "announce":
        return game.true_call(game.to_act)
    return None


def _bot_move(loaded: LoadedMatch, seat: int, bot: str) -> Move:
    game = loaded.game
    moves = [list(move[1:]) for move in game.legal() if move[0] == seat]
    seen = [event.as_json() for event in loaded.seen]
    chosen = REGISTRY[bot].choose(game.view(seat), moves, seen, _bot_random(loaded, seat))
    return parse_move([seat, *chosen])


def _bot_random(loaded: LoadedMatch, seat: int) -> random.Random:
    """The generator of one hand's choices.

    It starts alike for every move of the hand, so that what a bot overlooks it does not see a moment later; from the
    site's key, so that nobody else can work out its bluffs.
    """
    hand = f"{loaded.code}:{seat}:{loaded.game.deal_number}:{loaded.game.batch}"
    return random.Random(salted_hmac("games.bots", hand, algorithm="sha256").hexdigest())  # noqa: S311
