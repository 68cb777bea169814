"""One thing that is done to a row, with a form of its own."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _

from accounts.errors import ServiceError
from accounts.models import User
from accounts.models.sanction import MAX_WORDS, SanctionKind


class SanctionForm(forms.Form):
    """What is done to somebody, why, and until when."""

    measure = forms.ChoiceField(label=_("SanctionKind"), choices=SanctionKind.choices)
    ends = forms.DateTimeField(
        label=_("Ends (UTC)"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
        help_text=_("Leave empty for a permanent sanction. Warnings and closed accounts have no end."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=200, help_text=_("For staff: one line about what happened."))
    message = forms.CharField(
        label=_("Message to the player"), max_length=MAX_WORDS, widget=forms.Textarea(attrs={"rows": 5})
    )


class WordsForm(forms.Form):
    """Why something is done."""

    words = forms.CharField(label=_("Reason"), max_length=MAX_WORDS, widget=forms.Textarea(attrs={"rows": 4}))


class AnswerForm(forms.Form):
    """What an appeal is answered."""

    answer = forms.CharField(
        label=_("Answer"),
        max_length=MAX_WORDS,
        help_text=_("The player will see this."),
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    lift = forms.BooleanField(label=_("Lift sanction"), required=False)


class RenameForm(forms.Form):
    """What somebody is called from now on."""

    name = forms.CharField(label=_("New name"), max_length=20)
    words = forms.CharField(label=_("Reason"), max_length=200)


def moderator_of(request: HttpRequest, right: str) -> User:
    """Who does it. Raises PermissionDenied without the right."""
    if not isinstance(request.user, User) or not request.user.has_perm(right):
        raise PermissionDenied
    return request.user


def act(
    page: admin.ModelAdmin[Any],
    request: HttpRequest,
    form_class: type[forms.Form],
    do: Callable[[dict[str, Any]], Any],
    *,
    title: str,
    back: str,
    about: Any = None,
) -> HttpResponse:
    """Ask by a form, and do it; what a service refuses stands at the form."""
    form = form_class(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            do(form.cleaned_data)
        except ServiceError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Done. The moderation log has been updated."))
            return redirect(back)
    context = {**page.admin_site.each_context(request), "opts": page.opts, "title": title, "form": form, "back": back}
    return TemplateResponse(request, "admin/act.html", context | {"about": about})
