"""What people fill in: a new table, a quick match. The options come from the ruleset; nothing here names one."""

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Clock
from games.models.clock import LIVE_CLOCKS
from games.rules import find_ruleset
from games.rules.game import Game
from games.rules.options import Option, OptionError, Value
from games.selectors.options import size_label, value_label
from games.services.seating import size_class

AUTOMATIC = ""  # the choice that leaves an option out, where its default depends on the others
PREFIX = "option_"
PLAYERS = "players"  # the option that says how many play, where that can be chosen


class TableForm(forms.Form):
    """A new table under one ruleset. When valid, ``options`` holds the ruleset's options, completed."""

    private = forms.BooleanField(
        required=False,
        label=gettext_lazy("Private"),
        help_text=gettext_lazy("Only people with the link can come. It is not listed anywhere."),
    )
    rated = forms.BooleanField(
        required=False,
        initial=True,
        label=gettext_lazy("Rated"),
        help_text=gettext_lazy("The result counts on the ladder. A match with a bot never does."),
    )
    bots = forms.IntegerField(
        initial=0,
        min_value=0,
        max_value=7,
        label=gettext_lazy("Bots"),
        help_text=gettext_lazy("Seats that a bot takes at once. More can be added at the table."),
    )

    options: dict[str, Value]

    def __init__(self, ruleset: type[Game], data: Mapping[str, Any] | None = None) -> None:
        """An empty form, or one filled in with ``data``."""
        super().__init__(data)
        self.ruleset = ruleset
        for option in ruleset.options.options:
            self.fields[PREFIX + option.name] = option_field(option)

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """The fields that the ruleset brings."""
        return [self[PREFIX + option.name] for option in self.ruleset.options.options]

    @property
    def table_fields(self) -> list[forms.BoundField]:
        """The fields that every table has."""
        return [self[name] for name in self.base_fields]

    def clean(self) -> dict[str, Any]:
        """Complete the options; a forbidden combination is told at the option it names."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        given = {
            name.removeprefix(PREFIX): value
            for name, value in data.items()
            if name.startswith(PREFIX) and value not in (AUTOMATIC, None)
        }
        try:
            self.options = self.ruleset.options.complete(given)
        except OptionError as error:
            self.add_error(PREFIX + error.option, _(str(error)))
            return data
        if "bots" in data and data["bots"] >= self.ruleset.seats_for(self.options):
            self.add_error("bots", _("One seat is yours: there are not that many others."))
        return data


def quick_games() -> list[tuple[str, str]]:
    """Every game that can be played against bots at once: a ruleset in one of its sizes, the rest as usual."""
    return [
        (f"{ruleset.name}:{players}", f"{_(ruleset.title)}, {size_label(size_class(ruleset(options)))}")
        for ruleset in Game.registry.values()
        for players, options in _sizes(ruleset)
    ]


def _sizes(ruleset: type[Game]) -> list[tuple[Value, dict[str, Value]]]:
    """The numbers of players, each with the options that ask for it; one that asks for none where it is not chosen."""
    for option in ruleset.options.options:
        if option.name == PLAYERS:
            return [(players, {PLAYERS: players}) for players in option.values]
    return [(ruleset().players, {})]


class QuickForm(forms.Form):
    """A match against bots, at once. When valid, ``ruleset`` and ``options`` say of which game."""

    game = forms.ChoiceField(choices=quick_games, label=gettext_lazy("Game"))

    ruleset: type[Game]
    options: dict[str, Value]

    def clean(self) -> dict[str, Any]:
        """Find the game that was chosen."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if "game" in data:
            name, players = data["game"].split(":")
            self.ruleset = find_ruleset(name)
            self.options = next(options for number, options in _sizes(self.ruleset) if str(number) == players)
        return data


def live_clocks() -> list[tuple[str, str]]:
    """The clocks with which people play who sit there together."""
    return [(clock, Clock.parse(clock).words) for clock in LIVE_CLOCKS]


class SeekForm(forms.Form):
    """What one seeks an opponent for; sent by the page's script over its socket."""

    ruleset = forms.ChoiceField(
        choices=lambda: [(ruleset.name, _(ruleset.title)) for ruleset in Game.registry.values()],
        label=gettext_lazy("Game"),
    )
    clock = forms.ChoiceField(choices=live_clocks, initial=LIVE_CLOCKS[1], label=gettext_lazy("Clock"))
    rated = forms.BooleanField(required=False, initial=True, label=gettext_lazy("Rated"))


def option_field(option: Option) -> forms.Field:
    """The form field of one option: a number in a range, or a choice of the values."""
    label, help_text = _(option.label), _(option.help) if option.help else ""
    initial = None if callable(option.default) else option.default
    if isinstance(option.values, range):
        low, high = option.values[0], option.values[-1]
        return forms.IntegerField(min_value=low, max_value=high, initial=initial, label=label, help_text=help_text)
    # A choice travels as JSON, so that true, "true" and 1 stay apart.
    choices = [(json.dumps(value), value_label(option, value)) for value in option.values]
    if initial is None:
        choices.insert(0, (AUTOMATIC, _("As usual")))
    return forms.TypedChoiceField(
        choices=choices,
        coerce=json.loads,
        empty_value=AUTOMATIC,
        required=initial is not None,
        initial=AUTOMATIC if initial is None else json.dumps(initial),
        label=label,
        help_text=help_text,
    )
