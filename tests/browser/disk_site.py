"""Serve test pages, and the site's static files from disk, over HTTP on loopback.

A page with Playwright routes loads several times more slowly: the browser's cache is off, and every request is routed
through Playwright. So everything a page requests, such as the players' faces or the log, is also served here.
"""

from __future__ import annotations

import json
import mimetypes
import re
from collections.abc import Callable, Mapping
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

from csp.utils import build_policy
from django.contrib.staticfiles import finders
from django.test import RequestFactory
from django.urls import resolve

Answers = Mapping[str, Callable[[str], object]]  # functions that answer a query string, by file name
HTML = "text/html; charset=utf-8"
SCRIPT = "text/javascript; charset=utf-8"
DRAWS_NOTHING = "DrawsNothing"  # in the user agent of a browser that draws nothing
DRAWING = re.compile(rb"(<symbol[^>]*>).*?(?=</symbol>)", re.DOTALL)


class DiskSite(ThreadingHTTPServer):
    """A server that runs until the process ends. It sends pages with the site's own content security policy."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.pages: dict[str, str] = {}
        self.answers: dict[str, Answers] = {}  # by the path of the page that requests them
        self.policy = build_policy()
        self._numbers = count(1)
        self.empty = self.put("<!doctype html>")
        Thread(target=self.serve_forever, daemon=True).start()

    def put(self, html: str, answers: Answers | None = None) -> str:
        """Add a page and the JSON files that it will request. Return the page's address."""
        path = f"/page/{next(self._numbers)}/"
        self.pages[path], self.answers[path] = html, {"faces.json": lambda _query: {}, **(answers or {})}
        return f"http://127.0.0.1:{self.server_port}{path}"


@cache
def disk_site() -> DiskSite:
    """Return this process's server, starting it on the first call."""
    return DiskSite()


class _Answer(BaseHTTPRequestHandler):
    """Handles the browser's requests."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: DiskSite

    def do_GET(self) -> None:
        _, _, path, query, _ = urlsplit(self.path)
        if page := self.server.pages.get(path):
            self._send(page.encode(), HTML, "Content-Security-Policy", self.server.policy)
        elif path.startswith("/jsi18n/"):
            self._send(_catalogue(path), SCRIPT, "Cache-Control", "max-age=3600")
        elif path.startswith("/static/") and (found := self._static_file(path.removeprefix("/static/"))):
            self._send(*found, "Cache-Control", "max-age=3600")
        elif answer := self._asked_by().get(path.rpartition("/")[2]):
            self._send(json.dumps(answer(query)).encode(), "application/json", "Cache-Control", "no-store")
        else:
            self.send_error(404)

    def _static_file(self, name: str) -> tuple[bytes, str] | None:
        """Return a static file's content and type. For a browser that draws nothing, omit the card drawings.

        Copying them into the page would take a tenth of such a browser's time.
        """
        found = _static_file(name)
        if found and name.startswith("cards/") and DRAWS_NOTHING in self.headers["User-Agent"]:
            return DRAWING.sub(rb"\1", found[0]), found[1]
        return found

    def _asked_by(self) -> Answers:
        """Return the answers for the page that sent this request."""
        return self.server.answers.get(urlsplit(self.headers.get("Referer", "")).path, {})

    def _send(self, body: bytes, kind: str, *header: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header(*header)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


@cache
def _static_file(name: str) -> tuple[bytes, str] | None:
    """Return a static file's content and type."""
    found = finders.find(name)
    kind = SCRIPT if name.endswith(".js") else mimetypes.guess_type(name)[0]
    return (Path(found).read_bytes(), kind or "") if isinstance(found, str) else None


@cache
def _catalogue(path: str) -> bytes:
    found = resolve(path)
    return bytes(found.func(RequestFactory().get(path), **found.kwargs).content)
