"""The addresses to which the site sends push notifications."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.push_services import is_push_service


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:DEF-1_2",
        "https://fcm.googleapis.com:443/wp/abc",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        "https://web.push.apple.com/QOabc",
        "https://wns2-par02p.notify.windows.com/w/?token=BQY%3d",
        "https://FCM.googleapis.com/wp/abc",
    ],
)
def test_the_push_services_of_the_browsers_are_known(endpoint: str) -> None:
    assert is_push_service(endpoint)


@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "fcm.googleapis.com/wp/abc",
        "http://fcm.googleapis.com/wp/abc",
        "https://127.0.0.1/wp/abc",
        "https://localhost/wp/abc",
        "https://[::1]/wp/abc",
        "https://169.254.169.254/latest/meta-data/",
        "https://2130706433/wp/abc",
        "https://push.example/wp/abc",
        "https://fcm.googleapis.com:22/wp/abc",
        "https://fcm.googleapis.com:0/wp/abc",
        "https://fcm.googleapis.com:99999/wp/abc",
        "https://fcm.googleapis.com.evil.example/wp/abc",
        "https://evil.example/fcm.googleapis.com",
        "https://evil.example#fcm.googleapis.com",
        "https://evil.example?fcm.googleapis.com",
        "https://evil.example\\@fcm.googleapis.com/",
        "https://fcm.googleapis.com@evil.example/",
        "https://user:secret@fcm.googleapis.com/wp/abc",
        "https://fcm.googleapis.com/wp/abc#part",
        "https://push.apple.com/QOabc",
        "https://evilpush.apple.com/QOabc",
        "https://evil-push.apple.com/QOabc",
        "https://evil.example%23.push.apple.com/QOabc",
        "https://evil.example%2f.push.apple.com/QOabc",
        "https://fcm.googleapis.com./wp/abc",
        "https://.push.apple.com/QOabc",
        "https://fcm.googleapis.com/wp/a b",
        "https://fcm.googleapis.com/wp/\r\nHost: evil.example",
        "https://fcm.googleapis.com/wp/é",
        "https://fcm。googleapis.com/wp/abc",
        "https://[fcm.googleapis.com/wp/abc",
        "file:///etc/passwd",
        "ftp://fcm.googleapis.com/wp/abc",
    ],
)
def test_every_other_address_is_refused(endpoint: str) -> None:
    assert not is_push_service(endpoint)


def test_the_operator_chooses_the_services(settings: Any) -> None:
    settings.RONDA_PUSH_SERVICES = ["push.example", "*.Push.Example"]
    assert is_push_service("https://push.example/1")
    assert is_push_service("https://a.b.push.example/1")
    assert not is_push_service("https://fcm.googleapis.com/wp/abc")
