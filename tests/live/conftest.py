"""Several kinds of sites for the live tests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from games.live import base_consumer, rate_limiting, token_buckets
from games.live.limits import LimitSettings, RateLimits
from tests.match_client import MatchClient
from tests.servers import Server, Site, postgresql, valkey

RATES = LimitSettings(frames=2, address_frames=3, sockets=2, address_sockets=3, requests=0.5)
FRAMES, ADDRESS_FRAMES = 6, 9  # the number of frames that may be sent at once

OpenPage = Callable[[Server, dict[str, Any], int | None], Awaitable[MatchClient]]


@pytest.fixture(scope="package")
def sqlite_site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A single-process site on SQLite."""
    return Site(tmp_path_factory.mktemp("sqlite"))


@pytest.fixture(scope="package")
def shared_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A multi-process site on PostgreSQL and Valkey."""
    with postgresql() as database, valkey() as layer:
        yield Site(tmp_path_factory.mktemp("shared"), DATABASE_URL=database, RONDA_REDIS_URL=layer)


@pytest.fixture(scope="package")
def new_matches(sqlite_site: Site) -> Iterator[dict[str, Any]]:
    """Newly dealt matches between two people on the SQLite site, created together because each call takes a second."""
    return iter(sqlite_site.call("matches", 60, {"players": 2}))


@pytest.fixture
def match(new_matches: Iterator[dict[str, Any]]) -> dict[str, Any]:
    """One of the new matches on the SQLite site."""
    return next(new_matches)


@pytest.fixture(scope="package")
def new_shared_matches(shared_site: Site) -> Iterator[dict[str, Any]]:
    """Newly dealt matches between two people on the shared site."""
    return iter(shared_site.call("matches", 40, {"players": 2}, "s"))


@pytest.fixture
def shared_match(new_shared_matches: Iterator[dict[str, Any]]) -> dict[str, Any]:
    """One of the new matches on the shared site."""
    return next(new_shared_matches)


@pytest.fixture(scope="package")
def server(sqlite_site: Site) -> Iterator[Server]:
    """The SQLite site's only process."""
    with Server(sqlite_site) as server:
        yield server


@contextmanager
def on_daphne(server: Server) -> Iterator[Server]:
    """Run the same site on daphne, to test our protocols below the consumers (games/live/daphne_protocol.py)."""
    if server.asgi_server == "daphne":
        yield server
    else:
        with Server(server.site, asgi_server="daphne") as daphne:
            yield daphne


@pytest.fixture(scope="package")
def daphne(server: Server) -> Iterator[Server]:
    """A daphne process that serves the SQLite site, even if the other tests run on a different server."""
    with on_daphne(server) as daphne:
        yield daphne


@pytest.fixture(scope="package")
def two_servers(shared_site: Site) -> Iterator[tuple[Server, Server]]:
    """Two processes of the shared site."""
    with Server(shared_site) as one, Server(shared_site) as other:
        yield one, other


@pytest.fixture
async def open_page() -> AsyncIterator[OpenPage]:
    """A function that opens pages (see MatchClient); they are closed after the test."""
    opened: list[MatchClient] = []

    async def open_page(server: Server, match: dict[str, Any], seat: int | None) -> MatchClient:
        cookie = None if seat is None else match["players"][seat]["cookie"]
        player = await MatchClient(server.port, match["code"], cookie).open()
        opened.append(player)
        return player

    yield open_page
    for player in opened:
        await player.close()


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A list with the time of a fake clock in seconds; only the test changes it."""
    now = [100.0]
    monkeypatch.setattr(token_buckets, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def shared(now: list[float], monkeypatch: pytest.MonkeyPatch) -> RateLimits:
    """The process's rate limits, on the fake clock."""
    shared = RateLimits(RATES)
    monkeypatch.setattr(base_consumer, "process_limits", lambda: shared)
    monkeypatch.setattr(rate_limiting, "process_limits", lambda: shared)
    return shared
