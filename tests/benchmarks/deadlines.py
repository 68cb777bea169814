"""How late turns end after their deadlines, with no socket open: a thousand of them, two processes on PostgreSQL."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from tests.servers import Server, Site, postgresql, valkey

COUNT = 1000
SPREAD_SECONDS = 20.0


def deadlines() -> None:
    """Print the time from deadline to result; the promise is one second."""
    with tempfile.TemporaryDirectory() as folder, postgresql() as database, valkey() as layer:
        site = Site(Path(folder), DATABASE_URL=database, RONDA_REDIS_URL=layer, RONDA_LOG_LEVEL="WARNING")
        with Server(site), Server(site):
            first = site.tool("timed_matches", COUNT, 8.0, SPREAD_SECONDS)
            while time.time() < first + SPREAD_SECONDS + 3:
                time.sleep(0.1)
        late = sorted(site.tool("lateness", first, SPREAD_SECONDS))
    p50, p99 = late[len(late) // 2], late[int(0.99 * len(late))]
    print(f"deadlines {len(late)} of {COUNT} ended: p50 {p50:.2f} s  p99 {p99:.2f} s  last {late[-1]:.2f} s after time")
    print(f"deadlines ratio of p99 to the second that is promised: {p99:.2f}  (at most 1)")
