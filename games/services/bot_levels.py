"""The levels of the site's bots, and the choice of the bot that plays at a table."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.bots import BOTS, DEFAULT_BOT
from games.models import Match, Seat
from games.rules import find_ruleset
from games.rules.game import Game
from games.state.errors import Unavailable


def choose_level(game: Game, wanted: str = "") -> str:
    """Return the key of the bot that plays a game.

    If the game's options set a level, this is the bot for that level. Otherwise, it is ``wanted`` or, if that is empty,
    the default bot. Raises Unavailable if ``wanted`` is unknown or is not the bot that the options set.
    """
    if wanted and wanted not in BOTS:
        raise Unavailable("no_such_level", _("There is no bot with that name."))
    strength = game.computer_level
    if strength is None:
        return wanted or DEFAULT_BOT
    named = max((key for key, bot in BOTS.items() if bot.level <= strength), key=lambda key: BOTS[key].level)
    if wanted not in {"", named}:
        raise Unavailable("level_is_set", _("In this game, the “Level” option sets which bot plays."))
    return named


def options_with_level(ruleset: type[Game], options: Mapping[str, object], wanted: str) -> Mapping[str, object]:
    """Return the options, adding the level of the bot ``wanted`` if the ruleset has an option for it."""
    if "level" in options or wanted not in BOTS:
        return options
    named = {strength: value for value, strength in ruleset.computer_levels.items()}
    value = named.get(BOTS[wanted].level)
    return options if value is None else {**options, "level": value}


def user_of_bot(key: str) -> User:
    """Return the account of one of the site's bots."""
    return User.objects.get(site_bot=key)


def sit_bot(match: Match, number: int, level: str = "") -> None:
    """Put a bot in a seat at a locked table. Raises Unavailable.

    ``level`` is the key of the bot; by default, the table's setting decides.
    """
    bot = choose_level(find_ruleset(match.ruleset)(match.options), level or match.bot_level)
    Seat.objects.filter(match=match, number=number).update(user=user_of_bot(bot), bot=bot)
