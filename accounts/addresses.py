"""The client's IP address, as seen by the outermost trusted proxy. RONDA_PROXIES is the number of trusted proxies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from allauth.core.internal.httpkit import get_client_ip
from django.core.exceptions import ImproperlyConfigured
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest

IPV6_PREFIX = 64  # bits: providers assign a whole /64 to one customer, who can change the rest at will

Headers = Iterable[tuple[bytes, bytes]]


def client_address(request: HttpRequest) -> str:
    """Return the address that the outermost trusted proxy saw, ignoring what the client sent in X-Forwarded-For.

    Return an empty string if the address is unknown, as when a proxy on a Unix socket sends no X-Forwarded-For.
    """
    try:
        address = get_client_ip(request)
    except ImproperlyConfigured:  # it passed fewer proxies than configured, so it came from inside the network
        address = request.META.get("REMOTE_ADDR")
    return address or ""


def client_network(request: HttpRequest) -> str:
    """Return the key for per-address rate limits: the IPv4 address, or the /64 network of an IPv6 address.

    Return an empty string if the address is unknown.
    """
    return _network_of(client_address(request))


def client_network_of_peer(client: Sequence[Any] | None, headers: Headers) -> str:
    """Return the same key as ``client_network`` for the ``client`` and ``headers`` of an ASGI scope."""
    forwarded = [header for header in headers if header[0] == b"x-forwarded-for"]
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": forwarded, "client": client}
    return client_network(ASGIRequest(scope, BytesIO()))


def _network_of(address: str) -> str:
    try:
        parsed = ip_address(address)
    except ValueError:
        return ""
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is None:
            return str(ip_network((parsed, IPV6_PREFIX), strict=False))
        parsed = parsed.ipv4_mapped
    return str(parsed)
