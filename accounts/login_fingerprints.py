"""The devices and IP addresses that accounts sign in from, stored as keyed hashes to find accounts that share them."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.models import Session
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.addresses import client_address
from accounts.middleware import make_middleware
from accounts.models import FingerprintKind, LoginFingerprint, User

COOKIE = "device"
KEPT = timedelta(days=90)  # after the last sign-in from the device or address
COOKIE_AGE = timedelta(days=365)


def fingerprint_of(kind: FingerprintKind, value: str) -> str:
    """Return the keyed hash of a device or IP address. It changes when the site's secret key changes."""
    return salted_hmac(f"accounts.login_fingerprints.{kind}", value, algorithm="sha256").hexdigest()[:32]


@receiver(user_logged_in)
def record_fingerprints(request: HttpRequest | None, user: User, **_kwargs: Any) -> None:
    """Record the device and IP address from which a user signs in. New guests are recorded too."""
    if request is None:
        return
    device = request.COOKIES.get(COOKIE, "")
    if not 20 <= len(device) <= 64:
        device = secrets.token_urlsafe(24)
    request.device = device  # type: ignore[attr-defined]  # device_middleware sets the cookie
    found = {FingerprintKind.DEVICE: device, FingerprintKind.ADDRESS: client_address(request)}
    for kind, value in found.items():
        if value:
            LoginFingerprint.objects.update_or_create(
                user=user, kind=kind, mark=fingerprint_of(kind, value), defaults={"last": timezone.now()}
            )


def delete_old_fingerprints() -> int:
    """Delete expired fingerprints, and devices without a session. Return the number of deleted fingerprints."""
    alive = Session.objects.filter(expire_date__gt=timezone.now())
    UserSession.objects.exclude(session_key__in=alive.values("session_key")).delete()
    return LoginFingerprint.objects.filter(last__lt=timezone.now() - KEPT).delete()[0]


def _with_device(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    device = getattr(request, "device", None)
    if device is not None:
        is_secure = bool(settings.SESSION_COOKIE_SECURE)
        response.set_cookie(COOKIE, device, COOKIE_AGE, httponly=True, samesite="Lax", secure=is_secure)
    return response


# Sets the device cookie after a sign-in.
device_middleware = make_middleware(after=_with_device)
