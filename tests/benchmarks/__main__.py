"""``python -m tests.benchmarks [NAME …]``: each benchmark prints its figures and a line with a ratio."""

from __future__ import annotations

import sys
from importlib import import_module

BENCHMARKS = {
    "rules": ("tests.benchmarks.rules", "rules"),
    "live": ("tests.benchmarks.live", "live"),
    "fanout": ("tests.benchmarks.fanout", "fanout"),
    "deadlines": ("tests.benchmarks.deadlines", "deadlines"),
    "soak": ("tests.benchmarks.soak", "soak"),
    "secrecy": ("tests.benchmarks.secrecy", "secrecy"),
}


def main(names: list[str]) -> None:
    """Run the named benchmarks, or all."""
    chosen = [name for name in names if name != "all"] or list(BENCHMARKS)
    for name in chosen:
        if name not in BENCHMARKS:
            sys.exit(f"no benchmark {name}; there are: {', '.join(BENCHMARKS)}")
    for name in chosen:
        module, function = BENCHMARKS[name]
        getattr(import_module(module), function)()


if __name__ == "__main__":
    main(sys.argv[1:])
