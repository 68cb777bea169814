"""The answer while the database is away, or anything else without which a request cannot be served: 503, come back."""

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
    """Answers for views that an outage has stopped."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The answer 503 where the error is an outage; None for faults of the code."""
        return _unavailable(request, error) if is_outage(error) else None


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer for whatever failed outside of a view, such as a session that could not be read: 503, or 500."""
    error = sys.exc_info()[1]
    return _unavailable(request, error) if is_outage(error) else defaults.server_error(request)


def _unavailable(request: HttpRequest, error: BaseException | None) -> HttpResponse:
    """The page for people; for programs ``games.api.middleware`` puts it into the API's form."""
    logger.warning("%s %s answered 503: %s", request.method, request.path, error)
    response = HttpResponse(render_to_string("503.html"), status=503)
    response["Retry-After"] = str(RETRY_AFTER_SECONDS)
    response["Cache-Control"] = "no-store"
    response._has_been_logged = True  # type: ignore[attr-defined]  # by Django as an error with a traceback, each time
    return response
