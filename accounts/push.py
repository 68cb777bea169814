"""Turning push notifications on and off on a user's devices."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

from django.conf import settings
from django.db import transaction
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import push_services, vapid
from accounts.errors import ServiceError
from accounts.models import PushSubscription, User
from accounts.models.push import MAX_ENDPOINT, MAX_USER_AGENT
from accounts.push_kinds import PushKind
from accounts.signals import signed_out

MOST = 10  # per account; a new one replaces the least recently used
SECRET_BYTES = 16


class BadSubscriptionError(ServiceError):
    """The push service is not in ``RONDA_PUSH_SERVICES``, or the keys are invalid."""

    code = "malformed"
    message = _("This browser’s push service isn’t supported.")


class NoPushError(ServiceError):
    """The site sends no push notifications, or none to this user."""

    code = "no_push"
    message = _("Sign up to get notifications even when the site isn’t open.")


def is_push_on() -> bool:
    """Return whether the site sends push notifications."""
    return bool(settings.RONDA_VAPID_PRIVATE_KEY)


def may_have_push(user: User) -> bool:
    """Return whether this user can turn on push notifications. Guests cannot: their session may end at any time."""
    return is_push_on() and not user.is_guest and not user.is_bot


@transaction.atomic
def add_subscription(
    *, user: User, endpoint: str, public_key: str, secret: str, session: str, language: str, user_agent: str = ""
) -> PushSubscription:
    """Turn on push notifications in a browser. If another user had turned them on there, that user stops getting them.

    Raises NoPushError, BadSubscriptionError.
    """
    if not may_have_push(user):
        raise NoPushError
    _check(endpoint, public_key, secret)
    User.objects.select_for_update(no_key=True).get(pk=user.pk)  # concurrent requests wait, so the limit holds
    facts = {"user": user, "public_key": public_key, "secret": secret, "session": session, "language": language}
    facts |= {"user_agent": user_agent[:MAX_USER_AGENT]}
    subscription, _is_new = PushSubscription.objects.update_or_create(endpoint=endpoint, defaults=facts)
    others = PushSubscription.objects.filter(user=user).exclude(pk=subscription.pk)
    kept = sorted(others, key=_last_needed, reverse=True)[: MOST - 1]
    others.exclude(pk__in=[other.pk for other in kept]).delete()
    return subscription


def _last_needed(subscription: PushSubscription) -> tuple[date, int]:
    return max(subscription.created.date(), subscription.last_used or date.min), subscription.pk


def _check(endpoint: str, public_key: str, secret: str) -> None:
    try:
        vapid.check_public_key(public_key)
        has_secret = len(vapid.decode(secret)) == SECRET_BYTES
    except ValueError:
        raise BadSubscriptionError from None
    if not has_secret or len(endpoint) > MAX_ENDPOINT or not push_services.is_push_service(endpoint):
        raise BadSubscriptionError


def remove_subscription(*, user: User, subscription_id: int) -> None:
    """Turn off push notifications in one of the user's browsers. Do nothing if they are already off."""
    PushSubscription.objects.filter(user=user, pk=subscription_id).delete()


def replace_subscription(*, user: User, old_endpoint: str, **facts: Any) -> PushSubscription:
    """Replace a subscription that the browser has renewed. ``facts`` is passed on to ``add_subscription``.

    Raises NoPushError (also if the old subscription was turned off) and BadSubscriptionError.
    """
    with transaction.atomic():
        if not PushSubscription.objects.filter(user=user, endpoint=old_endpoint).delete()[0]:
            raise NoPushError
        return add_subscription(user=user, **facts)


def subscriptions_of(user: User) -> list[PushSubscription]:
    """Return the user's devices, newest first."""
    return list(PushSubscription.objects.filter(user=user).order_by("-pk"))


def who_wants(kind: PushKind, user_ids: Collection[int]) -> list[int]:
    """Return the IDs of the given users who want push notifications of this kind and have a device for them."""
    people = User.objects.filter(pk__in=user_ids, is_active=True, **{kind.switch: True})
    people = people.filter(push_subscriptions__isnull=False).distinct()
    return [user.pk for user in people if not user.is_suspended]


def note_sent(*, subscription_id: int) -> None:
    """Record that a notification was sent today."""
    today = timezone.now().date()
    PushSubscription.objects.filter(pk=subscription_id).exclude(last_used=today).update(last_used=today)


def note_gone(*, subscription_id: int) -> None:
    """Delete a subscription that no longer exists at its push service."""
    PushSubscription.objects.filter(pk=subscription_id).delete()


def choose_kinds(*, user: User, wanted: Mapping[str, bool]) -> None:
    """Store which kinds of push notifications the user wants. ``wanted`` maps each switch to its value."""
    for name, is_on in wanted.items():
        setattr(user, name, is_on)
    user.save(update_fields=[kind.switch for kind in PushKind])


@receiver(signed_out)
def _forget_devices(user_id: int, session: str, **_kwargs: Any) -> None:
    """Turn off push notifications for an ended session, or on all of the user's devices if ``session`` is empty."""
    found = PushSubscription.objects.filter(user=user_id)
    (found.filter(session=session) if session else found).delete()
