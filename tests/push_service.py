"""A push service on loopback that decrypts what it receives, as the browsers behind it would."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from accounts.vapid import encode

VAPID_KEY = encode(bytes(range(32)))  # the site's key in tests


@dataclass(frozen=True)
class Browser:
    """A subscribed browser: the address that the service gave it, and its keys."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    @property
    def facts(self) -> dict[str, str]:
        """Return the subscription data that the browser sends to the site, with the keys that the site's code uses."""
        public = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "public_key": encode(public), "secret": encode(self.auth)}

    @property
    def form(self) -> dict[str, str]:
        """Return the same data, encoded as the form fields that a browser sends."""
        facts = self.facts
        return {"endpoint": facts["endpoint"], "p256dh": facts["public_key"], "auth": facts["secret"]}


@dataclass(frozen=True)
class Received:
    """A notification that has arrived: the browser it is for, its headers and its content."""

    browser: Browser
    headers: dict[str, str]
    content: dict[str, Any]


class _Handler(BaseHTTPRequestHandler):
    server: PushService

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        browser = self.server.browsers[self.path]
        text = http_ece.decrypt(body, private_key=browser.key, auth_secret=browser.auth, version="aes128gcm")
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.received.put(Received(browser, headers, json.loads(text)))
        self._answer(self.server.statuses.get(self.path, 201))

    def do_GET(self) -> None:  # a redirect that was followed
        self.server.followed.append(self.path)
        self._answer(200)

    def _answer(self, status: int) -> None:
        self.send_response(status)
        for name, value in self.server.answer_headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Write nothing, to keep the test output clean."""


class PushService(ThreadingHTTPServer):
    """The service. ``received`` contains the notifications not yet taken; ``statuses`` maps paths to HTTP statuses."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.browsers: dict[str, Browser] = {}
        self.statuses: dict[str, int] = {}
        self.answer_headers: dict[str, str] = {}
        self.followed: list[str] = []
        self.received: Queue[Received] = Queue()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def subscribe(self, *, status: int = 201) -> Browser:
        """Return a new browser. The service will answer notifications for it with this status."""
        path = f"/push/{secrets.token_urlsafe(16)}"
        self.browsers[path] = browser = Browser(self.address + path)
        self.statuses[path] = status
        return browser

    def take(self) -> Received:
        """Return the next notification."""
        return self.received.get(timeout=60)
