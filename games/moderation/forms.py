"""The form that moderators use to decide on a report."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.admin.actions import SanctionForm
from accounts.models import SanctionKind
from games.moderation.models import Verdict
from games.moderation.services import Penalty


class DecisionForm(SanctionForm):
    """A verdict on a report. If the report is upheld, it may lead to a sanction, a voided match, or both.

    The style sheet of the admin hides the fields that the choices make needless, so these are optional.
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
    verdict = forms.ChoiceField(label=gettext_lazy("Verdict"), choices=Verdict.choices, widget=forms.RadioSelect)
    field_order = ("verdict", "measure", "duration", "reason", "message", "is_voided", "void_reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("reason", "message"):
            self.fields[name].required = False  # only needed for a sanction

    def clean(self) -> dict[str, Any]:
        """Check that a sanction and a voided match have their reasons. Return the arguments for ``decide_report``."""
        data = super().clean()
        penalty = None
        if data.get("is_voided") and not data.get("void_reason"):
            self.add_error("void_reason", _("Required to void the match."))
        elif data.get("void_reason") and not data.get("is_voided"):
            self.add_error("is_voided", _("Select this, or remove the reason for voiding."))
        if data.get("measure"):
            for name in ("reason", "message"):
                if name in data and not data[name]:
                    self.add_error(name, _("Required for a sanction."))
            if not self.errors:
                penalty = Penalty(**{name: data[name] for name in ("measure", "reason", "message", "ends")})
        elif data.get("message"):
            self.add_error("message", _("Choose a sanction. Only sanctioned players get a message."))
        return {"verdict": data.get("verdict"), "penalty": penalty, "void_reason": data.get("void_reason")}
