"""Sites to measure: their databases, their servers and the load on them."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.benchmarks.usage import cpu_seconds, find_process
from tests.servers import ROOT, Server, Site, postgresql, valkey

APPLICATIONS = {"site": "ronda_site.asgi:application", "bare": "tests.benchmarks.bare:application"}
OPTIONS = {"players": 2, "target": 121}  # no match may end while it is measured
KINDS = ("SQLite", "PostgreSQL + Valkey")


@contextmanager
def new_site(kind: str, **environment: str) -> Iterator[Site]:
    """Create an empty site of one of KINDS, with its own database."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        if kind == "SQLite":
            # With Django's default of a new connection per call, the bare consumer would spend most of its time
            # connecting, so it is measured with a persistent connection.
            environment |= {"DATABASE_URL": f"sqlite:///{folder / 'site.sqlite3'}?conn_max_age=3600"}
        else:
            environment |= {"DATABASE_URL": stack.enter_context(postgresql())}
            environment |= {"RONDA_REDIS_URL": stack.enter_context(valkey())}
        yield Site(folder, **{"RONDA_LOG_LEVEL": "WARNING", **environment})


def parts(site: Site, servers: list[Server]) -> dict[str, list[int]]:
    """Return the process IDs of a running site, by role."""
    found = {"web": [server.process.pid for server in servers if server.process is not None]}
    if redis := site.environment.get("RONDA_REDIS_URL"):
        found["database"] = [find_process("postgres", site.environment["DATABASE_URL"].rpartition("host=")[2])]
        found["layer"] = [find_process("valkey-server", redis.rpartition(":")[2])]
    return found


@dataclass
class Measured:
    """The load generator's measurements, and the CPU time of each part of the site."""

    moves: int
    watched: int
    seconds: float
    milliseconds: list[float]
    cpu: dict[str, float]

    @classmethod
    def total(cls, rounds: Sequence[Measured]) -> Measured:
        """Combine the measurements of several rounds into one."""
        return cls(
            moves=sum(measured.moves for measured in rounds),
            watched=sum(measured.watched for measured in rounds),
            seconds=sum(measured.seconds for measured in rounds),
            milliseconds=sorted(time for measured in rounds for time in measured.milliseconds),
            cpu={part: sum(measured.cpu[part] for measured in rounds) for part in rounds[0].cpu},
        )

    @property
    def rate(self) -> float:
        """Return the moves per second."""
        return self.moves / self.seconds

    def after(self, share: float) -> float:
        """Return the milliseconds within which opponents saw this share of all moves."""
        return self.milliseconds[min(len(self.milliseconds) - 1, int(share * len(self.milliseconds)))]

    def cost(self, part: str) -> float:
        """Return the microseconds of CPU time per move in one part of the site."""
        return 1e6 * self.cpu[part] / self.moves

    def cpu_words(self) -> str:
        """Return the microseconds of CPU time per move, by part of the site."""
        return ", ".join(f"{part} {self.cost(part):.0f}" for part in self.cpu)


def apply_load(
    site: Site, servers: list[Server], matches: list[dict[str, Any]], *, bare: bool, pace: float, seconds: float
) -> Measured:
    """Play these matches for this many seconds, and return the measurements."""
    orders = {"matches": matches, "bare": bare, "pace": pace, "seconds": seconds}
    command = [sys.executable, "-m", "tests.benchmarks.load"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as load:
        assert load.stdin is not None
        assert load.stdout is not None
        assert load.stderr is not None
        load.stdin.write(json.dumps(orders))
        load.stdin.close()
        processes = {**parts(site, servers), "load": [load.pid]}
        spent = []
        for _moment in ("begin", "end"):
            load.stdout.readline()
            spent.append({part: sum(map(cpu_seconds, pids)) for part, pids in processes.items()})
        report = load.stdout.read()
        if not report:
            raise RuntimeError(load.stderr.read() + "".join(server.log()[-2000:] for server in servers))
    cpu = {part: spent[1][part] - spent[0][part] for part in processes}
    return Measured(cpu=cpu, **json.loads(report))
