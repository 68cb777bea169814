"""The site's bots, as shown on pages."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import User
from games.bots import BOTS
from games.models import Rating
from games.rules import find_ruleset
from games.rules.game import Game
from games.selectors.options import size_label


def face_file(key: str, number: int = 0) -> str:
    """Return the static path of a bot's picture.

    ``number`` is the number of the bot's given name, from 1, or 0 if it has none.
    """
    return f"bots/{key}-{number}.svg" if number else f"bots/{key}.svg"


@dataclass(frozen=True, slots=True)
class SiteBot:
    """One of the site's bots. ``level`` is the bot's strength, from 1 to 4."""

    key: str
    title: str
    level: int
    sentence: str

    @property
    def face(self) -> str:
        """Return the static path of the bot's picture."""
        return face_file(self.key)


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game in which bots have ratings. ``ratings`` maps the keys of bots that have played it to their ratings."""

    ruleset: str
    size_class: str
    title: str
    ratings: Mapping[str, int]


def site_bots() -> list[SiteBot]:
    """Return the site's bots, easiest first."""
    in_order = sorted(BOTS.values(), key=lambda bot: bot.level)
    return [SiteBot(bot.key, bot.title, bot.level, _(bot.sentence)) for bot in in_order]


def level_choices(ruleset: type[Game] | None = None) -> list[tuple[str, str]]:
    """Return the bot levels to choose from at a table, as pairs of key and title.

    The list is empty for rulesets in which an option sets the level.
    """
    return [] if ruleset and ruleset.computer_levels else [(bot.key, bot.title) for bot in site_bots()]


def names_of_site_bots() -> dict[str, str]:
    """Return a mapping from the name of each site bot's account to the bot's key."""
    bots = User.objects.filter(site_bot__isnull=False).values_list("username", "site_bot")
    return {name: key for name, key in bots if key is not None}


def bot_ratings() -> dict[tuple[str, str], dict[str, int]]:
    """Return the ratings of the site's bots by game, most played game first.

    Each key is a ruleset and a size class; each value maps the bots' keys to their ratings.
    """
    found: dict[tuple[str, str], dict[str, int]] = {}
    played: Counter[tuple[str, str]] = Counter()
    for rating in Rating.objects.filter(user__site_bot__isnull=False).select_related("user"):
        game = (rating.ruleset, rating.size_class)
        found.setdefault(game, {})[str(rating.user.site_bot)] = rating.value
        played[game] += rating.matches
    return {game: found[game] for game, _matches in played.most_common()}


def rated_games() -> list[RatedGame]:
    """Return the games in which at least one of the site's bots has a rating, most played game first."""
    return [
        RatedGame(ruleset, size, f"{_(find_ruleset(ruleset).title)}, {size_label(size)}", ratings)
        for (ruleset, size), ratings in bot_ratings().items()
    ]
