"""The server's entry point: pages over HTTP, matches over WebSockets."""

from __future__ import annotations

import os
import sys

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

from ronda_site.environment import SettingsError

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ronda_site.settings")

# The apps must be ready before anything that holds a model is imported.
try:
    pages = get_asgi_application()
except SettingsError as error:
    sys.exit(f"The site cannot start: {error}")

from games.live.start import awake, start_live

application = ProtocolTypeRouter(
    {
        "http": awake(pages),
        # A socket carries the session's cookie, so a page of another site must not be able to open one.
        "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(start_live()))),
    }
)
