"""Python processes that start fast: forks of a process that has imported the libraries, but none of the site's code.

A server spends most of its startup time on these imports. Modules that read the settings are imported after the fork,
because each process has its own environment. Benchmarks, and the tests that run the command lines in compose.yaml,
start new interpreters instead.
"""

from __future__ import annotations

import gc
import os
import runpy
import signal
import subprocess
import sys
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from socket import socket

ROOT = Path(__file__).resolve().parent.parent
# Importing daphne.server would create an event loop, which the forks must not share.
LIBRARIES = """annotated_types argon2 autobahn.twisted.websocket babel channels.generic.websocket channels.routing
channels_redis.core cryptography.hazmat.primitives.asymmetric.ec daphne.http_protocol daphne.ws_protocol
django.contrib.admin.utils django.contrib.auth.hashers django.core.handlers.asgi django.core.management
django.db.migrations django.db.models django.test.client msgspec prometheus_client psycopg pydantic.json_schema
redis.asyncio rich.console structlog twisted.internet.asyncioreactor unittest.mock uvicorn.main wsgiref""".split()
LOADED_TOO_EARLY = "twisted.internet.reactor ronda_site accounts games".split()

_context = get_context("forkserver")
_context.set_forkserver_preload(["tests.forked_python", *LIBRARIES])


class ForkedPython:
    """``python -m …`` in a fork, with the methods of ``subprocess.Popen`` that tests use. See ``start_python``."""

    def __init__(self, words: list[str], environment: dict[str, str], log: Path, line: socket | None) -> None:
        # If a test run ends early, its daemon processes end too.
        self._process = _context.Process(target=_run, args=(words, environment, log, line), daemon=True)
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def poll(self) -> int | None:
        """Return the exit code, or None while the process runs."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the process to end, and return its exit code."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired(self._process.name, timeout or 0)
        return self._process.exitcode

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal, unless the process has ended."""
        if self.poll() is None:
            with suppress(ProcessLookupError):  # it has just ended
                os.kill(self.pid, number)


Process = ForkedPython | subprocess.Popen[bytes]
_forks = False


def use_forks() -> None:
    """Make ``start_python`` fork from now on."""
    global _forks  # noqa: PLW0603
    _forks = True


def start_python(words: list[str], environment: dict[str, str], log: Path, line: socket | None = None) -> Process:
    """Start ``python -m …`` in the project directory.

    The output is appended to ``log``. If ``line`` is given, it replaces standard input and standard output.
    """
    if _forks:
        return ForkedPython(words, environment, log, line)
    command = [sys.executable, "-m", *words]
    with log.open("ab") as end:
        return subprocess.Popen(command, cwd=ROOT, env=environment, stdin=line, stdout=line or end, stderr=end)


def _run(words: list[str], environment: dict[str, str], log: Path, line: socket | None) -> None:
    """Act as the process that ``python -m …`` would start."""
    early = [name for name in LOADED_TOO_EARLY if name in sys.modules]
    assert not early, f"forks must not share {early}"
    gc.freeze()  # otherwise, garbage collections would copy all the memory that the forks share
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(ROOT)
    with log.open("ab") as end:
        os.dup2(end.fileno(), 1)
        os.dup2(end.fileno(), 2)
    if line is not None:
        with line:
            os.dup2(line.fileno(), 0)
            os.dup2(line.fileno(), 1)
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  multiprocessing has closed it
    sys.argv = words
    runpy.run_module(words[0], run_name="__main__", alter_sys=True)
