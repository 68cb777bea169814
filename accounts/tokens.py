"""API tokens. Each lets a program act as the token's owner, a person or a bot."""

from __future__ import annotations

import secrets
from datetime import timedelta
from hashlib import sha256

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.errors import ServiceError
from accounts.models import ApiToken, Scope, User

MOST = 10  # per account
PREFIX = "ronda_"  # lets people and secret scanners recognise a leaked token
SECRET_BYTES = 32


class TooManyTokensError(ServiceError):
    """The account already has the maximum number of tokens."""

    code = "too_many_tokens"
    message = _("You’ve reached the token limit. Revoke a token you no longer need.")


class NoTokensForGuestsError(ServiceError):
    """Guests cannot have tokens."""

    code = "guest"
    message = _("Guests can’t have tokens. Sign up first.")


class WrongTokenError(ServiceError):
    """The token does not exist, was revoked, or has expired."""

    code = "unauthorized"
    message = _("Invalid token. It may have expired or been revoked.")


class LockedOutError(ServiceError):
    """The token's user is locked out."""

    code = "kept_out"
    message = _("This account is suspended. Sign in to see the reason.")


@transaction.atomic
def make_token(*, user: User, name: str, scope: Scope = Scope.READ, days: int | None = None) -> tuple[ApiToken, str]:
    """Create a token, and return it with its secret, which is not stored.

    It expires after this number of days, or never if ``days`` is None.

    Raises NoTokensForGuestsError, TooManyTokensError.
    """
    if user.is_guest:
        raise NoTokensForGuestsError
    User.objects.select_for_update(no_key=True).get(pk=user.pk)  # concurrent requests wait, so the limit holds
    if ApiToken.objects.filter(user=user).count() >= MOST:
        raise TooManyTokensError
    secret = PREFIX + secrets.token_urlsafe(SECRET_BYTES)
    ends = None if days is None else timezone.now() + timedelta(days=days)
    token = ApiToken.objects.create(user=user, name=name, scope=scope, hash=hash_of(secret), ends=ends)
    return token, secret


def revoke_token(*, user: User, token_id: int) -> None:
    """Revoke one of the user's tokens, if it exists."""
    ApiToken.objects.filter(user=user, pk=token_id).delete()


def tokens_of(user: User) -> list[ApiToken]:
    """Return the user's tokens, newest first, including expired ones."""
    return list(ApiToken.objects.filter(user=user).order_by("-pk"))


def find_token(secret: str) -> ApiToken:
    """Return the valid token that has this secret, including its user, and record that it was used today.

    Raises WrongTokenError, LockedOutError.
    """
    token = ApiToken.objects.select_related("user__operator").filter(hash=hash_of(secret)).first()
    if token is None or token.is_over or not token.user.is_active:
        raise WrongTokenError
    if token.user.is_locked_out:
        raise LockedOutError
    today = timezone.now().date()
    if token.last_used != today:
        ApiToken.objects.filter(pk=token.pk).update(last_used=today)
    return token


def hash_of(secret: str) -> str:
    """Return the stored hash of a secret. Secrets are long and random, so a fast hash is enough."""
    return sha256(secret.encode(errors="replace")).hexdigest()
