"""The account status page, and the middleware that limits suspended users to it."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.errors import ServiceError
from accounts.middleware import make_middleware
from accounts.models import Sanction, User
from accounts.requests import signed_in_user
from accounts.sanctions import appeal_sanction, note_read

# Suspended users can still read the reason, appeal, download their data and sign out.
OPEN_TO_ALL = frozenset({"standing", "appeal", "export", "account_logout", "jsi18n", "set_language"})


def _has_session(request: HttpRequest) -> bool:
    return settings.SESSION_COOKIE_NAME in request.COOKIES


def _refuse(request: HttpRequest) -> HttpResponse | None:
    """Return the account status page if the user is suspended, or None if the request may continue."""
    if not isinstance(request.user, User) or not request.user.is_suspended:
        return None
    try:
        is_open = resolve(request.path_info).view_name in OPEN_TO_ALL
    except Resolver404:
        is_open = False
    return None if is_open else _show(request, request.user, status=403)


@login_required
@require_safe
def account_status(request: HttpRequest) -> HttpResponse:
    """Show the moderators' decisions about the user, and mark them as read."""
    user = signed_in_user(request)
    note_read(user=user)
    return _show(request, user)


@login_required
@require_POST
def appeal(request: HttpRequest, pk: int) -> HttpResponse:
    """Appeal against a sanction. Each sanction can be appealed once."""
    user = signed_in_user(request)
    get_object_or_404(Sanction, pk=pk, user=user)
    try:
        appeal_sanction(sanction_id=pk, user=user, words=request.POST.get("words", ""))
    except ServiceError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Your appeal has been sent to the moderators. Their answer will appear here."))
    return redirect("standing")


def _show(request: HttpRequest, user: User, status: int = 200) -> HttpResponse:
    found = Sanction.objects.filter(user=user).order_by("-created", "-pk")
    return render(request, "accounts/account_status.html", {"sanctions": found}, status=status)


# Suspended users get the account status page for all views not in OPEN_TO_ALL. Without a session, no query is needed.
account_status_middleware = make_middleware(before=_refuse, applies=_has_session, blocks=True)
