"""The ASGI entry point: pages over HTTP, matches over WebSockets."""

from __future__ import annotations

import os
import sys

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

from ronda_site.environment import SettingsError

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ronda_site.settings")

# The apps must be ready before anything that imports a model.
try:
    pages = get_asgi_application()
except SettingsError as error:
    sys.exit(f"The site cannot start: {error}")

from games.live.rate_limiting import limit_requests, limit_sockets
from games.live.retry_later import retry_later_on_outage
from games.live.runtime import start_runtime, with_live_hub
from ronda_site.origins import check_origin
from ronda_site.request_connections import close_after_requests
from ronda_site.socket_auth import with_user

close_after_requests()
application = ProtocolTypeRouter(
    {
        "http": limit_requests(with_live_hub(pages)),
        "websocket": limit_sockets(check_origin(retry_later_on_outage(with_user(URLRouter(start_runtime()))))),
    }
)
