"""The sizes of the randomised tests.

Each test says why its size was chosen. ``dev.py bench random`` runs the same tests with many times that size.
"""

from __future__ import annotations

import os

SCALE = "RONDA_TEST_SCALE"


def scaled(size: int) -> int:
    """Return the size of a randomised test in this run."""
    return size * int(os.environ.get(SCALE, "1"))
