"""User agents, shown as browser and system names that users recognise."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.login_fingerprints import delete_old_fingerprints
from accounts.models import User
from accounts.templatetags.accounts import device

CHROME = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36"


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        (CHROME, "Chrome on Android"),
        (f"{CHROME} Edg/140.0", "Edge on Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        ("curl/8", "Unknown browser"),
        ("", "Unknown browser"),
    ],
)
def test_a_device_is_named_by_browser_and_system(told: str, shown: str) -> None:
    assert device(told) == shown


@pytest.mark.django_db
def test_a_device_is_forgotten_when_its_session_ends() -> None:
    user = User.objects.create_user("amina")
    for key, left in (("over", -1), ("alive", 1)):
        Session.objects.create(session_key=key, expire_date=timezone.now() + timedelta(days=left))
    for key in ("over", "alive", "ended"):
        UserSession.objects.create(user=user, session_key=key, ip="192.0.2.1", user_agent="a browser")
    delete_old_fingerprints()
    assert [device.session_key for device in UserSession.objects.all()] == ["alive"]
