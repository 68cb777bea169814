"""The randomised tests, with many times the number of examples in ``dev.py test``."""

from __future__ import annotations

import os
import subprocess
import sys
import time

from tests.random_sizes import SCALE
from tests.servers import ROOT

TESTS = ["tests/rules/test_contract.py", "tests/live/test_secrecy.py", "tests/api/test_schema.py"]


def random_tests(times: int = 10) -> None:
    """Run the tests with this many times the usual number of examples; exit with pytest's code if any fails."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "pytest", "-q", "-n", "logical", "--dist", "loadfile", *TESTS]
    code = subprocess.call(command, cwd=ROOT, env={**os.environ, SCALE: str(times)})
    print(f"random  {times} times the size of the tests in {time.perf_counter() - began:.0f} s")
    if code:
        sys.exit(code)
