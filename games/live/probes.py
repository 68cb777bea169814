"""A process's health, readiness and metrics endpoints."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import NamedTuple

from django.conf import settings
from django.db import DatabaseError, InterfaceError, close_old_connections, connection
from django.template.loader import render_to_string
from django.urls import get_resolver
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from redis import Redis, RedisError

from games.live.runtime import is_running

logger = logging.getLogger(__name__)

REDIS_TIMEOUT_SECONDS = 2.0


class Probe(NamedTuple):
    """A response: status code, body and content type."""

    status: int
    body: bytes
    content_type: str = "text/plain; charset=utf-8"


def answer_probe(path: str) -> Probe | None:
    """Return the response for ``path``, or None if it is not a probe. May wait for the database and Valkey."""
    probe = PROBES.get(path)
    if probe is None or (probe is report_metrics and not settings.METRICS):
        return None
    return probe()


def check_process() -> Probe:
    """Return 200 for ``/healthz`` while this process works, even if its dependencies don't.

    A process that answers 503 should be restarted.
    """
    if not is_running():
        return Probe(503, b"process: a thread has died; see the log\n")
    try:
        _load_release()
    except Exception:
        logger.exception("the release cannot serve a page")
        return Probe(503, b"release: a page cannot be rendered; see the log\n")
    return Probe(200, b"ok\n")


def check_needs() -> Probe:
    """Return 200 for ``/readyz`` while all dependencies answer, and 503 otherwise.

    The body lists the state of each dependency.
    """
    parts = {"database": _database_answers}
    if settings.REDIS_URL:
        parts["valkey"] = _valkey_answers
    found = {name: answers() for name, answers in parts.items()}
    text = "".join(f"{name}: {'ok' if answers else 'unavailable'}\n" for name, answers in found.items())
    return Probe(200 if all(found.values()) else 503, text.encode())


def report_metrics() -> Probe:
    """Return all of this process's metrics for ``/metrics``, in Prometheus format."""
    return Probe(200, generate_latest(), CONTENT_TYPE_LATEST)


PROBES: dict[str, Callable[[], Probe]] = {
    "/healthz": check_process,
    "/readyz": check_needs,
    "/metrics": report_metrics,
}


@cache  # one success is enough: the release of a running process must not change
def _load_release() -> None:
    """Import all views and render a page. Raises any exception that occurs."""
    list(get_resolver().url_patterns)
    render_to_string("404.html")


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
    except (DatabaseError, InterfaceError) as error:
        logger.warning("the database does not answer a probe: %s", error)
        return False
    return True


def _valkey_answers() -> bool:
    timeout = REDIS_TIMEOUT_SECONDS
    try:
        with Redis.from_url(settings.REDIS_URL, socket_timeout=timeout, socket_connect_timeout=timeout) as valkey:
            return bool(valkey.ping())
    except RedisError as error:
        logger.warning("Valkey does not answer a probe: %s", error)
        return False


class _Handler(BaseHTTPRequestHandler):
    """The HTTP handler for probes in a process that serves no pages."""

    def do_GET(self) -> None:
        """Answer a probe."""
        close_old_connections()
        probe = answer_probe(self.path) or Probe(404, b"there is nothing here\n")
        self.send_response(probe.status)
        self.send_header("Content-Type", probe.content_type)
        self.send_header("Content-Length", str(len(probe.body)))
        self.end_headers()
        self.wfile.write(probe.body)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: the log is JSON, and probes arrive every few seconds."""


def serve_probes(address: str, port: int) -> None:
    """Serve probes on a separate port, on a daemon thread. Raises OSError if the port cannot be used."""
    server = HTTPServer((address, port), _Handler)
    Thread(target=server.serve_forever, name="probes", daemon=True).start()
