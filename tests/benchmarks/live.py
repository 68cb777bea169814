"""250 live tables on real servers: the site beside the plainest consumer, and beside itself with a second process."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from tests.benchmarks.stage import APPLICATIONS, KINDS, OPTIONS, Measured, apply_load, new_site
from tests.servers import Server, Site

TABLES = 250
AT_LEAST = {"SQLite": 2.0, "PostgreSQL + Valkey": 4.0}
PACE = 2.0  # seconds between two moves of a table, where the time to see them is measured


def measure(
    site: Site,
    application: str,
    prefix: str,
    *,
    servers: int = 1,
    by_address: bool = False,
    pace: float,
    seconds: float,
) -> Measured:
    """Play 250 new matches on new servers of a site for so long."""
    matches = site.tool("matches", TABLES, OPTIONS, prefix)
    with ExitStack() as stack:
        running = [stack.enter_context(Server(site, APPLICATIONS[application])) for _number in range(servers)]
        spread(matches, running, by_address=by_address)
        return apply_load(site, running, matches, bare=application == "bare", pace=pace, seconds=seconds)


def spread(matches: list[dict[str, Any]], servers: list[Server], *, by_address: bool) -> None:
    """Spread pages as a proxy does: by the table's address, or in turn, so that half of all tables are split."""
    for number, match in enumerate(matches):
        match["watchers"] = []
        for seat, player in enumerate(match["players"]):
            player["port"] = servers[(number if by_address else number // (1 + seat)) % len(servers)].port


def live(seconds: float = 12.0) -> None:
    """Accepted moves a second with everybody as fast as the server answers; then one move in 2 s a table."""
    for kind in KINDS:
        with new_site(kind) as site:
            _fast(site, kind, seconds)
            for name in ("bare", "site"):
                calm = measure(site, name, f"calm-{name}", pace=PACE, seconds=seconds)
                seen = f"seen after p50 {calm.after(0.5):.1f} ms, p99 {calm.after(0.99):.1f} ms"
                _say(kind, f"{name}, a move in {PACE:.0f} s a table: {seen}  ({calm.moves} moves; site below 50 ms)")


def _fast(site: Site, kind: str, seconds: float) -> None:
    bare = measure(site, "bare", "bare", pace=0, seconds=seconds)
    _say(kind, f"bare: {_rate(bare)}")
    one = measure(site, "site", "one", pace=0, seconds=seconds)
    _say(kind, f"site: {_rate(one)}")
    _say(kind, f"ratio site/bare: {one.rate / bare.rate:.2f}  (at least {AT_LEAST[kind]:.0f})")
    if site.environment.get("RONDA_REDIS_URL"):
        for how, by_address in (("by address", True), ("in turn", False)):
            two = measure(site, "site", f"two-{by_address}", servers=2, by_address=by_address, pace=0, seconds=seconds)
            _say(kind, f"site, two processes, pages {how}: {_rate(two)}")
            _say(kind, f"ratio two/one processes, pages {how}: {two.rate / one.rate:.2f}  (at least 1.6)")


def _rate(measured: Measured) -> str:
    return f"{measured.rate:6.0f} moves/s  (CPU us a move: {measured.cpu_words()})"


def _say(kind: str, words: str) -> None:
    print(f"live     {kind}, {words}", flush=True)
