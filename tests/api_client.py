"""Clients for a running site's API: requests, streams, and the example bot from docs/ as a separate process."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from socket import SHUT_RDWR
from typing import Any, Self

from tests.servers import ROOT, Server

PATIENCE_SECONDS = 30.0
EXAMPLE = ROOT / "docs" / "bot.py"

Frame = dict[str, Any]


def ask(server: Server, path: str, token: str | None = None, **body: Any) -> tuple[int, Any]:
    """Send a GET request, or a POST request if there is a body. Return the status and the JSON."""
    line = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_SECONDS)
    data = json.dumps(body) if body else None
    line.request("POST" if body else "GET", f"/api/v1{path}", data, headers_of(token))
    answer = line.getresponse()
    told = json.loads(answer.read())
    line.close()
    return answer.status, told


def headers_of(token: str | None) -> dict[str, str]:
    return {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})


class Stream:
    """A stream that is read on a separate thread. ``frames`` contains the parsed non-empty lines read so far."""

    def __init__(self, server: Server, path: str, token: str | None = None, **headers: str) -> None:
        line = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_SECONDS)
        line.request("GET", f"/api/v1{path}", headers=headers_of(token) | headers)
        self._socket = line.sock
        self._answer = line.getresponse()
        self.status, self.reason = self._answer.status, self._answer.reason
        self.retry_after = self._answer.headers["Retry-After"]
        self.content_type = self._answer.headers["Content-Type"]
        self.frames: list[Frame] = []
        self.ended = False
        self._news = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        try:
            while line := self._answer.readline():
                if line.strip():
                    self._note(json.loads(line))
        except OSError:  # the stream was closed here, or the server was killed
            pass
        self._answer.close()
        with self._news:
            self.ended = True
            self._news.notify_all()

    def _note(self, frame: Frame) -> None:
        with self._news:
            self.frames.append(frame)
            self._news.notify_all()

    def until(self, wanted: Callable[[Frame], Any]) -> Frame:
        """Return the first frame that ``wanted`` accepts, whether already received or still to come."""
        with self._news:
            assert self._news.wait_for(lambda: any(map(wanted, self.frames)), PATIENCE_SECONDS), self.frames
            return next(frame for frame in self.frames if wanted(frame))

    def end(self) -> Frame:
        """Wait for the end of the stream and return its last frame."""
        with self._news:
            assert self._news.wait_for(lambda: self.ended, PATIENCE_SECONDS), self.frames
            return self.frames[-1]

    def close(self) -> None:
        with suppress(OSError):  # the stream has already ended on its own
            self._socket.shutdown(SHUT_RDWR)
        self._reader.join()
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


@contextmanager
def example_bot(server: Server, token: str, *arguments: str) -> Iterator[Path]:
    """Run the bot from docs/bot.py against this server, and yield a file with its output."""
    environment = server.site.environment | {"RONDA_TOKEN": token, "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, str(EXAMPLE), server.url, *arguments]
    path = server.site.folder / f"bot-{token[-8:]}.log"
    with path.open("w") as said, subprocess.Popen(command, env=environment, stdout=said, stderr=said) as process:
        try:
            yield path
        finally:
            process.terminate()


def wait_for(condition: Callable[[], Any]) -> Any:
    """Return the result of ``condition`` as soon as it is true."""
    until = time.monotonic() + 2 * PATIENCE_SECONDS
    while not (found := condition()):
        assert time.monotonic() < until, "nothing happened"
        time.sleep(0.05)
    return found
