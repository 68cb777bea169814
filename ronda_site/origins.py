"""The origin check for WebSockets."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from io import BytesIO
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse
from django.middleware.csrf import CsrfViewMiddleware

Application = Callable[[Any, Any, Any], Awaitable[None]]

# The HTTP schemes, used in origins, that correspond to WebSocket schemes.
SCHEMES = {"ws": "http", "wss": "https"}

_csrf = CsrfViewMiddleware(lambda _request: HttpResponse())


def check_origin(sockets: Application) -> Application:
    """Refuse sockets opened by pages from other origins, following Django's rule for form submissions.

    A handshake carries the session cookie, and cookies ignore scheme and port, so comparing host names is not enough. A
    handshake without an Origin header is refused too: every browser sends one.
    """

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await (sockets if is_own_origin(scope) else WebsocketDenier())(scope, receive, send)

    return application


def is_own_origin(scope: dict[str, Any]) -> bool:
    """Return whether a handshake comes from the site's own origin or from one in CSRF_TRUSTED_ORIGINS.

    The site's scheme and host come from the proxy's headers, as they do for requests.
    """
    scheme = SCHEMES.get(scope.get("scheme", "ws"), "http")
    request = ASGIRequest({**scope, "type": "http", "method": "GET", "scheme": scheme}, BytesIO())
    is_named = "HTTP_ORIGIN" in request.META
    return is_named and bool(_csrf._origin_verified(request))  # type: ignore[attr-defined]  # private, but the rule itself
