"""How much processor time and memory the processes of a site have taken."""

from __future__ import annotations

import psutil


def find_process(name: str, word: str) -> int:
    """The process of this name that has ``word`` in its command line and was not started by another such one."""
    for process in psutil.process_iter(["name", "cmdline"]):
        words = " ".join(process.info["cmdline"] or ())
        if process.info["name"] == name and word in words:
            return int(process.pid)
    raise LookupError(f"no {name} runs with {word}")


def cpu_seconds(pid: int) -> float:
    """Processor time of a process and of all that it has started."""
    process = psutil.Process(pid)
    own = process.cpu_times()
    total = own.user + own.system + own.children_user + own.children_system
    for child in process.children(recursive=True):
        try:
            times = child.cpu_times()
        except psutil.NoSuchProcess:  # it has ended meanwhile, and its parent been told what it took
            continue
        total += times.user + times.system
    return float(total)


def resident_bytes(pid: int) -> int:
    """Memory that a process holds."""
    return int(psutil.Process(pid).memory_info().rss)
