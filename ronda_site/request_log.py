"""A log line per request: the user, the URL, the status and the duration."""

from __future__ import annotations

import time
from typing import Any

import structlog
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django_structlog.middlewares import RequestMiddleware
from django_structlog.signals import bind_extra_request_finished_metadata

from accounts.addresses import client_address


class RequestLog(RequestMiddleware):
    """django-structlog's middleware with the client's real IP address, the duration, and no duplicate lines."""

    def prepare(self, request: HttpRequest) -> None:
        """Start the timer and bind the fields that all log lines of this request share."""
        request.began = time.perf_counter()  # type: ignore[attr-defined]
        super().prepare(request)

    @classmethod
    def bind_ip(cls, request: HttpRequest) -> None:
        """Bind the IP address that rate limits use. The base class trusts every X-Forwarded-For header."""
        structlog.contextvars.bind_contextvars(ip=client_address(request))

    def handle_response(self, request: HttpRequest, response: HttpResponse) -> None:
        """Log the response."""
        super().handle_response(request, response)
        # Outside this middleware, Django would log each error response again, without the IP address and request ID.
        response._has_been_logged = True  # type: ignore[attr-defined]

    def process_got_request_exception(self, sender: type[Any], request: HttpRequest, **kwargs: Any) -> None:
        """Do nothing: Django logs the traceback, with the same request ID."""


@receiver(bind_extra_request_finished_metadata)
def add_duration(request: HttpRequest, log_kwargs: dict[str, Any], **_kwargs: Any) -> None:
    """Add the time until the response started, in milliseconds."""
    log_kwargs["ms"] = round((time.perf_counter() - request.began) * 1000, 1)  # type: ignore[attr-defined]
