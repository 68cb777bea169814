"""What people fill in: a new table, a quick match. The options come from the ruleset; nothing here names one."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Clock
from games.models.clock import DAYS_CLOCKS, LIVE_CLOCKS
from games.rules import find_ruleset
from games.rules.game import Game
from games.rules.options import Option, OptionError, Value
from games.rules.sizes import size_class
from games.selectors.options import describe_options, size_label, value_label
from games.services.seating import Welcome

AUTOMATIC = ""  # the choice that leaves an option out, where its default depends on the others
PREFIX = "option_"
PLAYERS = "players"  # the option that says how many play, where that can be chosen
COMMON = ("clock", "rated", "who", "names", "bots")  # what nearly everybody chooses about a table


class Who(models.TextChoices):
    """Who may come to a table."""

    PUBLIC = "public", gettext_lazy("Everybody")
    LINK = "link", gettext_lazy("Whoever has the link")
    INVITED = "invited", gettext_lazy("Only whom I invite")


class Begins(models.TextChoices):
    """When a match begins. For friends it is usually the host who says so."""

    USUAL = "", gettext_lazy("as usual")
    FULL = "full", gettext_lazy("when all seats are taken")
    HOST = "host", gettext_lazy("when I say")


def live_clocks() -> list[tuple[str, str]]:
    """The clocks with which people play who sit there together."""
    return [(clock, Clock.parse(clock).words) for clock in LIVE_CLOCKS]


def clock_choices() -> list[tuple[str, str]]:
    """All clocks that a table may have, and none."""
    days = [(clock, Clock.parse(clock).words) for clock in DAYS_CLOCKS]
    return [*live_clocks(), *days, ("", _("no clock, casual only"))]


def near_choices() -> list[tuple[str, str]]:
    """Whom to play against, by rating."""
    near = [(str(points), _("within %(points)s points of mine") % {"points": points}) for points in (100, 200, 400)]
    return [("", _("all")), *near]


@dataclass(frozen=True, slots=True)
class Group:
    """Fields that are folded away under a title, with words for what they are if nothing is said."""

    title: str
    usual: str
    form: forms.Form
    names: list[str]

    @property
    def fields(self) -> list[forms.BoundField]:
        """The fields, to be drawn."""
        return [self.form[name] for name in self.names]

    @property
    def is_open(self) -> bool:
        """Whether the reader has something to look at: what was chosen, or what is wrong with it."""
        touched = {*self.form.errors, *self.form.changed_data} if self.form.is_bound else set()
        return not touched.isdisjoint(self.names)


class TableForm(forms.Form):
    """A new table under one ruleset. When valid, ``options`` holds the ruleset's options, completed."""

    who = forms.ChoiceField(
        choices=Who.choices,
        initial=Who.PUBLIC,
        label=gettext_lazy("Who may come"),
    )
    names = forms.CharField(
        required=False,
        max_length=400,
        label=gettext_lazy("Invite"),
        help_text=gettext_lazy("Names of players, with commas between them. More can be invited at the table."),
    )
    begins = forms.ChoiceField(
        choices=Begins.choices,
        required=False,
        label=gettext_lazy("The match begins"),
        help_text=gettext_lazy("Usually when all seats are taken; among friends when you say."),
    )
    clock = forms.ChoiceField(
        choices=clock_choices,
        required=False,
        initial=LIVE_CLOCKS[2],
        label=gettext_lazy("Clock"),
        help_text=gettext_lazy("The time that each player has, with what every turn adds to it."),
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
    welcomes_bots = forms.BooleanField(
        required=False,
        label=gettext_lazy("Bots may sit down"),
        help_text=gettext_lazy("Programs that people run, at casual tables for everybody. They are marked as bots."),
    )
    near = forms.TypedChoiceField(
        choices=near_choices,
        coerce=int,
        empty_value=None,
        required=False,
        label=gettext_lazy("Ratings"),
        help_text=gettext_lazy("Whom you invite may always come."),
    )
    rating_min = forms.IntegerField(required=False, min_value=0, max_value=5000, label=gettext_lazy("Rated at least"))
    rating_max = forms.IntegerField(required=False, min_value=0, max_value=5000, label=gettext_lazy("Rated at most"))
    has_spectators = forms.BooleanField(
        required=False,
        initial=True,
        label=gettext_lazy("Spectators may watch"),
        help_text=gettext_lazy("They see what lies on the table, and nobody’s hand."),
    )

    options: dict[str, Value]

    def __init__(
        self,
        ruleset: type[Game],
        data: Mapping[str, Any] | None = None,
        *,
        may_be_rated: bool = True,
        guest: str = "",
        with_bot: bool = False,
    ) -> None:
        """An empty form, or one filled in with ``data``; ``guest`` is whom to invite, if anybody, perhaps a bot."""
        told = {"names": guest, "who": Who.INVITED} if guest else {}
        super().__init__(data, initial={**told, "rated": False} if with_bot else told)
        if not may_be_rated:
            only_casual(self)
        self.ruleset = ruleset
        for option in ruleset.options.options:
            self.fields[PREFIX + option.name] = option_field(option)

    @property
    def common_fields(self) -> list[forms.BoundField]:
        """What nearly everybody chooses: how many play, by which clock, rated or not, and who comes."""
        players = PREFIX + PLAYERS
        return [self[name] for name in ([players] if players in self.fields else []) + list(COMMON)]

    @property
    def groups(self) -> list["Group"]:
        """What is usually left as it is: the ruleset's other options, and the rest of the table's."""
        common = {field.name for field in self.common_fields}
        options = [name for name in self.fields if name.startswith(PREFIX) and name not in common]
        rest = [name for name in self.base_fields if name not in common]
        usual = self.ruleset.options.complete({})
        words = [f"{label}: {value}" for label, value in describe_options(self.ruleset, usual, with_players=False)]
        groups = [
            Group(_("Rules of the match"), " · ".join(words), self, options),
            Group(_("More about the table"), _("All ratings, spectators, begins when all sit there"), self, rest),
        ]
        return [group for group in groups if group.names]

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
        if data.get("rated") and data.get("clock") == "" and not data.get("bots"):
            self.add_error("clock", _("A rated match is played by a clock."))
        low, high = data.get("rating_min"), data.get("rating_max")
        if low is not None and high is not None and low > high:
            self.add_error("rating_max", _("That is less than the lowest rating."))
        return data

    @property
    def guests(self) -> list[str]:
        """The names of those to invite."""
        return [name.strip() for name in self.cleaned_data["names"].split(",") if name.strip()]

    @property
    def time_control(self) -> Clock | None:
        """The clock that was chosen."""
        clock = self.cleaned_data["clock"]
        return Clock.parse(clock) if clock else None

    def welcome(self, rating: int) -> Welcome:
        """Whom the table is for; ``rating`` is the host's."""
        data = self.cleaned_data
        near, low, high = data["near"], data["rating_min"], data["rating_max"]
        if near is not None and low is None and high is None:
            low, high = max(0, rating - near), rating + near
        return Welcome(
            invited_only=data["who"] == Who.INVITED,
            has_spectators=data["has_spectators"],
            welcomes_bots=data["welcomes_bots"] and not data["rated"] and data["who"] == Who.PUBLIC,
            host_starts=data["begins"] == Begins.HOST or (not data["begins"] and data["who"] != Who.PUBLIC),
            rating_min=low,
            rating_max=high,
        )


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


class SeekForm(forms.Form):
    """What one seeks an opponent for; sent by the page's script over its socket."""

    ruleset = forms.ChoiceField(
        choices=lambda: [(ruleset.name, _(ruleset.title)) for ruleset in Game.registry.values()],
        label=gettext_lazy("Game"),
    )
    clock = forms.ChoiceField(choices=live_clocks, initial=LIVE_CLOCKS[1], label=gettext_lazy("Clock"))
    rated = forms.BooleanField(required=False, initial=True, label=gettext_lazy("Rated"))

    def __init__(self, *, may_be_rated: bool = True) -> None:
        super().__init__()
        if not may_be_rated:
            only_casual(self)


def only_casual(form: forms.Form) -> None:
    """Leave a guest no choice but to play without ratings, and say why."""
    rated = form.fields["rated"]
    rated.disabled, rated.initial = True, False
    rated.help_text = _("For people with an account. Guests play casual matches.")


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
