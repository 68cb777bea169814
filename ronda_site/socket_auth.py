"""Sessions and users for WebSockets."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from channels.auth import AuthMiddlewareStack

Application = Callable[[Any, Any, Any], Awaitable[None]]


def with_user(sockets: Application) -> Application:
    """Set ``scope["user"]`` and ``scope["session"]`` for ``sockets``, and send their frames straight to the server.

    Channels itself would check for every frame whether to set the session cookie, although only HTTP responses can set
    cookies.
    """

    async def application(scope: Any, receive: Any, send: Any) -> None:
        async def signed_in(scope: Any, receive: Any, _send: Any) -> None:
            await sockets(scope, receive, send)

        await AuthMiddlewareStack(signed_in)(scope, receive, send)

    return application
