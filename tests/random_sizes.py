"""The sizes of the randomised tests.

Each test documents why its size was chosen. ``dev.py bench random`` runs the same tests at many times that size, and
``dev.py test --fast`` at a quarter of it.
"""

from __future__ import annotations

import os

SCALE = "RONDA_TEST_SCALE"


def scaled(size: int) -> int:
    """Return the size to use for a randomised test in this run."""
    return max(1, round(size * float(os.environ.get(SCALE, "1"))))
