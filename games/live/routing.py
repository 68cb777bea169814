"""The sockets' addresses."""

from __future__ import annotations

from typing import Any

from django.urls import URLPattern, path, re_path

from games.live.hub import Hub
from games.live.match_consumer import MatchConsumer
from games.live.site_consumer import SiteConsumer
from games.live.site_hub import SiteHub
from games.live.writer import Writer


def websocket_routes(hub: Hub, writer: Writer, site: SiteHub) -> list[URLPattern]:
    """The sockets of one process, which share its hub, its writer and its site."""
    return [
        path("ws/match/<slug:code>/", MatchConsumer.as_asgi(hub=hub, writer=writer)),
        path("ws/site/", SiteConsumer.as_asgi(hub=hub, site=site)),
        # Else an unknown address is an exception in the log.
        re_path("", _nowhere),  # type: ignore[arg-type]  # Django's type knows HTTP views only
    ]


async def _nowhere(_scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Refuse the socket."""
    await receive()
    await send({"type": "websocket.close"})
