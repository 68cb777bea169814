"""CPU time and memory of a site's processes."""

from __future__ import annotations

import psutil


def find_process(name: str, word: str) -> int:
    """Return the ID of the first process with this name that has ``word`` in its command line.

    Raises LookupError if there is no such process.
    """
    for process in psutil.process_iter(["name", "cmdline"]):
        words = " ".join(process.info["cmdline"] or ())
        if process.info["name"] == name and word in words:
            return int(process.pid)
    raise LookupError(f"no {name} runs with {word}")


def cpu_seconds(pid: int) -> float:
    """Return the CPU seconds used by a process and all its descendants."""
    process = psutil.Process(pid)
    own = process.cpu_times()
    total = own.user + own.system + own.children_user + own.children_system
    for child in process.children(recursive=True):
        try:
            times = child.cpu_times()
        except psutil.NoSuchProcess:  # the process has ended, and its time was added to its parent's
            continue
        total += times.user + times.system
    return float(total)


def resident_bytes(pid: int) -> int:
    """Return the resident memory of a process in bytes."""
    return int(psutil.Process(pid).memory_info().rss)
