"""Deadlines that pass while nobody is connected: each takes effect exactly once, even if servers are killed."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from games.live.writer import MAX_BATCH
from tests.servers import Server, Site, postgresql, valkey

DEADLINES = MAX_BATCH + 20  # more than fit into one transaction; the benchmark has a thousand at once
PATIENCE_SECONDS = 120.0
ALL_ENDED = {"finished timeout": DEADLINES, "rated 1": 2 * DEADLINES}


@pytest.fixture(params=["sqlite", "postgresql"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    """A new site for each test, since killing a server gives time back to all matches on its site."""
    if request.param == "sqlite":
        yield Site(tmp_path)
    else:
        with postgresql() as database, valkey() as layer:
            yield Site(tmp_path, DATABASE_URL=database, RONDA_REDIS_URL=layer)


def outcomes(site: Site) -> dict[str, int]:
    found: dict[str, int] = site.call("outcomes")
    return found


def wait_for(site: Site, wanted: dict[str, int]) -> dict[str, int]:
    """Return the outcomes as soon as they are the expected ones, or after PATIENCE_SECONDS."""
    until = time.monotonic() + PATIENCE_SECONDS
    while (found := outcomes(site)) != wanted and time.monotonic() < until:
        time.sleep(0.05)  # otherwise, the queries would keep the servers busy
    return found


def test_deadlines_during_a_kill_count_exactly_once(site: Site) -> None:
    """Half of the deadlines pass before the kill. The others, an hour away, are extended by the time since the kill."""
    servers = [Server(site) for _process in range(1 if "sqlite" in site.environment["DATABASE_URL"] else 2)]
    with ExitStack() as stack:
        for server in servers:
            stack.enter_context(server)
        half = DEADLINES // 2
        site.call("timed_matches", half, -1.0, 0.5)
        site.call("timed_matches", DEADLINES - half, 3600.0, 0.5)
        servers[0].signal(signal.SIGKILL)
        assert outcomes(site)["running"] >= DEADLINES - half
        servers[0].start()
        site.call("pass_time_everywhere", 7200.0)
        assert wait_for(site, ALL_ENDED) == ALL_ENDED
        for server in servers:
            assert server.complaints() == []


def test_a_deadline_that_passed_while_every_server_was_down_ends_its_turn_after_the_restart(sqlite_site: Site) -> None:
    before = outcomes(sqlite_site)
    site = sqlite_site
    site.call("timed_matches", 3, -60.0, 1.0, 3)
    with Server(site) as server:
        wanted = before.get("stand-in", 0) + 3
        until = time.monotonic() + PATIENCE_SECONDS
        while outcomes(site).get("stand-in", 0) < wanted and time.monotonic() < until:
            time.sleep(0.05)
        assert outcomes(site)["stand-in"] >= wanted
        assert server.complaints() == []
