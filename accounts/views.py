"""The page on which people say what they prefer."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User


class PreferencesForm(ModelForm[User]):
    """What one may choose about oneself."""

    class Meta:
        model = User
        fields = ("auto_call",)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Show and keep one's own preferences."""
    assert isinstance(request.user, User)  # noqa: S101  the decorator has seen to it
    form = PreferencesForm(request.POST if request.method == "POST" else None, instance=request.user)
    if form.is_valid():
        form.save()
        messages.success(request, _("Your settings are kept. They hold from the next table on."))
        return redirect("settings")
    return render(request, "accounts/settings.html", {"form": form})
