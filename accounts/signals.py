"""Signals about accounts, which other apps can receive."""

from __future__ import annotations

import hashlib
from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from allauth.usersessions.models import UserSession
from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import post_delete, post_save
from django.dispatch import Signal, receiver
from django.http import HttpRequest

from accounts.models import ApiToken, User

# A session or token has ended. Sends user_id and session, which is the mark of the session or token, or "" for all of
# the user's sessions.
signed_out = Signal()

# A user's sanctions changed. Sends user_id, within the transaction.
account_status_changed = Signal()

# A player was renamed. Sends user_id, within the transaction that stores the new name.
renamed = Signal()


@receiver(post_save, sender=User)
def _name_written(instance: User, created: bool, update_fields: frozenset[str] | None, **_kwargs: Any) -> None:
    if created or (update_fields is not None and "username" not in update_fields):
        return
    if instance.stored_name not in {None, instance.username}:
        instance.stored_name = instance.username
        renamed.send(User, user_id=instance.pk)


def session_mark(key: str | None) -> str:
    """Return an identifier for a session. It cannot be used to access the session."""
    return hashlib.sha256(key.encode()).hexdigest()[:32] if key else ""


@receiver(post_delete, sender=UserSession)
def _session_ended(instance: UserSession, **_kwargs: Any) -> None:
    signed_out.send(UserSession, user_id=instance.user_id, session=session_mark(instance.session_key))


def token_mark(token_id: int) -> str:
    """Return the mark of a token, which ``signed_out`` sends in place of a session's mark."""
    return f"token {token_id}"


@receiver(post_delete, sender=ApiToken)
def _token_revoked(instance: ApiToken, **_kwargs: Any) -> None:
    signed_out.send(ApiToken, user_id=instance.user_id, session=token_mark(instance.pk))


@receiver(user_logged_out)
def _logged_out(request: HttpRequest | None, user: User | None, **_kwargs: Any) -> None:
    if user is not None and request is not None and request.session.session_key:
        signed_out.send(User, user_id=user.pk, session=session_mark(request.session.session_key))


@receiver([password_changed, password_set, password_reset])
def _password_changed(user: User, **_kwargs: Any) -> None:
    signed_out.send(User, user_id=user.pk, session="")  # the current session reconnects
