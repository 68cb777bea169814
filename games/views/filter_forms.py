"""Filter forms for lists of matches, submitted in the query string."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.selectors import users_named
from games.models import Outcome
from games.selectors.history import EARLIEST, LATEST, HistoryFilter
from games.selectors.ruleset_texts import all_rulesets

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

RATED = {"yes": True, "no": False}
BOTS_TOO = "all"


def day_field(label: "StrOrPromise") -> forms.DateField:
    """Return a date field, limited to the range that every database supports."""
    return forms.DateField(
        label=label,
        required=False,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        validators=[MinValueValidator(EARLIEST), MaxValueValidator(LATEST)],
    )


def _games() -> list[tuple[str, str]]:
    return [("", _("all games")), *((ruleset.name, ruleset.title) for ruleset in all_rulesets())]


class LiveFilter(forms.Form):
    """A filter for the matches that are being played."""

    ruleset = forms.ChoiceField(label=gettext_lazy("Game"), required=False)

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data, auto_id="filter_%s")
        self.fields["ruleset"].choices = _games()  # type: ignore[attr-defined]


class SiteFilter(forms.Form):
    """A filter for the site's matches. Entering a name leads to that player's matches.

    Most matches are a person's against bots, so they are listed only if the reader asks for them.
    """

    ruleset = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    rated = forms.ChoiceField(
        label=gettext_lazy("Rating"),
        required=False,
        choices=[("", gettext_lazy("rated or not")), ("yes", gettext_lazy("rated")), ("no", gettext_lazy("casual"))],
    )
    opponents = forms.ChoiceField(
        label=gettext_lazy("Opponents"),
        required=False,
        choices=[("", gettext_lazy("people only")), (BOTS_TOO, gettext_lazy("people or bots"))],
    )
    since = day_field(gettext_lazy("From"))
    until = day_field(gettext_lazy("To"))
    player = forms.CharField(label=gettext_lazy("Player"), required=False, max_length=150)

    name_field = "player"

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data, auto_id="filter_%s")
        self.fields["ruleset"].choices = _games()  # type: ignore[attr-defined]

    def _clean_name(self) -> User | None:
        name = self.cleaned_data[self.name_field].strip()
        found = users_named(name).first() if name else None
        if name and found is None:
            raise forms.ValidationError(_("No player with that name."))
        return found

    def clean_player(self) -> User | None:
        """Return the player with the entered name, or None if the field is empty."""
        return self._clean_name()

    @property
    def is_open(self) -> bool:
        """Return whether any filter is set. If so, the form is shown open."""
        return any(self.data.get(name) for name in self.fields)

    @property
    def wanted(self) -> HistoryFilter:
        """Return the filters that are set and valid."""
        self.is_valid()
        asked: dict[str, Any] = {
            name: value for name, value in self.cleaned_data.items() if value and name in HistoryFilter.__slots__
        }
        return HistoryFilter(
            **{**asked, "rated": RATED.get(asked.get("rated", "")), "between_people": self.is_between_people}
        )

    @property
    def is_between_people(self) -> bool:
        """Return whether matches against bots alone are left out."""
        return "opponents" in self.fields and self.cleaned_data.get("opponents") != BOTS_TOO


class PlayerFilter(SiteFilter):
    """A filter for one player's matches."""

    outcome = forms.ChoiceField(
        label=gettext_lazy("Result"), required=False, choices=[("", gettext_lazy("all results")), *Outcome.choices]
    )
    player = opponents = None  # type: ignore[assignment]  # removes the inherited fields
    opponent = forms.CharField(label=gettext_lazy("Against"), required=False, max_length=150)

    name_field = "opponent"

    def clean_opponent(self) -> User | None:
        """Return the opponent with the entered name, or None if the field is empty."""
        return self._clean_name()
