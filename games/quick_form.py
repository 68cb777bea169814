"""The form that starts a match against the site's bots immediately."""

import json
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.bots import DEFAULT_BOT
from games.forms import PLAYERS
from games.ratings.models import ladder_class
from games.rules import find_ruleset
from games.rules.game import Game, size_class
from games.rules.options import Value
from games.selectors.options import size_label, value_label
from games.selectors.site_bots import SiteBot, bot_ratings, level_choices, site_bots


def quick_games() -> list[tuple[str, str]]:
    """Return a choice for each ruleset and each number of players that it supports.

    All other options keep their default values.
    """
    return [(choice, f"{_(ruleset.title)}, {size_label(size)}") for choice, (ruleset, size) in _quick_sizes().items()]


def quick_ratings() -> str:
    """Return the bots' ratings for each choice in ``quick_games``, as JSON for the page's script."""
    ratings = bot_ratings()
    by_choice = {
        choice: ratings.get((ruleset.name, ladder_class(size)), {})
        for choice, (ruleset, size) in _quick_sizes().items()
    }
    return json.dumps({choice: found for choice, found in by_choice.items() if found})


def _quick_sizes() -> dict[str, tuple[type[Game], str]]:
    """Return the ruleset and size class for each choice."""
    return {
        f"{ruleset.name}:{players}": (ruleset, size_class(ruleset(options)))
        for ruleset in Game.registry.values()
        for players, options in _sizes(ruleset)
    }


def _sizes(ruleset: type[Game]) -> list[tuple[Value, dict[str, Value]]]:
    """Return each number of players with the options that select it.

    The options are empty if the ruleset has a fixed number of players.
    """
    for option in ruleset.options.options:
        if option.name == PLAYERS:
            return [(players, {PLAYERS: players}) for players in option.values]
    return [(ruleset().players, {})]


def _level_names(ruleset: type[Game]) -> dict[str, str]:
    """Return the name of the level that each bot plays in a ruleset with its own levels."""
    level = next(option for option in ruleset.options.options if option.name == "level")
    values = {strength: value for value, strength in ruleset.computer_levels.items()}
    return {bot.key: value_label(level, values[bot.level]) for bot in site_bots() if bot.level in values}


class QuickForm(forms.Form):
    """A form that starts a match against bots immediately.

    If the form is valid, ``ruleset`` and ``options`` describe the game.
    """

    game = forms.ChoiceField(choices=quick_games, label=gettext_lazy("Game"))
    level = forms.ChoiceField(
        choices=level_choices,
        required=False,
        initial=DEFAULT_BOT,
        widget=forms.RadioSelect,
        label=gettext_lazy("Opponent"),
    )
    is_short = forms.BooleanField(required=False, widget=forms.HiddenInput)
    is_taught = forms.BooleanField(required=False, widget=forms.HiddenInput)  # whether the tutorial has been played

    ruleset: type[Game]
    options: dict[str, Value]

    @property
    def levels(self) -> list[tuple[BoundWidget, SiteBot]]:
        """Return the form control for each level, together with the bot that has this level."""
        return list(zip(self["level"].subwidgets, site_bots(), strict=True))

    @property
    def named_levels(self) -> str:
        """Return the bots of each ruleset that defines its own levels, as JSON for the page's script.

        Each bot is mapped to the name of its level.
        """
        return json.dumps(
            {name: _level_names(ruleset) for name, ruleset in Game.registry.items() if ruleset.computer_levels}
        )

    def clean(self) -> dict[str, Any]:
        """Find the chosen game."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if "game" in data:
            name, players = data["game"].split(":")
            self.ruleset = find_ruleset(name)
            self.options = next(options for number, options in _sizes(self.ruleset) if str(number) == players)
            if data["is_short"]:
                self.options = {**self.options, **self.ruleset.options.short}
        return data
