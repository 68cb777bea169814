"""Admin actions on one row, each with its own form."""

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.errors import ServiceError
from accounts.models import User
from accounts.models.sanction import MAX_WORDS, SanctionKind

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

FOR_EVER = "ever"
DURATIONS = (
    ("1", _("1 day")),
    ("7", _("7 days")),
    ("30", _("30 days")),
    (FOR_EVER, _("for ever")),
)
ENDLESS = frozenset({SanctionKind.WARN, SanctionKind.CLOSE})
# Messages to the player, and the reason that goes with each.
PRESETS = (
    ("", "—"),
    (
        _("You insulted others. Please stay polite in chat and comments, in any language and even when you lose."),
        _("Insults"),
    ),
    (
        _("You flooded the chat or advertised in it. Please use it to talk about the match."),
        _("Spam or advertising"),
    ),
    (
        _("You played with several accounts to gain an advantage or to get around a sanction. Please use only one."),
        _("Several accounts"),
    ),
    (
        _("You repeatedly left matches on purpose and kept others waiting. Please finish your matches, or resign."),
        _("Leaves matches on purpose"),
    ),
)


class SanctionForm(forms.Form):
    """A sanction, with its duration, reason and message. In the cleaned data, ``ends`` replaces the duration.

    ``preset.js`` fills in the reason and the message of the chosen preset, which moderators can edit.
    """

    measure = forms.ChoiceField(label=_("Type of sanction"), choices=SanctionKind.choices)
    duration = forms.ChoiceField(label=_("Duration"), choices=DURATIONS, initial="7")  # hidden for those in ENDLESS
    preset = forms.CharField(label=_("Start from a preset"), required=False, widget=forms.Select(choices=PRESETS))
    reason = forms.CharField(label=_("Reason"), max_length=200, help_text=_("For staff: one line about what happened."))
    message = forms.CharField(
        label=_("Message to the player"), max_length=MAX_WORDS, widget=forms.Textarea(attrs={"rows": 5})
    )

    def clean(self) -> dict[str, Any]:
        """Compute ``ends``, which is None for a sanction that has no end."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        data.pop("preset", None)
        days = data.pop("duration", FOR_EVER)  # missing if the choice is invalid; Django reports that
        is_endless = days == FOR_EVER or data.get("measure") in ENDLESS
        data["ends"] = None if is_endless else timezone.now() + timedelta(days=int(days))
        return data


class ReasonForm(forms.Form):
    """The reason for an action."""

    words = forms.CharField(label=_("Reason"), max_length=MAX_WORDS, widget=forms.Textarea(attrs={"rows": 4}))


class AnswerForm(forms.Form):
    """The answer to an appeal."""

    answer = forms.CharField(
        label=_("Answer"),
        max_length=MAX_WORDS,
        help_text=_("The player will see this."),
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    lift = forms.BooleanField(label=_("Lift sanction"), required=False)


class RenameForm(forms.Form):
    """A new name for a player."""

    name = forms.CharField(label=_("New name"), max_length=20)
    words = forms.CharField(label=_("Reason"), max_length=200)


def moderator_of(request: HttpRequest, right: str) -> User:
    """Return the moderator who sent the request. Raises PermissionDenied if they lack the permission."""
    if not isinstance(request.user, User) or not request.user.has_perm(right):
        raise PermissionDenied
    return request.user


def act_on_each(request: HttpRequest, right: str, rows: QuerySet[Any], act: Callable[[int, User], None]) -> int:
    """Call ``act`` with the primary key of each row and the moderator, and return the number of rows.

    Raises PermissionDenied if the moderator lacks the permission ``right``.
    """
    by, chosen = moderator_of(request, right), list(rows.values_list("pk", flat=True))
    for pk in chosen:
        act(pk, by)
    return len(chosen)


def form_action_view(
    page: admin.ModelAdmin[Any],
    request: HttpRequest,
    form_class: Callable[[QueryDict | None], forms.Form],
    do: Callable[[dict[str, Any]], "StrOrPromise | None"],
    *,
    title: str,
    back: str,
    template: str = "admin/action.html",
    extra: dict[str, Any] | None = None,
) -> HttpResponse:
    """Show a form, and call ``do`` with its cleaned data when it is valid. A ServiceError becomes a form error.

    ``do`` may return a message to show on the page ``back``.
    ``extra`` is additional context for the template, which shows its ``about`` text above the form. If ``extra`` has
    another page as ``back``, the Cancel link leads there. The breadcrumbs call that page ``parent``, by default the
    name of one row.
    """
    form = form_class(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            done = do(form.cleaned_data)
        except ServiceError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, done or _("Done. The moderation log has been updated."))
            return redirect(back)
    shown = {"opts": page.opts, "parent": page.opts.verbose_name, "title": title, "form": form, "back": back}
    return TemplateResponse(request, template, {**page.admin_site.each_context(request), **shown, **(extra or {})})
