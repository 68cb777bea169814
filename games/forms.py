"""What people fill in: a new table, a quick match. The options come from the ruleset; nothing here names one."""

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.game import Game
from games.rules.options import Option, OptionError, Value
from games.selectors.options import value_label

AUTOMATIC = ""  # the choice that leaves an option out, where its default depends on the others
PREFIX = "option_"


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


class QuickForm(forms.Form):
    """A match against bots, at once. ``players`` is the number of seats."""

    players = forms.TypedChoiceField(
        coerce=int, choices=[(2, "2"), (3, "3"), (4, "4")], initial=2, label=gettext_lazy("Players")
    )


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
