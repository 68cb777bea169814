"""Ten thousand rated matches of all classes, some voided, and a rebuild that must match the rating history."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.servers import Site


def rebuild(matches: int = 10_000) -> None:
    """Exit with an error if the rebuild finds a difference."""
    with TemporaryDirectory(prefix="ronda-rebuild-") as folder:
        site = Site(Path(folder))
        began = time.perf_counter()
        facts = site.call("random_rated_matches", matches)
        made = time.perf_counter()
        told = site.manage("ratings", "rebuild", "--check").strip()
        took = time.perf_counter() - made
    print(f"rebuild  {matches} matches, {facts['voided']} voided, {facts['changes']} changes in {made - began:.0f} s")
    print(f"rebuild  {told} Computed again in {took:.1f} s")
    if "All ratings are correct." not in told:
        sys.exit("rebuild  the ratings differ")
