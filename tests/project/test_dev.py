"""The project's command line, dev.py."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

import dev
from accounts.vapid import public_key_of

ROOT = Path(dev.__file__).parent


class Calls:
    """Replaces the function that starts programs: records each command line and returns the exit code set for it."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.codes: dict[str, int] = {}
        self.environments: list[dict[str, str]] = []

    def __call__(self, *command: object, env: dict[str, str] | None = None) -> int:
        line = " ".join(map(str, command))
        self.lines.append(line)
        self.environments.append(env or {})
        return next((code for part, code in self.codes.items() if part in line), 0)

    def of_pytest(self) -> list[str]:
        return [line.partition("-m pytest ")[2] for line in self.lines if "-m pytest" in line]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    calls = Calls()
    monkeypatch.setattr(dev, "run", calls)
    monkeypatch.setattr(dev, "prepare", lambda **_: None)
    monkeypatch.setattr(dev, "find_browser", lambda: "/usr/bin/some-chromium")
    monkeypatch.delenv("CI", raising=False)
    return calls


def run_dev(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr("sys.argv", ["dev.py", *words])
    return dev.main()


BROWSER = "tests/browser"
FLAGS = "--dist loadfile --no-loadscope-reorder"
CORES = os.cpu_count() or 1
IN_BROWSER = f"-n {CORES + 1} {FLAGS}"
OTHER = f"--ignore=tests/browser -n {CORES + 2} {FLAGS}"


def test_browser_tests_run_in_a_separate_process(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_dev(monkeypatch, "test", "-x") == 0
    assert calls.of_pytest() == [f"{OTHER} -x tests", f"{IN_BROWSER} -x {BROWSER}"]


def test_named_tests_run_in_the_part_they_belong_to(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    run_dev(monkeypatch, "test", "tests/project", "-k", "dev")
    run_dev(monkeypatch, "test", BROWSER)
    assert calls.of_pytest() == [f"{OTHER} -k dev tests/project", f"{IN_BROWSER} {BROWSER}"]


@pytest.mark.parametrize(
    ("failing", "code"), [(f"{OTHER} tests", 1), (f"pytest {IN_BROWSER} {BROWSER}", 1), ("no such thing", 0)]
)
def test_a_failure_in_either_part_fails_the_run(
    calls: Calls, monkeypatch: pytest.MonkeyPatch, failing: str, code: int
) -> None:
    calls.codes[failing] = 1
    assert run_dev(monkeypatch, "test") == code


def test_without_a_browser_the_other_tests_run_and_the_run_fails(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "find_browser", lambda: None)
    assert run_dev(monkeypatch, "test") == 1
    assert run_dev(monkeypatch, "test", "--no-browser") == 0
    assert calls.of_pytest() == [f"{OTHER} tests", f"{OTHER} tests"]


def test_the_order_is_reproducible_only_in_ci(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    run_dev(monkeypatch, "test", "tests/rules")
    monkeypatch.setenv("CI", "1")
    run_dev(monkeypatch, "test", "tests/rules")
    assert calls.of_pytest() == [f"{OTHER} tests/rules", f"{OTHER} --randomly-seed=1 tests/rules"]


def test_the_run_uses_several_workers_and_lists_the_slowest_tests(
    calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_dev(monkeypatch, "test", "--workers", "4", "--slowest", "30", "tests/rules")
    flags = "-n 4 --dist loadfile --no-loadscope-reorder --durations=30"
    assert calls.of_pytest() == [f"--ignore=tests/browser {flags} tests/rules"]


def test_compiled_modules_are_kept_whatever_the_environment_says(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    run_dev(monkeypatch, "test")
    run_dev(monkeypatch, "test", "--fast")
    assert [environment["PYTHONDONTWRITEBYTECODE"] for environment in calls.environments] == [""] * 3


def test_a_fast_run_starts_no_server_and_no_browser(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    run_dev(monkeypatch, "test", "--fast")
    (line,) = calls.of_pytest()
    assert line == f"-m not slow -n {CORES} {FLAGS} {' '.join(dev.FAST)}"
    assert not {"tests/live", BROWSER} & set(dev.FAST)


def test_a_run_without_tests_fails(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    calls.codes["-m pytest"] = dev.NOTHING_COLLECTED
    assert run_dev(monkeypatch, "test", "-k", "nothing") == dev.NOTHING_COLLECTED


def test_an_empty_part_fails_an_unfiltered_run(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    calls.codes[f"pytest {IN_BROWSER} {BROWSER}"] = dev.NOTHING_COLLECTED
    assert run_dev(monkeypatch, "test") == dev.NOTHING_COLLECTED


def test_a_filtered_run_may_have_one_empty_part(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    calls.codes[f"-k project {BROWSER}"] = dev.NOTHING_COLLECTED
    assert run_dev(monkeypatch, "test", "-k", "project") == 0


def test_a_fresh_site_gets_puzzles_without_waiting_for_them(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    monkeypatch.setattr(dev.subprocess, "Popen", lambda command, **_: steps.append(" ".join(command[1:])))

    def replace_process(program: str, _command: list[str]) -> None:
        steps.append(Path(program).name)
        sys.exit()

    monkeypatch.setattr(dev.os, "execv", replace_process)
    monkeypatch.setattr(dev.os, "chdir", lambda _place: None)
    with pytest.raises(SystemExit):
        run_dev(monkeypatch, "run")
    assert calls.lines[0].endswith("manage.py migrate --verbosity 0")
    assert steps == ["manage.py make_puzzles", "daphne"]


def find(monkeypatch: pytest.MonkeyPatch, here: set[str], *, root: bool = True) -> tuple[str | None, list[str]]:
    """Look for a browser as if the machine had only these programs and Playwright could not download a browser."""
    lines: list[str] = []

    def run(*command: object, **_: Any) -> int:
        lines.append(" ".join(map(str, command[-3:])))
        if "install" in command and command[0] == "apt-get":
            here.add("chromium")
        return 1 if "playwright" in command else 0

    monkeypatch.delenv("RONDA_CHROMIUM", raising=False)
    monkeypatch.setattr(dev, "run", run)
    monkeypatch.setattr(dev.shutil, "which", lambda name: f"/bin/{name}" if name in here else None)
    monkeypatch.setattr(dev.os, "geteuid", lambda: 0 if root else 1000)
    return dev.find_browser(), lines


def test_an_installed_browser_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find(monkeypatch, {"google-chrome"}) == ("/bin/google-chrome", [])


def test_a_configured_browser_takes_precedence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RONDA_CHROMIUM", "/opt/chrome")
    assert dev.find_browser() == "/opt/chrome"


def test_the_system_package_is_installed_with_root_privileges(monkeypatch: pytest.MonkeyPatch) -> None:
    found, lines = find(monkeypatch, {"apt-get"})
    assert found == "/bin/chromium"
    assert "playwright install chromium" in lines[0]


def test_no_package_is_installed_without_root_privileges(monkeypatch: pytest.MonkeyPatch) -> None:
    found, lines = find(monkeypatch, {"apt-get"}, root=False)
    assert found is None
    assert len(lines) == 1


def test_the_key_for_push_notifications_is_made_once_for_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    key = dev.push_key()
    assert public_key_of(key)
    assert dev.push_key() == key
    assert stat.S_IMODE((tmp_path / "ronda" / "vapid-key").stat().st_mode) == 0o600
