"""The example bot against a site that is briefly busy or broken, and whose streams are cut off."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests.api_client import EXAMPLE, PATIENCE_SECONDS
from tests.threaded_server import running

CODE = "23456789ABCD"
STARTED = {"type": "notice", "kind": "started", "code": CODE}
STATE = {"type": "state", "version": 17, "view": {"moves": [["play", "7O"]]}, "result": None}
OVER = {"type": "state", "version": 18, "view": {"moves": []}, "result": {"reason": "rules"}}
TROUBLES = [429, 500, 503, 429]  # responses before a move is accepted


class Site(ThreadingHTTPServer):
    """A site with one match in which it is the bot's turn; the first moves fail."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answers)
        self.moves: list[Any] = []
        self.broken: set[str] = set()  # the streams that have been cut off once
        self.moved, self.over = threading.Event(), threading.Event()


class Answers(BaseHTTPRequestHandler):
    """The site's request handler."""

    server: Site

    def do_GET(self) -> None:
        if self.path not in self.server.broken:
            self.server.broken.add(self.path)
            return self._break_off()
        self._say(200)
        if self.path.endswith("/bot/events"):
            self._line(STARTED)
        else:
            self._line(STATE)
            self.server.moved.wait(PATIENCE_SECONDS)
            self._line(OVER)
            self.server.over.set()
        self.server.over.wait(PATIENCE_SECONDS)
        return None

    def _break_off(self) -> None:
        """Send part of a line and stop. The event stream also stops mid-chunk, as if the server had been killed."""
        self.send_response(200)
        if self.path.endswith("/bot/events"):
            self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.write(b'40\r\n{"type":' if self.path.endswith("/bot/events") else b'{"type":')

    def do_POST(self) -> None:
        self.server.moves.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        tried = len(self.server.moves)
        self._say(TROUBLES[tried - 1] if tried <= len(TROUBLES) else 200)
        if tried > len(TROUBLES):
            self.server.moved.set()

    def _say(self, status: int) -> None:
        self.send_response(status)
        self.send_header("Retry-After", "0")
        self.end_headers()

    def _line(self, frame: dict[str, Any]) -> None:
        self.wfile.write(json.dumps(frame).encode() + b"\n")

    def log_message(self, *_said: Any) -> None:
        """Discard log messages, so that the test output shows only failures."""


@pytest.fixture
def site() -> Iterator[Site]:
    with running(Site()) as site:
        yield site


def test_the_bot_outlives_broken_streams_and_sends_a_move_again_that_was_refused_for_a_moment(site: Site) -> None:
    command = [sys.executable, str(EXAMPLE), f"http://127.0.0.1:{site.server_port}"]
    with subprocess.Popen(command, env=os.environ | {"RONDA_TOKEN": "ronda_x"}, stdout=subprocess.DEVNULL) as process:
        try:
            assert site.over.wait(PATIENCE_SECONDS)
        finally:
            process.kill()
    assert site.moves == [{"version": 17, "move": ["play", "7O"]}] * (len(TROUBLES) + 1)
