"""The ASGI entry point: pages over HTTP, matches over WebSockets."""

from __future__ import annotations

import os
import sys
from http import HTTPStatus

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from twisted.web.http import RESPONSES

from ronda_site.environment import SettingsError

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ronda_site.settings")

# Daphne takes the reason phrase of a status from Twisted, which has none for 422 and 429.
RESPONSES.update({status.value: status.phrase.encode() for status in HTTPStatus})

# The apps must be ready before anything that imports a model.
try:
    pages = get_asgi_application()
except SettingsError as error:
    sys.exit(f"The site cannot start: {error}")

from games.live.rate_limiting import limit_requests, limit_sockets  # noqa: E402
from games.live.runtime import retry_later_on_outage, start_runtime, with_live_hub  # noqa: E402
from ronda_site.origins import check_origin  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": limit_requests(with_live_hub(pages)),
        "websocket": limit_sockets(
            check_origin(retry_later_on_outage(AuthMiddlewareStack(URLRouter(start_runtime()))))
        ),
    }
)
