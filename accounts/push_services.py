"""The browsers' push services, and a check on their URLs.

A subscription's URL is user input, and the site sends requests to it: without this check, anyone could make the
server send requests into its own network.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from django.conf import settings

HTTPS_PORT = 443
HOST = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")


def is_push_service(endpoint: str) -> bool:
    """Return whether a URL uses https on the default port and belongs to a service in ``RONDA_PUSH_SERVICES``.

    An entry such as ``*.push.apple.com`` matches every subdomain of that domain, but not the domain itself.
    """
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    is_plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint and "\\" not in endpoint
    has_extras = parts.username is not None or parts.password is not None or bool(parts.fragment)
    if not is_plain or has_extras or parts.scheme != "https" or port not in {None, HTTPS_PORT}:
        return False
    if not HOST.fullmatch(host):
        return False
    return any(_matches(host, name.lower()) for name in settings.RONDA_PUSH_SERVICES)


def _matches(host: str, name: str) -> bool:
    return host.endswith(name[1:]) and host != name[1:] if name.startswith("*.") else host == name
