"""A bot's turn, limited to what the bot may see."""

from dataclasses import dataclass

from django.utils.crypto import salted_hmac

from games.bots.observation import Observation, moves_of, observe
from games.models import Status
from games.state.errors import NotFound
from games.state.live_match import LiveMatch
from games.state.match_cache import match_cache


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A turn in which a bot has to choose a move, knowing only ``observation``.

    ``version`` is the version of the match that ``observation`` shows. Given the same ``seed``, the bot chooses the
    same move each time it is asked.
    """

    version: int
    seat: int
    bot: str
    observation: Observation
    seed: str


def read_bot_turn(code: str, version: int) -> BotTurn | None:
    """Return the bot's turn in this match, or None if no bot has to choose a move.

    The match is read at ``version`` or a later version.
    """
    try:
        with match_cache.current(code, version) as live:
            return _turn_of(live)
    except NotFound:
        return None


def _turn_of(live: LiveMatch) -> BotTurn | None:
    if live.status != Status.RUNNING or live.turn is None or not live.bot_chooses:
        return None
    seat, game = live.turn, live.game
    return BotTurn(
        version=live.version,
        seat=seat,
        bot=live.seats[seat].played_by_bot,
        observation=observe(game, seat, moves_of(game, seat), live.seen),
        seed=_seed(live, seat),
    )


def _seed(live: LiveMatch, seat: int) -> str:
    """Return the seed for a bot's choices in a hand.

    The seed depends on the site's secret key, so players cannot predict the bot's bluffs.
    """
    hand = f"{live.code}:{seat}:{live.game.deal_number}:{live.game.batch}"
    return salted_hmac("games.bots", hand, algorithm="sha256").hexdigest()
