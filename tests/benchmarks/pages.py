"""Pages of a site with a very large number of players and matches, compared with those of a small site."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.servers import Site, postgresql

SMALL = {"players": 200, "matches": 1_000}
LIMIT = 2.0


@contextmanager
def new_site(database: str) -> Iterator[Site]:
    """Create an empty site on this database."""
    with TemporaryDirectory(prefix="ronda-pages-") as folder:
        if database == "SQLite":
            yield Site(Path(folder))
        else:
            with postgresql() as url:
                yield Site(Path(folder), DATABASE_URL=url)


def measure(database: str, players: int, matches: int) -> dict[str, dict[str, float]]:
    """Return each page's number of queries and its best rendering time in milliseconds, measured in one process."""
    began = time.perf_counter()
    with new_site(database) as site:
        made = site.call("large_site", players, matches)
        print(f"pages    {database}: {players} players, {matches} matches made in {time.perf_counter() - began:.0f} s")
        found: dict[str, dict[str, float]] = site.call("time_pages", made["user"], players)
        return found


def pages(players: int = 100_000, matches: int = 1_000_000) -> None:
    """Print each page's queries and times on the small and the large site, on SQLite and on PostgreSQL."""
    for database in ("SQLite", "PostgreSQL"):
        small, big = measure(database, **SMALL), measure(database, players, matches)
        for page in big:
            print(_line(database, page, small[page], big[page]))
        worst = max(big[page]["time"] / small[page]["time"] for page in big)
        print(f"pages    {database} ratio of the slowest: {worst:.2f}  (at most {LIMIT})")


def _line(database: str, page: str, small: dict[str, Any], big: dict[str, Any]) -> str:
    queries = f"{small['queries']} queries" if small["queries"] == big["queries"] else "NOT the same queries"
    ratio = big["time"] / small["time"]
    return (
        f"pages    {database} {page:22} {queries}; {small['time']:5.1f} ms with {SMALL['matches']} matches, "
        f"{big['time']:5.1f} ms here: {ratio:.2f}"
    )
