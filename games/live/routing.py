"""WebSocket URL patterns."""

from __future__ import annotations

from typing import Any

from django.urls import URLPattern, path, re_path

from games.live.hub import Hub
from games.live.match_consumer import MatchConsumer
from games.live.site_consumer import SiteConsumer
from games.live.site_hub import SiteHub
from games.live.writer import Writer


def websocket_routes(hub: Hub, writer: Writer, site: SiteHub) -> list[URLPattern]:
    """Return the URL patterns for a process's sockets, which share its hub, writer and site hub."""
    return [
        path("ws/match/<slug:code>/", MatchConsumer.as_asgi(hub=hub, writer=writer)),
        path("ws/site/", SiteConsumer.as_asgi(hub=hub, site=site)),
        # Without this pattern, Channels logs an exception for each unknown path.
        re_path("", _nowhere),  # type: ignore[arg-type]  # Django's type allows only HTTP views
    ]


async def _nowhere(_scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Reject the handshake."""
    await receive()
    await send({"type": "websocket.close"})
