"""The form that moderators use to decide on a report, and the ids of messages in forms."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.admin.actions import SanctionForm
from accounts.models import SanctionKind
from games.moderation.models import Verdict
from games.moderation.services import NO_CONSEQUENCES, Penalty

MOST_DIGITS = 18  # of an id that a database can hold


def sent_id(data: QueryDict, field: str) -> int:
    """Return the id of a row that a form or a link has sent, or 0, which no row has, if it is not an id."""
    sent = data.get(field, "")
    return int(sent) if sent.isdecimal() and len(sent) <= MOST_DIGITS else 0


class ConfirmationForm(forms.Form):
    """The confirmation of an action on the rows chosen in a list: it sends the list's own form again, with ``post``."""

    action = forms.CharField(widget=forms.HiddenInput)
    post = forms.CharField(widget=forms.HiddenInput, initial="yes")

    def __init__(self, data: QueryDict | None, action: str, chosen: Collection[int]) -> None:
        """``data`` is what the list or the confirmation has sent, ``chosen`` are the primary keys of the rows."""
        is_confirmed = data is not None and "post" in data
        keys = [str(pk) for pk in chosen]
        super().__init__(data if is_confirmed else None, initial={"action": action, "_selected_action": keys})
        self.fields["_selected_action"] = forms.MultipleChoiceField(
            choices=[(key, key) for key in keys], widget=forms.MultipleHiddenInput
        )


class DecisionForm(SanctionForm):
    """A verdict on a report. If it is upheld, the message may be hidden, the player sanctioned and the match voided.

    The style sheet of the admin hides the fields that the choices make needless, so these are optional. Where scripts
    run, decision.js does not send them. Otherwise a hidden sanction is refused, and its field is shown with the error.
    """

    measure = forms.ChoiceField(
        label=gettext_lazy("Sanction"),
        choices=[("", gettext_lazy("none")), *SanctionKind.choices],
        required=False,
    )
    is_voided = forms.BooleanField(
        label=gettext_lazy("Void this match and reverse its rating changes. This can’t be undone."), required=False
    )
    void_reason = forms.CharField(
        label=gettext_lazy("Reason for voiding"),
        help_text=gettext_lazy("The players will see this."),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    hides_message = forms.BooleanField(
        label=gettext_lazy("Hide the reported message"), label_suffix="", initial=True, required=False
    )
    verdict = forms.ChoiceField(label=gettext_lazy("Verdict"), choices=Verdict.choices, widget=forms.RadioSelect)
    field_order = (
        *("verdict", "hides_message", "measure", "duration", "preset", "reason", "message"),
        *("is_voided", "void_reason"),
    )

    def __init__(self, data: QueryDict | None, *, can_hide: bool) -> None:
        """Make the form. ``can_hide`` says whether there is a reported message that the moderator may hide."""
        super().__init__(data)
        if not can_hide:
            del self.fields["hides_message"]
        for name in ("reason", "message"):
            self.fields[name].required = False  # only needed for a sanction

    def clean(self) -> dict[str, Any]:
        """Check that the choices agree and have their reasons. Return the arguments for ``decide_report``."""
        data = super().clean()
        if data.get("verdict") == Verdict.DISMISSED:
            for name in ("measure", "is_voided"):
                if data.get(name):
                    self.add_error(name, NO_CONSEQUENCES)
            return {"verdict": Verdict.DISMISSED}
        if data.get("is_voided") and not data.get("void_reason"):
            self.add_error("void_reason", _("Required to void the match."))
        elif data.get("void_reason") and not data.get("is_voided"):
            self.add_error("is_voided", _("Select this, or remove the reason for voiding."))
        self._check_texts(data)
        return {
            "verdict": data.get("verdict"),
            "penalty": self._penalty(data) if data.get("measure") and not self.errors else None,
            "void_reason": data.get("void_reason"),
            "hides_message": data.get("hides_message", False),
        }

    def _check_texts(self, data: dict[str, Any]) -> None:
        if not data.get("measure"):
            if data.get("message"):
                self.add_error("message", _("Choose a sanction. Only sanctioned players get a message."))
            return
        for name in ("reason", "message"):
            if name in data and not data[name]:
                self.add_error(name, _("Required for a sanction."))

    def _penalty(self, data: dict[str, Any]) -> Penalty:
        return Penalty(**{name: data[name] for name in ("measure", "reason", "message", "ends")})
