"""Sockets allow the same origins as forms."""

from __future__ import annotations

from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.middleware.csrf import CsrfViewMiddleware
from django.test import RequestFactory

from ronda_site.origins import check_origin

HTTPS = {"X-Forwarded-Proto": "https"}
TRUSTED = ["https://ronda.example", "https://*.friends.example"]

# Host, other headers, origin, and whether the origin is allowed.
CASES: list[tuple[str, dict[str, str], str | None, bool]] = [
    ("127.0.0.1:8000", {}, "http://127.0.0.1:8000", True),
    ("127.0.0.1:8000", {}, "http://127.0.0.1:9999", False),
    ("127.0.0.1:8000", {}, "http://127.0.0.1", False),
    ("127.0.0.1:8000", {}, "https://127.0.0.1:8000", False),
    ("127.0.0.1:8000", {}, "http://localhost:8000", False),
    ("127.0.0.1:8000", {}, "http://127.0.0.1:8000.evil.example", False),
    ("localhost", {}, "http://localhost", True),
    ("localhost", {}, "http://localhost:8080", False),
    ("localhost", HTTPS, "https://localhost", True),
    ("localhost", HTTPS, "http://localhost", False),
    ("localhost", {}, "https://ronda.example", True),
    ("localhost", {}, "http://ronda.example", False),
    ("localhost", {}, "https://ronda.example:8443", False),
    ("localhost", {}, "https://a.friends.example", True),
    ("evil.example", {}, "http://evil.example", False),  # not in ALLOWED_HOSTS
    ("localhost", {}, "null", False),
    ("localhost", {}, "", False),
    ("localhost", {}, "http://[", False),
    ("localhost", {}, None, False),
]


async def _accept(_scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})


@pytest.fixture(autouse=True)
def _behind_a_proxy(settings: Any) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.CSRF_TRUSTED_ORIGINS = TRUSTED
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1"]


@pytest.mark.parametrize(("host", "more", "origin", "may"), CASES)
async def test_only_the_sites_own_pages_can_open_a_socket(
    host: str, more: dict[str, str], origin: str | None, *, may: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "ronda_site.origins._csrf", CsrfViewMiddleware(lambda _request: None)
    )  # reads the settings once
    given = {"Host": host, **more} | ({} if origin is None else {"Origin": origin})
    headers = [(name.lower().encode(), value.encode()) for name, value in given.items()]
    socket = WebsocketCommunicator(check_origin(_accept), "/ws/site/", headers=headers)
    is_open, _subprotocol = await socket.connect()
    assert is_open == may


@pytest.mark.parametrize(("host", "more", "origin", "may"), [case for case in CASES if case[2] is not None])
def test_forms_are_accepted_from_the_same_origins(host: str, more: dict[str, str], origin: str, *, may: bool) -> None:
    given = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in more.items()}
    request = RequestFactory().post("/", HTTP_HOST=host, HTTP_ORIGIN=origin, **given)
    assert CsrfViewMiddleware(lambda _request: None)._origin_verified(request) == may
