"""The network address that a client comes from, behind as many proxies as RONDA_PROXIES says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from allauth.core.internal.httpkit import get_client_ip
from django.core.exceptions import ImproperlyConfigured
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest

IPV6_PREFIX = 64  # bits that a provider gives to one customer: the rest is the customer's to change

Headers = Iterable[tuple[bytes, bytes]]


def client_address(request: HttpRequest) -> str:
    """Return the address that the outermost trusted proxy saw; what the client claims in X-Forwarded-For is ignored.

    Empty where the address is unknown, as behind a Unix socket whose proxy sends no X-Forwarded-For.
    """
    try:
        address = get_client_ip(request)
    except ImproperlyConfigured:  # fewer proxies than configured: the client is inside, past some of them
        address = request.META.get("REMOTE_ADDR")
    return address or ""


def client_network(request: HttpRequest) -> str:
    """Return what limits per address count by: the IPv4 address of a request, or the /64 network of its IPv6 address.

    Empty where the address is unknown.
    """
    return _network_of(client_address(request))


def client_network_of_peer(client: Sequence[Any] | None, headers: Headers) -> str:
    """The same for an ASGI scope's ``client`` and ``headers``, also those of a socket."""
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
