"""Forms for new tables, quick matches and seeks. Option fields come from the ruleset."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from accounts.wording import labelled
from games.bots import DEFAULT_BOT
from games.models import Clock
from games.models.clock import DAYS_CLOCKS, LIVE_CLOCKS
from games.rules.game import Game, size_class
from games.rules.options import Option, OptionError, Value
from games.selectors.options import describe_options, value_label
from games.selectors.site_bots import level_choices
from games.services.invitations import split_names
from games.services.seating import TableSettings

AUTOMATIC = ""  # leaves the option out, so that its default depends on the other options
PREFIX = "option_"
PLAYERS = "players"  # the name of the option for the number of players, in rulesets that have it
COMMON = ("clock", "who", "bots", "bot_level")  # the fields that most people set
DEFAULT_CLOCK = LIVE_CLOCKS[2]


class Visibility(models.TextChoices):
    """The choice of who may join a table."""

    PUBLIC = "public", gettext_lazy("Everyone")
    LINK = "link", gettext_lazy("Anyone with the link")
    INVITED = "invited", gettext_lazy("Only players I invite")


class StartMode(models.TextChoices):
    """The choice of when a match starts."""

    FULL = "full", gettext_lazy("when all seats are taken")
    HOST = "host", gettext_lazy("when I start it")


class RatedMode(models.TextChoices):
    """The choice between rated and casual. A match at a table with friends is casual by default."""

    USUAL = "", gettext_lazy("default")
    RATED = "rated", gettext_lazy("rated")
    CASUAL = "casual", gettext_lazy("casual")


def live_clocks() -> list[tuple[str, str]]:
    """Return the choices for live clocks."""
    return [(clock, Clock.parse(clock).label) for clock in LIVE_CLOCKS]


def clock_choices() -> list[tuple[str, str]]:
    """Return the choices for all clocks, including no clock."""
    days = [(clock, Clock.parse(clock).label) for clock in DAYS_CLOCKS]
    return [*live_clocks(), *days, ("", _("no clock (casual only)"))]


def rating_range_choices() -> list[tuple[str, str]]:
    """Return the choices for rating ranges around the user's own rating."""
    near = [(str(points), _("within %(points)s points of mine") % {"points": points}) for points in (100, 200, 400)]
    return [("", pgettext("ratings", "all")), *near]


@dataclass(frozen=True, slots=True)
class Group:
    """Fields that are collapsed under a title, with a description of their defaults."""

    title: str
    usual: str
    form: forms.Form
    names: list[str]

    @property
    def fields(self) -> list[forms.BoundField]:
        """Return the bound fields."""
        return [self.form[name] for name in self.names]

    @property
    def is_open(self) -> bool:
        """Return whether to expand the group.

        It is expanded if any of its fields is filled in, changed or invalid.
        """
        touched = {*self.form.errors, *self.form.changed_data} if self.form.is_bound else set(self.form.initial)
        return not touched.isdisjoint(self.names)


class TableForm(forms.Form):
    """A form for a new table in one ruleset.

    If the form is valid, ``options`` contains the ruleset's options, completed with defaults.
    """

    who = forms.ChoiceField(
        choices=Visibility.choices,
        initial=Visibility.PUBLIC,
        label=gettext_lazy("Who can join"),
        help_text=gettext_lazy(
            "Tables open to everyone are listed on the home page. For other tables, share the link or invite players. "
            "By default, the match starts when all seats are taken."
        ),
    )
    names = forms.CharField(
        required=False,
        max_length=400,
        label=gettext_lazy("Invite"),
        help_text=gettext_lazy("Player names, separated by commas. You can invite more at the table."),
    )
    begins = forms.ChoiceField(
        choices=StartMode.choices,
        required=False,
        initial=StartMode.FULL,
        label=gettext_lazy("Match starts"),
    )
    clock = forms.ChoiceField(
        choices=clock_choices,
        required=False,
        initial=DEFAULT_CLOCK,
        label=gettext_lazy("Clock"),
        help_text=gettext_lazy("Time for each player, plus an increment for every turn."),
    )
    rated = forms.ChoiceField(
        choices=RatedMode.choices,
        required=False,
        label=gettext_lazy("Rated or casual"),
        help_text=gettext_lazy(
            "Rated results count towards the ladder. By default, tables open to everyone are rated; private ones, and "
            "those without a clock, are casual. Matches with bots are always casual."
        ),
    )
    bots = forms.IntegerField(
        initial=0,
        min_value=0,
        max_value=7,
        label=gettext_lazy("Bots"),
        help_text=gettext_lazy("Number of seats to fill with bots. You can add more at the table."),
    )
    bot_level = forms.ChoiceField(
        choices=level_choices,
        required=False,
        initial=DEFAULT_BOT,
        label=gettext_lazy("Bot level"),
        help_text=gettext_lazy(
            "Bots at this level also stand in for anyone who leaves a match of three or more players."
        ),
    )
    welcomes_bots = forms.BooleanField(
        required=False,
        label=gettext_lazy("Bots welcome"),
        help_text=gettext_lazy("Other people’s bots may join casual public tables. They are marked as bots."),
    )
    near = forms.TypedChoiceField(
        choices=rating_range_choices,
        coerce=int,
        empty_value=None,
        required=False,
        label=gettext_lazy("Ratings"),
        help_text=gettext_lazy("Players you invite can always join."),
    )
    rating_min = forms.IntegerField(required=False, min_value=0, max_value=5000, label=gettext_lazy("Minimum rating"))
    rating_max = forms.IntegerField(required=False, min_value=0, max_value=5000, label=gettext_lazy("Maximum rating"))
    has_spectators = forms.BooleanField(
        required=False,
        initial=True,
        label=gettext_lazy("Allow spectators"),
        help_text=gettext_lazy("They can see the table, but not the players’ hands."),
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
        """Create a form filled in with ``data``, or prefilled for a guest or a match against one of the site's bots.

        ``guest`` is the name of a player or bot to invite, or empty.
        """
        prefilled: dict[str, object] = {"names": guest, "who": Visibility.INVITED} if guest else {}
        if with_bot:
            prefilled["bots"] = 1
        super().__init__(data, initial=prefilled)
        if not may_be_rated:
            only_casual(self, RatedMode.CASUAL)
        self.ruleset = ruleset
        if not level_choices(ruleset):  # one of the ruleset's options sets the level
            del self.fields["bot_level"]
        for option in ruleset.options.options:
            self.fields[PREFIX + option.name] = option_field(option)

    @property
    def common_fields(self) -> list[forms.BoundField]:
        """Return the fields that most people set: the number of players, the clock, who may join, and bots."""
        players = PREFIX + PLAYERS
        return [self[name] for name in (players, *COMMON) if name in self.fields]

    @property
    def usual_seats(self) -> int:
        """Return the number of seats with the default options."""
        return self.ruleset().players

    @property
    def usual_size(self) -> str:
        """Return the size class of a table with the default options."""
        return size_class(self.ruleset())

    @property
    def has_fixed_seats(self) -> bool:
        """Return whether all tables of this ruleset have the same number of seats."""
        return PREFIX + PLAYERS not in self.fields

    @property
    def groups(self) -> list["Group"]:
        """Return the groups of fields that most people leave alone.

        These are the ruleset's other options and the table's other settings.
        """
        common = {field.name for field in self.common_fields}
        options = [name for name in self.fields if name.startswith(PREFIX) and name not in common]
        rest = [name for name in self.base_fields if name in self.fields and name not in common]
        usual = self.ruleset.options.complete({})
        words = [labelled(label, value) for label, value in describe_options(self.ruleset, usual, with_players=False)]
        groups = [
            Group(_("Rules"), " · ".join(words), self, options),
            Group(_("More options"), _("Rated if public · any rating · spectators allowed"), self, rest),
        ]
        return [group for group in groups if group.names]

    def clean(self) -> dict[str, Any]:
        """Complete the options with their defaults, and check the values together.

        If the options cannot be combined, the error is shown next to the option that it names.
        """
        data: dict[str, Any] = super().clean() or self.cleaned_data
        given = {
            name.removeprefix(PREFIX): value
            for name, value in data.items()
            if name.startswith(PREFIX) and value not in (AUTOMATIC, None)
        }
        try:
            self.options = self.ruleset.options.complete(given)
        except OptionError as error:
            self.add_error(PREFIX + error.option, _(error.message))
            return data
        if "bots" in data and data["bots"] >= self.ruleset.seats_for(self.options):
            self.add_error("bots", _("The table doesn’t have that many other seats."))
        if data.get("rated") == RatedMode.RATED and data.get("clock") == "" and not data.get("bots"):
            self.add_error("clock", _("Rated matches need a clock."))
        low, high = data.get("rating_min"), data.get("rating_max")
        if low is not None and high is not None and low > high:
            self.add_error("rating_max", _("This is lower than the minimum rating."))
        return data

    @property
    def is_rated(self) -> bool:
        """Return whether the match is rated, either by choice or by default."""
        data = self.cleaned_data
        if data["rated"] == RatedMode.USUAL:
            return data["who"] == Visibility.PUBLIC and bool(data["clock"]) and not data["bots"]
        return bool(data["rated"] == RatedMode.RATED)

    @property
    def guests(self) -> list[str]:
        """Return the names of the players to invite."""
        return split_names(self.cleaned_data["names"])

    @property
    def time_control(self) -> Clock | None:
        """Return the chosen clock, or None for a match without a clock."""
        clock = self.cleaned_data["clock"]
        return Clock.parse(clock) if clock else None

    def table_settings(self, rating: int) -> TableSettings:
        """Return the settings for the table. ``rating`` is the host's rating."""
        data = self.cleaned_data
        near, low, high = data["near"], data["rating_min"], data["rating_max"]
        if near is not None and low is None and high is None:
            low, high = max(0, rating - near), rating + near
        return TableSettings(
            invited_only=data["who"] == Visibility.INVITED,
            has_spectators=data["has_spectators"],
            welcomes_bots=data["welcomes_bots"] and not self.is_rated and data["who"] == Visibility.PUBLIC,
            host_starts=data["begins"] == StartMode.HOST,
            rating_min=low,
            rating_max=high,
            bot_level=data.get("bot_level", ""),
        )


class SeekForm(forms.Form):
    """The settings for a seek.

    For signed-in users, the page's script sends the settings over its socket. Signed-out visitors submit the form and
    become guests.
    """

    ruleset = forms.ChoiceField(
        choices=lambda: [(ruleset.name, _(ruleset.title)) for ruleset in Game.registry.values()],
        label=gettext_lazy("Game"),
    )
    clock = forms.ChoiceField(choices=live_clocks, initial=LIVE_CLOCKS[1], label=gettext_lazy("Clock"))
    rated = forms.BooleanField(required=False, initial=True, label=gettext_lazy("Rated"))

    def __init__(self, data: Mapping[str, Any] | None = None, *, may_be_rated: bool = True) -> None:
        super().__init__(data)
        if not may_be_rated:
            only_casual(self, False)

    @property
    def terms(self) -> str:
        """Return the settings as a value for the home page's ``seek`` query parameter, which starts the seek."""
        kind = "rated" if self.cleaned_data["rated"] else "casual"
        return ",".join([self.cleaned_data["ruleset"], self.cleaned_data["clock"], kind])


def only_casual(form: forms.Form, casual: object) -> None:
    """Disable rated matches for guests, and explain why. ``casual`` is the field's value for a casual match."""
    rated = form.fields["rated"]
    rated.disabled, rated.initial = True, casual
    rated.help_text = _("You need an account for rated matches. Guests can only play casual ones.")


def option_field(option: Option) -> forms.Field:
    """Return the form field for an option: a number field for a range of numbers, otherwise a choice field."""
    label, help_text = _(option.label), _(option.help) if option.help else ""
    initial = None if callable(option.default) else option.default
    if isinstance(option.values, range):
        low, high = option.values[0], option.values[-1]
        return forms.IntegerField(min_value=low, max_value=high, initial=initial, label=label, help_text=help_text)
    # Choices are encoded as JSON to distinguish true, "true" and 1.
    choices = [(json.dumps(value), value_label(option, value)) for value in option.values]
    if initial is None:
        choices.insert(0, (AUTOMATIC, _("Default")))
    return forms.TypedChoiceField(
        choices=choices,
        coerce=json.loads,
        empty_value=AUTOMATIC,
        required=initial is not None,
        initial=AUTOMATIC if initial is None else json.dumps(initial),
        label=label,
        help_text=help_text,
    )
