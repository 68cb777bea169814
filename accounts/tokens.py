"""Tokens, by which programs are known to the API as the person who made them."""

from __future__ import annotations

import secrets
from datetime import timedelta
from hashlib import sha256

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.errors import ServiceError
from accounts.models import ApiToken, Scope, User

MOST = 10  # of one account
PREFIX = "ronda_"  # so that a token is known as one where it lies about
SECRET_BYTES = 32


class TooManyTokensError(ServiceError):
    """An account has as many tokens as it can."""

    code = "too_many_tokens"
    message = _("You’ve reached the limit of tokens. Revoke one you no longer need.")


class NoTokensForGuestsError(ServiceError):
    """A guest is known by a browser alone."""

    code = "guest"
    message = _("Guests can’t have tokens. Sign up first.")


class WrongTokenError(ServiceError):
    """A token that there is not, or not any more."""

    code = "unauthorized"
    message = _("Invalid token. It may have been revoked or have expired.")


class LockedOutError(ServiceError):
    """Who has the token may not come to the site now."""

    code = "kept_out"
    message = _("This account is suspended. Sign in to see the reason.")


@transaction.atomic
def make_token(*, user: User, name: str, scope: Scope = Scope.READ, days: int | None = None) -> tuple[ApiToken, str]:
    """Make a token that is good for some days, or until it is revoked; it, and the secret, which is kept nowhere.

    Raises NoTokensForGuestsError, TooManyTokensError.
    """
    if user.is_guest:
        raise NoTokensForGuestsError
    User.objects.select_for_update(no_key=True).get(pk=user.pk)  # so that two at once are counted
    if ApiToken.objects.filter(user=user).count() >= MOST:
        raise TooManyTokensError
    secret = PREFIX + secrets.token_urlsafe(SECRET_BYTES)
    ends = None if days is None else timezone.now() + timedelta(days=days)
    token = ApiToken.objects.create(user=user, name=name, scope=scope, hash=hash_of(secret), ends=ends)
    return token, secret


def revoke_token(*, user: User, token_id: int) -> None:
    """Make one's token worthless at once; harmless where there is none."""
    ApiToken.objects.filter(user=user, pk=token_id).delete()


def tokens_of(user: User) -> list[ApiToken]:
    """Somebody's tokens, the latest first; those that have run out, too."""
    return list(ApiToken.objects.filter(user=user).order_by("-pk"))


def find_token(secret: str) -> ApiToken:
    """The token with this secret, with its user, that may be used now; it is used today, then.

    Raises WrongTokenError, KeptOutError.
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
    """What is kept of a secret. It is long and random, so that nothing slower is needed."""
    return sha256(secret.encode(errors="replace")).hexdigest()
