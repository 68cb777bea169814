"""One log line for each request: who asked for what, how it was answered, and how long that took."""

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
    """django-structlog's middleware with the client's true address, the duration, and nothing said twice."""

    def prepare(self, request: HttpRequest) -> None:
        """Start the clock and bind what all lines of this request carry."""
        request.began = time.perf_counter()  # type: ignore[attr-defined]
        super().prepare(request)

    @classmethod
    def bind_ip(cls, request: HttpRequest) -> None:
        """Bind the address that limits count by; the base class takes what the client claims in X-Forwarded-For."""
        structlog.contextvars.bind_contextvars(ip=client_address(request))

    def handle_response(self, request: HttpRequest, response: HttpResponse) -> None:
        """Write the line."""
        super().handle_response(request, response)
        # Django would warn of each status from 400 on once more, outside of this middleware: without address and id.
        response._has_been_logged = True  # type: ignore[attr-defined]

    def process_got_request_exception(self, sender: type[Any], request: HttpRequest, **kwargs: Any) -> None:
        """Leave the traceback to Django's own line, which carries the same request id."""


@receiver(bind_extra_request_finished_metadata)
def add_duration(request: HttpRequest, log_kwargs: dict[str, Any], **_kwargs: Any) -> None:
    """Add how many milliseconds passed until the answer began."""
    log_kwargs["ms"] = round((time.perf_counter() - request.began) * 1000, 1)  # type: ignore[attr-defined]
