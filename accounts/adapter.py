"""The adapter for allauth's accounts: naming rules, guests who sign up, and protection against account enumeration."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.userkit import filter_users_by_email
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _

from accounts.guests import guest_of
from accounts.models import User
from accounts.names import check_not_reserved, skeleton
from accounts.selectors import check_inoffensive, is_anothers_address, is_taken


class AccountAdapter(DefaultAccountAdapter):
    """Apply the site's rules for names, sign-in and email addresses."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_taken": _("A player with that name already exists."),
        "username_password_mismatch": _("Wrong name or password."),
        "email_password_mismatch": _("Wrong email address or password."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name. Raises ValidationError if it is malformed, reserved, offensive, taken or a lookalike."""
        check_not_reserved(username)
        check_inoffensive(username)
        name = str(super().clean_username(username, shallow))
        if not shallow and is_taken(name):
            raise self.validation_error("username_taken")
        return name

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """Check the password of exactly one account, so that every attempt costs one password hash.

        Given an email address, allauth's backend would hash twice if the address belongs to an account and once
        otherwise. The time taken would reveal which addresses have an account.
        """
        typed: str = credentials.get("username") or credentials.get("email") or ""
        username, password = _find_username(typed), credentials.get("password")
        user: User | None = super().authenticate(request, typed=typed, username=username, password=password)
        return user

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return the cache key for counting failed attempts: a normalised form of what the user typed.

        The key does not identify the account, because a lockout would otherwise reveal which address belongs to which
        name. Unlike allauth's own key, it also leaves out the request's host: otherwise, an attacker could get a new
        key by adding a port.
        """
        login: str = credentials.get("typed") or credentials.get("email") or credentials.get("username") or ""
        return skeleton(login.upper())

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Send the code that verifies an email address, or tell its owner that it already belongs to an account.

        The page and the stored data are the same in both cases (see ``accounts.forms``).
        """
        address = emailconfirmation.email_address
        if is_anothers_address(address.email, address.user):
            self.send_account_already_exists_mail(address.email)
        else:
            super().send_confirmation_mail(request, emailconfirmation, signup)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send an email in the account's language or, if none is chosen, in the language of the page.

        Without a ``user`` in the context, the greeting has no name: the address may not be that of the signed-in user.
        """
        context = {"user": None, **context}
        with override(getattr(context["user"], "language", "") or get_language()):
            super().send_mail(template_prefix, email, context)

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Send an email about a change to the account. It greets the owner by name."""
        super().send_notification_mail(template_prefix, user, {"user": user, **(context or {})}, email)

    def get_login_stages(self) -> list[str]:
        """Return the sign-in stages, with ``AddressStage`` in place of allauth's email verification."""
        own = {"allauth.account.stages.EmailVerificationStage": "accounts.login_stages.AddressStage"}
        return [own.get(stage, stage) for stage in super().get_login_stages()]

    def new_user(self, request: HttpRequest) -> User:
        """Return the guest who is signing up, so that the account keeps their matches, or else a new user."""
        return guest_of(request) or User()

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        """Save the account. A guest's session ends here; allauth starts a new one for the account."""
        was_guest, user.is_guest = user.is_guest, False
        saved: User = super().save_user(request, user, form, commit)
        if was_guest:
            for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
                request.session.pop(key, None)
        return saved


def _find_username(typed: str) -> str:
    """Return the username for a typed name or email address, or the typed text if no account has that address."""
    if "@" not in typed:
        return typed
    # Several accounts may have the same address until one verifies it. Until then, it identifies the oldest of them.
    users = filter_users_by_email(typed, prefer_verified=True, for_login=True)
    return min(users, key=lambda user: user.pk).username if users else typed
