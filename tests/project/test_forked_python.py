"""The processes that tests fork."""

from __future__ import annotations

import signal
from importlib.util import find_spec
from pathlib import Path

from tests.forked_python import LIBRARIES, ForkedPython


def test_every_library_exists() -> None:
    """The fork server silently ignores missing libraries."""
    assert [name for name in LIBRARIES if find_spec(name) is None] == []


def test_a_fork_has_only_its_own_environment(tmp_path: Path) -> None:
    log = tmp_path / "log"
    process = ForkedPython(["tests.print_settings", "RONDA_CONTACT"], {"RONDA_SECRET_KEY": "k" * 60}, log, None)
    assert (process.wait(), log.read_text()) == (0, '{"RONDA_CONTACT": ""}\n')
    process.send_signal(signal.SIGTERM)  # it has ended: nothing happens


def test_the_exit_code_of_a_fork_tells_the_signal_that_ended_it(tmp_path: Path) -> None:
    process = ForkedPython(["http.server", "0", "--bind", "127.0.0.1"], {}, tmp_path / "log", None)
    assert process.poll() is None
    process.send_signal(signal.SIGKILL)
    assert process.wait() == process.poll() == -signal.SIGKILL
