"""250 live tables on real servers: the site versus a minimal consumer, and one process versus two."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from tests.benchmarks.stage import APPLICATIONS, KINDS, OPTIONS, Measured, apply_load, new_site
from tests.servers import Server, Site

TABLES = 250
AT_LEAST = {"SQLite": 14.0, "PostgreSQL + Valkey": 18.0}
ROUNDS = 3
PACE = 2.0  # seconds between two moves at a table, for measuring latency


@contextmanager
def on_cores(count: int) -> Iterator[None]:
    """Pin this process, and the processes that it starts within the context, to this many cores."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(cores)[:count])
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def measure(
    site: Site,
    application: str,
    prefix: str,
    *,
    servers: int = 1,
    by_address: bool = False,
    asgi_server: str | None = None,
    pace: float,
    seconds: float,
) -> Measured:
    """Play 250 new matches on new servers of a site for this many seconds."""
    matches = site.call("matches", TABLES, OPTIONS, prefix)
    with ExitStack() as stack:
        program = APPLICATIONS[application]
        started = [Server(site, program, asgi_server=asgi_server) for _number in range(servers)]
        running = [stack.enter_context(server) for server in started]
        spread(matches, running, by_address=by_address)
        return apply_load(site, running, matches, bare=application == "bare", pace=pace, seconds=seconds)


def spread(matches: list[dict[str, Any]], servers: list[Server], *, by_address: bool) -> None:
    """Spread pages as a proxy does: by the table's URL, or round robin, which splits half of all tables."""
    for number, match in enumerate(matches):
        match["watchers"] = []
        for seat, player in enumerate(match["players"]):
            player["port"] = servers[(number if by_address else number // (1 + seat)) % len(servers)].port


def live(seconds: float = 12.0) -> None:
    """Print moves per second with players who never wait, then the latency with one move per table every 2 s."""
    for kind in KINDS:
        with new_site(kind) as site:
            _compare(kind, site, seconds)
            for name in ("bare", "site"):
                calm = measure(site, name, f"calm-{name}", pace=PACE, seconds=seconds)
                seen = f"seen after p50 {calm.after(0.5):.1f} ms, p99 {calm.after(0.99):.1f} ms"
                _say(kind, f"{name}, a move in {PACE:.0f} s a table: {seen}  ({calm.moves} moves; site below 50 ms)")
    _grow(KINDS[1], seconds)


def _compare(kind: str, site: Site, seconds: float) -> None:
    """Compare the site on daphne and on uvicorn with the bare consumer, in alternating rounds with this total length.

    The speed of a shared machine drifts, so short alternating rounds give a steadier ratio than long ones.
    """
    found: dict[str, list[Measured]] = {"bare": [], "daphne": [], "uvicorn": []}
    for number in range(ROUNDS):
        for name, rounds in found.items():
            program, server = ("bare", None) if name == "bare" else ("site", name)
            prefix = f"{name}-{number}"
            rounds.append(measure(site, program, prefix, asgi_server=server, pace=0, seconds=seconds / ROUNDS))
    bare, daphne, uvicorn = map(Measured.total, found.values())
    _say(kind, f"bare: {_rate(bare)}")
    _say(kind, f"site: {_rate(daphne)}")
    _say(kind, f"ratio site/bare: {daphne.rate / bare.rate:.2f}  (at least {AT_LEAST[kind]:.0f})")
    _say(kind, f"site on uvicorn: {_rate(uvicorn)}")
    _say(kind, f"ratio uvicorn/daphne, CPU of the web process a move: {uvicorn.cost('web') / daphne.cost('web'):.2f}")


def _grow(kind: str, seconds: float) -> None:
    """Measure one core that runs a process, its database and the load; then add a second process on a second core.

    If the database and the load had a second core from the start, that core would be half used before the second
    process starts, which would distort the ratio. That case is printed separately.
    """
    with on_cores(1), new_site(kind) as site:
        narrow = measure(site, "site", "narrow", pace=0, seconds=seconds)
    _say(kind, f"site, one process, all on one core: {_rate(narrow)}")
    with on_cores(2), new_site(kind) as site:
        one = measure(site, "site", "wide", pace=0, seconds=seconds)
        _say(kind, f"site, one process, all on two cores: {_rate(one)}")
        for how, by_address in (("by address", True), ("in turn", False)):
            two = measure(site, "site", f"two-{by_address}", servers=2, by_address=by_address, pace=0, seconds=seconds)
            _say(kind, f"site, two processes on two cores, pages {how}: {_rate(two)}")
            _say(kind, f"ratio second core with second process/one core: {two.rate / narrow.rate:.2f}  (at least 1.6)")
            _say(kind, f"ratio two/one processes on the same two cores: {two.rate / one.rate:.2f}")


def _rate(measured: Measured) -> str:
    return f"{measured.rate:6.0f} moves/s  (CPU us a move: {measured.cpu_words()})"


def _say(kind: str, words: str) -> None:
    print(f"live     {kind}, {words}", flush=True)
