"""Identifies a new socket's peer from the handshake alone, without a database query."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http.cookie import parse_cookie

from accounts.addresses import client_network_of_peer
from accounts.signals import session_mark


@dataclass(frozen=True, slots=True)
class Peer:
    """The peer at the other end of a socket. New sockets are limited per network address and per session.

    ``session`` is the ``session_mark`` of the session cookie, or empty if there is no cookie.
    """

    address: str
    session: str = ""

    @classmethod
    def of_handshake(cls, client: Sequence[Any] | None, headers: Iterable[tuple[bytes, bytes]]) -> Peer:
        """Identify the peer from an ASGI scope's ``client`` and ``headers``. The cookie is not verified."""
        headers = list(headers)
        cookies = b"; ".join(value for name, value in headers if name == b"cookie")
        key = parse_cookie(cookies.decode("latin-1")).get(settings.SESSION_COOKIE_NAME)
        return cls(client_network_of_peer(client, headers), session_mark(key))
