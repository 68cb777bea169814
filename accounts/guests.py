"""Guests: people who play without an account, identified only by their browser's session."""

from __future__ import annotations

import secrets
from datetime import timedelta

from allauth.core import ratelimit
from django.contrib.auth import login
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import lazy
from django.utils.html import format_html
from django.utils.translation import gettext as _

from accounts.errors import ServiceError
from accounts.middleware import make_middleware
from accounts.models import User

REMEMBERED = timedelta(days=90)  # the lifetime of the session, which is all that identifies a guest
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
ACCOUNT_PAGES, SIGN_OUT = "/accounts/", "/accounts/logout/"  # as in ronda_site.urls


def _say_what_to_do() -> str:
    return format_html(
        _(
            "There are too many guests from your network at the moment. "
            '<a href="{sign_up}">Sign up</a> to play right away, or try again later.'
        ),
        sign_up=reverse("account_signup"),
    )


class TooManyGuestsError(ServiceError):
    """Too many guests have come from the same network."""

    code = "busy"
    message = lazy(_say_what_to_do, str)()


def welcome_guest(request: HttpRequest) -> User:
    """Sign the visitor in as a new guest. Raises TooManyGuestsError."""
    if not ratelimit.consume(request, action="guest"):
        raise TooManyGuestsError
    guest = create_guest()
    login(request, guest, backend=BACKEND)
    request.session.set_expiry(REMEMBERED)
    return guest


def create_guest() -> User:
    """Create a guest with an unused random number, which is longer if short ones run out.

    Raises TooManyGuestsError.
    """
    for attempt in range(100):
        try:
            with transaction.atomic():
                return User.objects.create_guest(1000 + secrets.randbelow(9000 * 10 ** (attempt // 10)))
        except IntegrityError:
            continue
    raise TooManyGuestsError


def guest_of(request: HttpRequest) -> User | None:
    """Return the guest who requested this account page, or None if the request did not come from a guest."""
    return getattr(request, "guest", None)


def _is_for_accounts(request: HttpRequest) -> bool:
    return request.path_info.startswith(ACCOUNT_PAGES) and request.path_info != SIGN_OUT


def _make_anonymous(request: HttpRequest) -> None:
    if isinstance(request.user, User) and request.user.is_guest:
        request.guest = request.user  # type: ignore[attr-defined]
        request.user = AnonymousUser()


# Guests count as anonymous on the account pages, except for signing out, so that they can sign in and sign up.
guest_middleware = make_middleware(before=_make_anonymous, applies=_is_for_accounts, blocks=True)
