"""The network address that a client comes from, behind as many proxies as RONDA_PROXIES says."""

from __future__ import annotations

from allauth.core.internal.httpkit import get_client_ip
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """Return the address that the outermost trusted proxy saw; what the client claims in X-Forwarded-For is ignored.

    Empty where the address is unknown, as behind a Unix socket whose proxy sends no X-Forwarded-For.
    """
    try:
        address = get_client_ip(request)
    except ImproperlyConfigured:  # fewer proxies than configured: the client is inside, past some of them
        address = request.META.get("REMOTE_ADDR")
    return address or ""
