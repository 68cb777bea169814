"""Muting and blocking players."""

from __future__ import annotations

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.answers import answer_saved
from accounts.errors import ServiceError
from accounts.models import Kind, User
from accounts.selectors import users_named
from accounts.services import block_user, mute_user, unblock


@require_POST
def mute_or_block(request: HttpRequest) -> HttpResponse:
    """Mute, block or unblock the named user. Scripts get the result as JSON.

    Browsers are redirected to the page with the form: the user's profile or the settings.
    """
    if not isinstance(request.user, User):
        return redirect_to_login(reverse("settings"))
    whom = get_object_or_404(users_named(request.POST.get("name", "")))
    back = reverse("player", args=[whom.username]) if request.POST.get("page") == "player" else ""
    try:
        message = _apply_choice(request.user, whom, request.POST.get("kind", ""))
    except ServiceError as error:
        return answer_saved(request, str(error), back=back, status=400)
    return answer_saved(request, message, back=back)


def _apply_choice(user: User, whom: User, kind: str) -> str:
    """Carry out the choice, and return a sentence that describes it."""
    name = {"name": whom.username}
    if kind == Kind.MUTE:
        mute_user(by=user, whom=whom)
        return _("You’ve muted %(name)s.") % name
    if kind == Kind.BLOCK:
        block_user(by=user, whom=whom)
        return _("You’ve blocked %(name)s. You won’t see their messages, and they can’t join your tables.") % name
    unblock(by=user, whom=whom)
    return _("%(name)s is no longer muted or blocked.") % name
