"""ASGI middleware for sockets that are opened while the database is unreachable."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any

from games.live.socket import SERVER_RESTARTS
from games.services.outages import is_outage

logger = logging.getLogger(__name__)

Application = Callable[[Any, Any, Any], Awaitable[None]]


def retry_later_on_outage(sockets: Application) -> Application:
    """Wrap ``sockets`` to close new sockets while the database is unreachable, as if the server were restarting."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        sent = set()

        def note(message: dict[str, Any]) -> Any:  # not a coroutine, because every frame passes through it
            sent.add(message["type"])
            return send(message)

        try:
            await sockets(scope, receive, note)
        except Exception as error:
            if not is_outage(error):
                raise
            logger.warning("closed %s for a retry: %s", scope["path"], error)
            if "websocket.accept" not in sent:  # only an open socket can be closed with a code
                await send({"type": "websocket.accept"})
            if "websocket.close" not in sent:
                await send({"type": "websocket.close", "code": SERVER_RESTARTS})

    return application
