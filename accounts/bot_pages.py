"""Pages for creating bot accounts and their tokens."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.bots import bots_of, make_bot
from accounts.errors import ServiceError
from accounts.names import MAX_LENGTH
from accounts.requests import signed_in_user
from accounts.token_pages import give_token


class BotForm(forms.Form):
    """The name of a new bot."""

    name = forms.CharField(
        max_length=MAX_LENGTH,
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("3 to 20 letters, digits, “.”, “_” or “-”. You can’t change it later."),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_bot(request: HttpRequest) -> HttpResponse:
    """Create a bot account."""
    user = signed_in_user(request)
    if user.is_guest:
        return redirect("settings")
    form = BotForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            bot = make_bot(operator=user, name=form.cleaned_data["name"])
        except ServiceError as error:
            form.add_error("name", str(error))
        else:
            messages.success(request, _("%(name)s has been created. Now it needs a token.") % {"name": bot.username})
            return redirect("tokens")
    return render(request, "accounts/new_bot.html", {"form": form})


@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def bot_token(request: HttpRequest, pk: int) -> HttpResponse:
    """Create a token for one of the user's bots. Its secret is shown only in this response."""
    return give_token(request, get_object_or_404(bots_of(signed_in_user(request)), pk=pk))
