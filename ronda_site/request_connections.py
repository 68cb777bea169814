"""Closing the database connection of each request, because every request runs on its own thread."""

from __future__ import annotations

from typing import Any

from django.core.signals import request_finished
from django.db import connections


def close_after_requests() -> None:
    """Close each request's database connection when the request ends.

    No other request can use the connection, because its thread ends with the request. If it stayed open until the
    garbage collector found it, a burst of requests would use up all the connections that PostgreSQL allows.
    """
    request_finished.connect(_close)


def _close(**_signal: Any) -> None:
    connections.close_all()
