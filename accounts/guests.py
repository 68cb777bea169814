"""People who play without an account: known by their browser's session, and by nothing else."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from allauth.core import ratelimit
from django.contrib.auth import login
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts.errors import ServiceError
from accounts.models import User

REMEMBERED = timedelta(days=90)  # by the browser, which is all that knows a guest
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
ACCOUNT_PAGES = "accounts/"  # where allauth's addresses begin


class TooManyGuestsError(ServiceError):
    """Too many guests have come from one address."""

    code = "busy"
    message = _("Too many guests come from your network just now. Sign up, or try again later.")


def welcome_guest(request: HttpRequest) -> User:
    """Sign a visitor in as a new guest. Raises TooManyGuestsError."""
    if not ratelimit.consume(request, action="guest"):
        raise TooManyGuestsError
    guest = create_guest()
    login(request, guest, backend=BACKEND)
    request.session.set_expiry(REMEMBERED)
    return guest


def create_guest() -> User:
    """Make a guest under a number that nobody has; numbers grow longer as there are more."""
    for attempt in range(100):
        try:
            with transaction.atomic():
                return User.objects.create_guest(1000 + secrets.randbelow(9000 * 10 ** (attempt // 10)))
        except IntegrityError:
            continue
    raise TooManyGuestsError


def guest_of(request: HttpRequest) -> User | None:
    """The guest behind a request for one of the account pages."""
    return getattr(request, "guest", None)


class GuestMiddleware:
    """On the account pages a guest is nobody: they sign in and up like everybody, and have nothing to look after.

    Signing out is for guests too.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Go on."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: Any, _args: Any, _kwargs: Any) -> None:
        """Put the guest aside."""
        match, user = request.resolver_match, request.user
        if match is None or not match.route.startswith(ACCOUNT_PAGES) or match.url_name == "account_logout":
            return
        if isinstance(user, User) and user.is_guest:
            request.guest = user  # type: ignore[attr-defined]
            request.user = AnonymousUser()
