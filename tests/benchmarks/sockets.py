"""Moves a second and the time to see them, on one daphne process with SQLite, for the site and the bare consumer."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.servers import ROOT, Server, Site

TABLES = 250
OPTIONS = {"players": 2, "target": 121}  # no match ends while it is measured
APPLICATIONS = {"site": "ronda_site.asgi:application", "bare": "tests.benchmarks.bare:application"}


def measure(application: str, *, pace: float, seconds: float) -> dict[str, Any]:
    """Play 250 new matches on a new site for so long; what tests/benchmarks/load.py says."""
    with tempfile.TemporaryDirectory() as folder:
        # Django's default of a new connection for every call costs the bare consumer most of what it has: it is
        # measured with one that stays.
        database = f"sqlite:///{Path(folder) / 'site.sqlite3'}?conn_max_age=3600"
        site = Site(Path(folder), DATABASE_URL=database, RONDA_LOG_LEVEL="WARNING")
        matches = site.tool("matches", TABLES, OPTIONS)
        with Server(site, APPLICATIONS[application]) as server:
            command = [sys.executable, "-m", "tests.benchmarks.load", str(server.port), str(pace), str(seconds)]
            done = subprocess.run(
                command, cwd=ROOT, input=json.dumps(matches), capture_output=True, text=True, check=False
            )
            if done.returncode:
                raise RuntimeError(done.stderr + server.log()[-2000:])
        result: dict[str, Any] = json.loads(done.stdout)
        return result


def percentile(values: list[float], share: float) -> float:
    """The value that this share of the sorted values does not exceed."""
    return values[min(len(values) - 1, int(share * len(values)))]


def moves(seconds: float = 15.0) -> None:
    """Accepted moves a second, everybody moving as fast as the server answers."""
    rate = {}
    for name in ("bare", "site"):
        result = measure(name, pace=0, seconds=seconds)
        rate[name] = result["moves_a_second"]
        wait = result["milliseconds"]
        print(f"moves    {name}: {rate[name]:7.0f} moves/s  (seen after p50 {percentile(wait, 0.5):.0f} ms)")
    print(f"moves    ratio site/bare: {rate['site'] / rate['bare']:.2f}  (at least 1.0)")


def latency(seconds: float = 20.0) -> None:
    """From move sent to move seen by the opponent, each table playing one move in 2 s."""
    p99 = {}
    for name in ("bare", "site"):
        wait = measure(name, pace=2.0, seconds=seconds)["milliseconds"]
        p50, p99[name] = percentile(wait, 0.5), percentile(wait, 0.99)
        print(f"latency  {name}: p50 {p50:6.1f} ms  p99 {p99[name]:6.1f} ms  ({len(wait)} moves)")
    print(
        f"latency  ratio of p99 site/bare: {p99['site'] / p99['bare']:.2f}  (site under 50 ms where bare is under 25)"
    )
