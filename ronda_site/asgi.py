"""The server's entry point: pages over HTTP, matches over WebSockets."""

from __future__ import annotations

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ronda_site.settings")

# The apps must be ready before anything that holds a model is imported.
pages = get_asgi_application()

from games.live.guard import guard_requests, guard_sockets  # noqa: E402
from games.live.start import awake, start_live  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": guard_requests(awake(pages)),
        # A socket carries the session's cookie, so a page of another site must not be able to open one.
        "websocket": guard_sockets(AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(start_live())))),
    }
)
