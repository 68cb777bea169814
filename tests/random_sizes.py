"""How much the random tests try.

Each says why its size is what it is. ``dev.py bench random`` runs the same tests at many times that size.
"""

from __future__ import annotations

import os

SCALE = "RONDA_TEST_SCALE"


def scaled(size: int) -> int:
    """The size of a random test in this run."""
    return size * int(os.environ.get(SCALE, "1"))
