"""Pages for creating and revoking API tokens."""

from __future__ import annotations

from typing import ClassVar

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.bots import MOST as MOST_BOTS
from accounts.bots import bots_of
from accounts.errors import ServiceError
from accounts.models import ApiToken, Scope, User
from accounts.requests import signed_in_user
from accounts.text import clean_line
from accounts.tokens import MOST, make_token, revoke_token, tokens_of

DAYS = (30, 90, 365)


def _lifetimes() -> list[tuple[int | str, str]]:
    """Return the choices for a token's lifetime, in the active language. Lazy text would be formatted only once."""
    return [*((days, ngettext("%(n)d day", "%(n)d days", days) % {"n": days}) for days in DAYS), ("", _("never"))]


class TokenForm(forms.ModelForm[ApiToken]):
    """The purpose and lifetime of a new token."""

    days = forms.TypedChoiceField(
        label=gettext_lazy("Expiry"),
        coerce=int,
        empty_value=None,
        required=False,
        initial=365,
        choices=_lifetimes,
    )

    class Meta:
        model = ApiToken
        fields = ("name",)
        help_texts: ClassVar = {"name": gettext_lazy("A name to remind you which program uses it.")}

    def clean_name(self) -> str:
        """Refuse a name without visible characters."""
        name = clean_line(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("Enter a name."))
        return name


@require_safe
@login_required
def tokens(request: HttpRequest) -> HttpResponse:
    """List the user's tokens and bots. Guests cannot have any and are redirected to the settings."""
    user = signed_in_user(request)
    if user.is_guest:
        return redirect("settings")
    found, bots = tokens_of(user), bots_of(user).prefetch_related("api_tokens")
    context = {"tokens": found, "is_full": len(found) >= MOST, "most": MOST}
    context |= {"bots": bots, "may_have_more_bots": len(bots) < MOST_BOTS, "most_bots": MOST_BOTS}
    return render(request, "accounts/tokens.html", context)


@login_required
@reauthentication_required  # type: ignore[untyped-decorator]
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_token(request: HttpRequest) -> HttpResponse:
    """Create a token. Its secret is shown only in this response."""
    user = signed_in_user(request)
    if user.is_guest:
        return redirect("settings")
    return give_token(request, user)


def give_token(request: HttpRequest, user: User) -> HttpResponse:
    """Show and process the form for a new token. Its scope is "play" for a bot and "read" for a person."""
    bot, scope = (user, Scope.PLAY) if user.is_bot else (None, Scope.READ)
    form = TokenForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        data = form.cleaned_data
        try:
            token, secret = make_token(user=user, name=data["name"], scope=scope, days=data["days"])
        except ServiceError as error:
            messages.error(request, str(error))
            return redirect("tokens")
        return render(request, "accounts/token_made.html", {"token": token, "secret": secret, "bot": bot})
    return render(request, "accounts/new_token.html", {"form": form, "bot": bot})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for confirmation, then revoke a token that belongs to the user or to one of their bots."""
    user = signed_in_user(request)
    token = get_object_or_404(ApiToken.objects.select_related("user"), Q(user=user) | Q(user__operator=user), pk=pk)
    if request.method != "POST":
        return render(request, "accounts/revoke_token.html", {"token": token})
    revoke_token(user=token.user, token_id=pk)
    messages.success(request, _("“%(name)s” has been revoked and no longer works.") % {"name": token.name})
    return redirect("tokens")
