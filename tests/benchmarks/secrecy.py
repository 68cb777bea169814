"""Ten thousand simulated matches; every frame is searched for cards that its recipient may not know."""

from __future__ import annotations

import os
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

MATCHES = 10_000
CHUNK = 100


def check(first: int) -> tuple[int, int]:
    """Simulate one chunk of matches in a separate process. Return the number of matches and of frames."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ronda_site.settings")
    import django

    django.setup()
    from tests.secrecy import check_matches

    return check_matches(range(first, first + CHUNK))


def secrecy() -> None:
    """Simulate and check all matches. Raises LeakError at the first leaked card."""
    began = time.perf_counter()
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        counts = list(pool.map(check, range(0, MATCHES, CHUNK)))
    matches, frames = (sum(column) for column in zip(*counts, strict=True))
    took = time.perf_counter() - began
    print(f"secrecy  {matches} matches, {frames} frames in {took:.0f} s")
    print(f"secrecy  ratio: 0 of {frames} frames show a card that their reader may not know (one would end this)")
