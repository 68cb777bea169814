"""Where accounts are used from, as keyed hashes: whether two of them share a device or an address."""

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
KEPT = timedelta(days=90)  # since an account was used from there last
COOKIE_AGE = timedelta(days=365)


def fingerprint_of(kind: FingerprintKind, value: str) -> str:
    """The keyed hash of a device or an address: another one as soon as the site's secret key is."""
    return salted_hmac(f"accounts.login_fingerprints.{kind}", value, algorithm="sha256").hexdigest()[:32]


@receiver(user_logged_in)
def record_fingerprints(request: HttpRequest | None, user: User, **_kwargs: Any) -> None:
    """Note from where somebody signs in, comes as a guest, or signs up."""
    if request is None:
        return
    device = request.COOKIES.get(COOKIE, "")
    if not 20 <= len(device) <= 64:
        device = secrets.token_urlsafe(24)
    request.device = device  # type: ignore[attr-defined]  # for the middleware to give it to the browser
    found = {FingerprintKind.DEVICE: device, FingerprintKind.ADDRESS: client_address(request)}
    for kind, value in found.items():
        if value:
            LoginFingerprint.objects.update_or_create(
                user=user, kind=kind, mark=fingerprint_of(kind, value), defaults={"last": timezone.now()}
            )


def delete_old_fingerprints() -> int:
    """Delete what is older than it is kept for; how many rows. Signed-in devices go with their sessions."""
    alive = Session.objects.filter(expire_date__gt=timezone.now())
    UserSession.objects.exclude(session_key__in=alive.values("session_key")).delete()
    return LoginFingerprint.objects.filter(last__lt=timezone.now() - KEPT).delete()[0]


def _with_device(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    device = getattr(request, "device", None)
    if device is not None:
        is_secure = bool(settings.SESSION_COOKIE_SECURE)
        response.set_cookie(COOKIE, device, COOKIE_AGE, httponly=True, samesite="Lax", secure=is_secure)
    return response


# Gives the browser of who has just signed in its number.
device_middleware = make_middleware(after=_with_device)
