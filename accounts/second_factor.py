"""Codes of a second factor: how often one may be tried, and that each is good once."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from allauth.core import context
from allauth.core.internal import ratelimit
from allauth.core.internal.cryptokit import normalize_user_code
from allauth.mfa import app_settings
from allauth.mfa.base import forms
from allauth.mfa.models import Authenticator
from django.core.cache import cache


class CheckedCodeMixin:
    """Checks a code of an app or a recovery code, under the account's own limits.

    They count for the account, whatever the session or the address. Only wrong codes count.
    """

    def clean_code(self) -> str:
        """Return the code. Raises ValidationError where it is wrong, was used already, or too many were tried."""
        key = f"second-factor-{self.user.pk}"  # type: ignore[attr-defined]
        usage = ratelimit.consume(context.request, app="allauth.account", action="second_factor", key=key)
        if usage is None:
            raise get_adapter().validation_error("too_many_login_attempts")
        code: str = super().clean_code()  # type: ignore[misc]
        if self.authenticator.type == Authenticator.Type.TOTP and not _use_once(self.user.pk, code):  # type: ignore[attr-defined]
            raise get_adapter().validation_error("incorrect_code")
        usage.rollback()
        return code


class AuthenticateForm(CheckedCodeMixin, forms.AuthenticateForm):
    """The second step of signing in."""


class ReauthenticateForm(CheckedCodeMixin, forms.ReauthenticateForm):
    """Prove again who one is."""


def _use_once(user_id: int, code: str) -> bool:
    """Mark a code as used, and return whether it was unused: nobody who saw it typed may sign in with it.

    allauth remembers used codes for one period only, but a code stays valid for every period that is tolerated.
    """
    seconds = app_settings.TOTP_PERIOD * (2 * app_settings.TOTP_TOLERANCE + 1)
    return cache.add(f"totp-used:{user_id}:{normalize_user_code(code)}", 1, seconds)
