"""The server's entry point: pages over HTTP, matches over WebSockets."""

from __future__ import annotations

import os
import sys

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

from ronda_site.environment import SettingsError

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ronda_site.settings")

# The apps must be ready before anything that holds a model is imported.
try:
    pages = get_asgi_application()
except SettingsError as error:
    sys.exit(f"The site cannot start: {error}")

from games.live.guard import guard_requests, guard_sockets
from games.live.start import awake, patient, start_live
from ronda_site.origins import check_origin

application = ProtocolTypeRouter(
    {
        "http": guard_requests(awake(pages)),
        "websocket": guard_sockets(check_origin(patient(AuthMiddlewareStack(URLRouter(start_live()))))),
    }
)
