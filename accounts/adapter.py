"""What the house does differently from allauth: names, guests who sign up."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.userkit import filter_users_by_email
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.guests import guest_of
from accounts.models import User
from accounts.names import check_not_reserved, skeleton
from accounts.selectors import check_inoffensive, is_anothers_address, is_taken


class AccountAdapter(DefaultAccountAdapter):
    """The house's rules for accounts."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _("Wrong name or password."),
        "email_password_mismatch": _("Wrong email address or password."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Refuse names that are malformed, the site's own, offensive, taken, or easily mistaken for one that is."""
        check_not_reserved(username)
        check_inoffensive(username)
        name = str(super().clean_username(username, shallow))
        if not shallow and is_taken(name):
            raise self.validation_error("username_taken")
        return name

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """Check the password of one account, so that every attempt costs one password hash, whatever was typed.

        Given an address, allauth's backend would check the account behind it twice, and an unknown one once: the time
        would tell which addresses have an account.
        """
        typed: str = credentials.get("username") or credentials.get("email") or ""
        username, password = _find_username(typed), credentials.get("password")
        user: User | None = super().authenticate(request, typed=typed, username=username, password=password)
        return user

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return the key under which wrong passwords are counted: what was typed, however it is written.

        Not the account behind it: a lockout would then tell which address belongs to which name. allauth's own key
        also has the host that the request names, and with any port it would be another one.
        """
        login: str = credentials.get("typed") or credentials.get("email") or credentials.get("username") or ""
        return skeleton(login.upper())

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Send the code that proves an address, or tell its owner that it already belongs to an account.

        What the page says, and what is stored, is the same in both cases (see ``accounts.forms``).
        """
        address = emailconfirmation.email_address
        if is_anothers_address(address.email, address.user):
            self.send_account_already_exists_mail(address.email)
        else:
            super().send_confirmation_mail(request, emailconfirmation, signup)

    def get_login_stages(self) -> list[str]:
        """The steps of signing in, with the house's own for addresses."""
        own = {"allauth.account.stages.EmailVerificationStage": "accounts.login_stages.AddressStage"}
        return [own.get(stage, stage) for stage in super().get_login_stages()]

    def new_user(self, request: HttpRequest) -> User:
        """Somebody new, or the guest who signs up: their matches are the account's from then on."""
        return guest_of(request) or User()

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        """Make the account. A guest's session ends with that, not before; allauth begins one for the account."""
        was_guest, user.is_guest = user.is_guest, False
        saved: User = super().save_user(request, user, form, commit)
        if was_guest:
            for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
                request.session.pop(key, None)
        return saved


def _find_username(typed: str) -> str:
    """Return the name of the account that a name or an address stands for, or what was typed if there is none."""
    if "@" not in typed:
        return typed
    # Unless one account has verified the address, several may have given it: the oldest goes by it.
    users = filter_users_by_email(typed, prefer_verified=True, for_login=True)
    return min(users, key=lambda user: user.pk).username if users else typed


class SocialAdapter(DefaultSocialAccountAdapter):
    """Signing up by an account elsewhere."""

    def new_user(self, request: HttpRequest, sociallogin: Any) -> User:
        """Nobody yet: whoever has a row counts as signed up already, so a guest comes in only when it is saved."""
        return User()

    def save_user(self, request: HttpRequest, sociallogin: Any, form: BaseForm | None = None) -> User:
        """Make the account, of the guest's row where a guest signs up."""
        guest = guest_of(request)
        if guest is not None:
            guest.email = sociallogin.user.email
            sociallogin.user = guest
        saved: User = super().save_user(request, sociallogin, form)
        return saved
