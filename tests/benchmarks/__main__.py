"""``python -m tests.benchmarks [NAME [SIZE=VALUE …] …]``: each benchmark prints its figures and a ratio."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

BENCHMARKS = {
    "bots": ("tests.benchmarks.bots", "bots"),
    "bluffs": ("tests.benchmarks.bots", "bluffs"),
    "analysis": ("tests.benchmarks.analysis", "analysis"),
    "rules": ("tests.benchmarks.rules", "rules"),
    "live": ("tests.benchmarks.live", "live"),
    "fanout": ("tests.benchmarks.fanout", "fanout"),
    "deadlines": ("tests.benchmarks.deadlines", "deadlines"),
    "drain": ("tests.benchmarks.drain", "drain"),
    "outages": ("tests.benchmarks.outages", "outages"),
    "kills": ("tests.benchmarks.kills", "kills"),
    "soak": ("tests.benchmarks.soak", "soak"),
    "pages": ("tests.benchmarks.pages", "pages"),
    "web": ("tests.benchmarks.web", "web"),
    "rebuild": ("tests.benchmarks.rebuild", "rebuild"),
    "bot_tables": ("tests.benchmarks.bot_tables", "bot_tables"),
    "siege": ("tests.benchmarks.siege", "siege"),
    "secrecy": ("tests.benchmarks.secrecy", "secrecy"),
    "random": ("tests.benchmarks.random_tests", "random_tests"),
}


def main(words: list[str]) -> None:
    """Run the named benchmarks, or all of them. An argument such as ``players=1000`` is for the benchmark before it."""
    chosen: list[tuple[str, dict[str, Any]]] = []
    for word in words:
        name, is_size, value = word.partition("=")
        if is_size and chosen:
            chosen[-1][1][name] = int(value) if value.isdigit() else value
        elif word in BENCHMARKS:
            chosen.append((word, {}))
        elif word != "all":
            sys.exit(f"no benchmark {word}; there are: {', '.join(BENCHMARKS)}")
    for name, sizes in chosen or [(name, {}) for name in BENCHMARKS]:
        module, function = BENCHMARKS[name]
        getattr(import_module(module), function)(**sizes)


if __name__ == "__main__":
    main(sys.argv[1:])
