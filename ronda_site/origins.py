"""Which pages may open the site's sockets."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from io import BytesIO
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse
from django.middleware.csrf import CsrfViewMiddleware

Application = Callable[[Any, Any, Any], Awaitable[None]]

# A socket's schemes as HTTP knows them, which is what an origin is written with.
SCHEMES = {"ws": "http", "wss": "https"}

_csrf = CsrfViewMiddleware(lambda _request: HttpResponse())


def check_origin(sockets: Application) -> Application:
    """Refuse sockets to pages of other origins, by the rule that Django has for forms.

    A socket carries the session's cookie, and cookies know neither schemes nor ports: comparing host names is not
    enough. A handshake without an Origin header is refused as well. Every browser sends one.
    """

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await (sockets if is_own_origin(scope) else WebsocketDenier())(scope, receive, send)

    return application


def is_own_origin(scope: dict[str, Any]) -> bool:
    """Tell whether a handshake comes from the site's own origin or from one of CSRF_TRUSTED_ORIGINS.

    The site's scheme and host are taken from the proxy's headers just as they are for requests.
    """
    scheme = SCHEMES.get(scope.get("scheme", "ws"), "http")
    request = ASGIRequest({**scope, "type": "http", "method": "GET", "scheme": scheme}, BytesIO())
    is_named = "HTTP_ORIGIN" in request.META
    return is_named and bool(_csrf._origin_verified(request))  # type: ignore[attr-defined]  # private, but the rule itself
