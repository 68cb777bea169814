"""Database connections of requests: each request runs on a thread of its own."""

from __future__ import annotations

from typing import Any

from django.core.signals import request_finished
from django.db import connections


def close_after_requests() -> None:
    """Close the database connection of each request with the request.

    No other request can use it, since its thread ends. Left open, it would stay until the garbage collector finds it,
    and a burst of requests would use up all the connections that PostgreSQL allows.
    """
    request_finished.connect(_close)


def _close(**_signal: Any) -> None:
    connections.close_all()
