"""503 responses during outages, such as when the database is unavailable."""

from __future__ import annotations

import logging
import sys

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.deprecation import MiddlewareMixin
from django.views import defaults

from games.services.outages import is_outage

logger = logging.getLogger(__name__)

RETRY_AFTER_SECONDS = 5


class OutageMiddleware(MiddlewareMixin):
    """Respond to requests whose view failed because of an outage."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return a 503 response if the error is an outage, or None for bugs."""
        return _unavailable(request, error) if is_outage(error) else None


def server_error(request: HttpRequest) -> HttpResponse:
    """Handle errors outside views, such as an unreadable session: return 503 for an outage, and 500 otherwise."""
    error = sys.exc_info()[1]
    return _unavailable(request, error) if is_outage(error) else defaults.server_error(request)


def _unavailable(request: HttpRequest, error: BaseException | None) -> HttpResponse:
    """Return the HTML error page, which ``games.api.middleware`` converts into an API error for API requests."""
    logger.warning("%s %s answered 503: %s", request.method, request.path, error)
    response = HttpResponse(render_to_string("503.html"), status=503)
    response["Retry-After"] = str(RETRY_AFTER_SECONDS)
    response["Cache-Control"] = "no-store"
    response._has_been_logged = True  # type: ignore[attr-defined]  # otherwise, Django logs an error with a traceback
    return response
