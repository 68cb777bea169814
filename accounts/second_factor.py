"""Second-factor codes: limits on attempts, and protection against replay."""

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
    """Check a TOTP or recovery code, with a rate limit on wrong codes.

    The limit applies per account, regardless of the session and the IP address.
    """

    def clean_code(self) -> str:
        """Return the code. Raises ValidationError if it is wrong or already used, or after too many wrong codes."""
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
    """Enter the second factor when signing in."""


class ReauthenticateForm(CheckedCodeMixin, forms.ReauthenticateForm):
    """Enter the second factor to reauthenticate."""


def _use_once(user_id: int, code: str) -> bool:
    """Mark a TOTP code as used, and return whether it was unused, so that an observed code cannot be replayed.

    allauth remembers used codes for one period only, but the tolerance makes a code valid for several periods.
    """
    seconds = app_settings.TOTP_PERIOD * (2 * app_settings.TOTP_TOLERANCE + 1)
    return cache.add(f"totp-used:{user_id}:{normalize_user_code(code)}", 1, seconds)
