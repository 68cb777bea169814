"""The cost of each additional spectator, and how much a large number of spectators slows down the players."""

from __future__ import annotations

from contextlib import ExitStack

from tests.benchmarks.stage import OPTIONS, Measured, apply_load, new_site
from tests.servers import Server, Site

WATCHERS = (0, 50, 100, 200, 400)
PACE = 0.25  # seconds between two moves at the table


def measure(site: Site, watchers: int, seconds: float) -> Measured:
    """Have this many spectators watch one new table on a new server for this many seconds."""
    match = site.call("matches", 1, OPTIONS, f"w{watchers}x")[0]
    with Server(site) as server:
        for page in match["players"]:
            page["port"] = server.port
        match["watchers"] = [{"port": server.port, "cookie": None}] * watchers
        return apply_load(site, [server], [match], bare=False, pace=PACE, seconds=seconds)


def fanout(seconds: float = 10.0) -> None:
    """Print the server's CPU time per move, and how soon opponents see a move, for increasing numbers of spectators."""
    with ExitStack() as stack:
        site = stack.enter_context(new_site("SQLite"))
        results = {count: measure(site, count, seconds) for count in WATCHERS}
    alone = results[0]
    for count, result in results.items():
        cost = 1e6 * result.cpu["web"] / result.moves
        more = cost - 1e6 * alone.cpu["web"] / alone.moves
        each = f"  {more / count:5.1f} us a spectator" if count else ""
        print(
            f"fanout   {count:3} spectators: opponent sees it after p50 {result.after(0.5):.1f} ms, p99 "
            f"{result.after(0.99):.1f} ms; server CPU {cost:.0f} us a move{each}"
        )
    print(f"fanout   ratio of p50 with 200 / 0 spectators: {results[200].after(0.5) / alone.after(0.5):.2f}  (below 2)")
