"""The time a process takes to stop on SIGTERM during a hundred matches."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from tests.live.test_drain import MATCHES, OPTIONS, WITHIN_SECONDS, all_move, playing
from tests.live.test_drain import drain as end
from tests.servers import Server, Site


def drain() -> None:
    """Print the time from SIGTERM until the process ends."""
    with tempfile.TemporaryDirectory() as folder:
        took = asyncio.run(_drain(Site(Path(folder), RONDA_LOG_LEVEL="WARNING")))
    print(f"drain {MATCHES} matches, {2 * MATCHES} sockets: over after {took:.2f} s")
    print(
        f"drain ratio to the {WITHIN_SECONDS:.0f} seconds that are promised: {took / WITHIN_SECONDS:.2f}  (at most 1)"
    )


async def _drain(site: Site) -> float:
    matches = site.call("matches", MATCHES, OPTIONS)
    with Server(site) as server:
        async with playing([server], matches) as players:
            await all_move(players, 2)
            return await end(server)
