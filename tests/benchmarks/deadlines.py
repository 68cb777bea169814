"""The delay between a deadline and the end of the turn, with many deadlines, no open sockets and every core busy."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.servers import Server, Site, postgresql, valkey

PROMISE_SECONDS = 10.0  # for a thousand deadlines
PATIENCE_SECONDS = 120.0


def deadlines(count: int = 1000) -> None:
    """Print the time from deadline to result, on SQLite with one process and on PostgreSQL with two."""
    with tempfile.TemporaryDirectory() as folder:
        _measure("sqlite", Site(Path(folder), RONDA_LOG_LEVEL="WARNING"), servers=1, count=count)
    with tempfile.TemporaryDirectory() as folder, postgresql() as database, valkey() as layer:
        site = Site(Path(folder), DATABASE_URL=database, RONDA_REDIS_URL=layer, RONDA_LOG_LEVEL="WARNING")
        _measure("postgresql", site, servers=2, count=count)


def _measure(name: str, site: Site, *, servers: int, count: int) -> None:
    with ExitStack() as stack:
        running = [stack.enter_context(Server(site)) for _server in range(servers)]
        stack.enter_context(_busy_cores())
        first = site.call("timed_matches", count, 8.0 + count / 100, 0.0)
        until = first + PATIENCE_SECONDS
        late: list[float] = []
        while len(late) < count and time.time() < until:
            time.sleep(1.0)
            late = sorted(site.call("deadline_delays", first, 0.0)) if time.time() > first else []
        complaints = sum(len(server.complaints()) for server in running)
    p50, ratio = late[len(late) // 2], late[-1] / PROMISE_SECONDS
    print(f"deadlines {name}: {len(late)} of {count} ended, {complaints} complaints in the logs")
    print(f"deadlines {name}: p50 {p50:.2f} s  last {late[-1]:.2f} s after time")
    print(f"deadlines {name}: ratio to the {PROMISE_SECONDS:.0f} s promised for a thousand: {ratio:.2f}  (at most 1)")


@contextmanager
def _busy_cores() -> Iterator[None]:
    """Keep every core busy with other programs within the context."""
    spinning = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _core in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
            process.wait()
