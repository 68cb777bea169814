#!/usr/bin/env python3
"""Development tasks for a machine that has only Python 3.11: run, setup, test, lint, bench, lock, messages.

This uses only the standard library, because it runs before anything is installed.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / "python"
# The headless shell comes first: it opens no windows, so the tests take just over half the time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Without this, every worker and every server that tests start would compile the same modules again.
KEEP_BYTECODE = {"PYTHONDONTWRITEBYTECODE": ""}
NOTHING_COLLECTED = 5  # pytest's exit code
SCREENSHOTS = "tests/browser/test_screenshots.py"
FAST = [f"tests/{part}" for part in "api rules selectors services views".split()]


def run(*command: str | Path, env: dict[str, str] | None = None) -> int:
    """Run a command in the project directory and return its exit code."""
    return subprocess.call([str(part) for part in command], cwd=ROOT, env={**os.environ, **(env or {})})


def must(*command: str | Path, env: dict[str, str] | None = None) -> None:
    """Run a command. If it fails, exit with its exit code."""
    code = run(*command, env=env)
    if code:
        sys.exit(code)


def install(*, dev: bool = False) -> None:
    """Make .venv match the lock file, unless it already does.

    requirements-dev.txt contains everything in requirements.txt, at the same versions. An environment with the
    development packages therefore also works for ``run``, and is not rebuilt.
    """
    locks = ("requirements.txt", "requirements-dev.txt")
    stamp = VENV / "installed-locks"
    # The path is part of the stamp, because a virtual environment cannot be moved.
    lines = [f"{VENV} {sys.version_info[0]}.{sys.version_info[1]}"]
    lines += [f"{name} {hashlib.sha256((ROOT / name).read_bytes()).hexdigest()}" for name in locks]
    have = stamp.read_text().splitlines() if stamp.exists() else []
    if have == lines or (not dev and have[:2] == lines[:2]):
        return
    if have[:1] != lines[:1]:
        print("Making .venv …", flush=True)
        venv.create(VENV, with_pip=True, clear=True)
    stamp.unlink(missing_ok=True)
    dev = dev or len(have) == len(lines)
    lock = locks[dev]
    print(f"Installing {lock} …", flush=True)
    must(PYTHON, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--require-hashes", "-r", lock)
    stamp.write_text("\n".join(lines if dev else lines[:2]) + "\n")


def prepare(*, dev: bool = False) -> None:
    """Install the packages, and compile the message catalogs that have changed."""
    install(dev=dev)
    must(PYTHON, "-m", "ronda_site.catalogs", "compile")


def serve(options: argparse.Namespace, _rest: list[str]) -> int:
    """Prepare the database and the static files, then run the server."""
    prepare()
    must(PYTHON, "manage.py", "migrate", "--verbosity", "0")
    must(PYTHON, "manage.py", "collectstatic", "--noinput", "--verbosity", "0")
    make_puzzles()
    print(f"\n  Ronda is at http://127.0.0.1:{options.port}/   (Ctrl-C stops it)\n", flush=True)
    command = [
        str(BIN / "daphne"),
        "-v",
        "0",
        "-b",
        "127.0.0.1",
        "-p",
        str(options.port),
        "ronda_site.asgi:application",
    ]
    os.environ.setdefault("RONDA_VAPID_PRIVATE_KEY", push_key())
    os.chdir(ROOT)
    os.execv(command[0], command)  # replaces this process, so that the server gets its signals


def push_key() -> str:
    """Return this machine's key for push notifications, which the first run creates next to the secret key."""
    path = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "ronda" / "vapid-key"
    if not path.exists() or not path.read_text():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(base64.urlsafe_b64encode(secrets.token_bytes(32)).decode())
    return path.read_text()


def make_puzzles() -> None:
    """Start making today's puzzles, as a timer does in production.

    Making all of them takes half a minute, so the server does not wait. The command runs in its own session, so
    Ctrl-C does not interrupt it.
    """
    command = [str(PYTHON), "manage.py", "make_puzzles"]
    subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, start_new_session=True)


def setup(_options: argparse.Namespace, _rest: list[str]) -> int:
    """Only create the virtual environment and compile the message catalogs."""
    prepare()
    return 0


def test(options: argparse.Namespace, rest: list[str]) -> int:
    """Run the given tests or all tests, with the browser tests last.

    The browser tests run separately because synchronous playwright leaves an event loop running in its process.
    """
    prepare(dev=True)
    if options.update_screenshots:
        os.environ["RONDA_UPDATE_SCREENSHOTS"] = "1"
        rest = [SCREENSHOTS, *rest]
    named = [part for part in rest if part.startswith("tests") and (ROOT / part.split("::")[0]).exists()]
    browser = [part for part in named if "browser" in Path(part.split("::")[0]).parts]
    other = [part for part in named if part not in browser]
    flags = [*_test_flags(options), *(part for part in rest if part not in named)]
    if options.fast:
        env = {"RONDA_TEST_SCALE": "0.25", **KEEP_BYTECODE}  # a quarter of the random examples
        workers = _workers(options, more=0)
        return run(PYTHON, "-m", "pytest", "-m", "not slow", *workers, *flags, *(named or FAST), env=env)
    codes = []
    with tempfile.TemporaryDirectory(prefix="ronda-test-run-", ignore_cleanup_errors=True) as prepared:
        # Static files and empty databases are made once for both parts.
        env = {"RONDA_TEST_RUN": prepared, **KEEP_BYTECODE}
        if other or not named:
            workers = _workers(options, more=2)  # many tests wait for a server or a clock
            arguments = ["--ignore=tests/browser", *workers, *flags, *(other or ["tests"])]
            codes.append(run(PYTHON, "-m", "pytest", *arguments, env=env))
        if (browser or not named) and not options.no_browser and (ROOT / "tests/browser").is_dir():
            workers = _workers(options, more=1)  # some tests wait for frames
            codes.append(_test_browser(*workers, *flags, *(browser or ["tests/browser"]), env=env))
    # A filter (-k) may leave one part empty. Without a filter, an empty part is a failure; an empty run always is.
    ran = [code for code in codes if code != NOTHING_COLLECTED or not rest]
    return max(ran) if ran else NOTHING_COLLECTED


def _workers(options: argparse.Namespace, *, more: int) -> list[str]:
    """Return pytest's option for the number of workers: by default, the number of cores plus ``more``."""
    return ["-n", options.workers or str((os.cpu_count() or 1) + more)]


def _test_browser(*arguments: str, env: dict[str, str]) -> int:
    """Run the browser tests and return their exit code."""
    chromium = find_browser()
    if chromium is None:
        print("No Chromium could be had, so the browser tests did not run (--no-browser accepts that).")
        return 1
    # Playwright's event loop runs in the tests' thread, which Django mistakes for an asynchronous context.
    return run(
        PYTHON, "-m", "pytest", *arguments, env={**env, "RONDA_CHROMIUM": chromium, "DJANGO_ALLOW_ASYNC_UNSAFE": "1"}
    )


def _test_flags(options: argparse.Namespace) -> list[str]:
    """Return pytest's options for the order of the tests and for reporting slow ones."""
    # CI always uses the same order, so that failures can be reproduced.
    order = ["--randomly-seed=1"] if os.environ.get("CI") else []
    slowest = [f"--durations={options.slowest}"] if options.slowest else []
    # The tests of a module share servers and rows, so they stay together. tests/conftest.py puts long modules first.
    return ["--dist", "loadfile", "--no-loadscope-reorder", *order, *slowest]


def find_browser() -> str | None:
    """Return Chromium's path, or None if it is missing and neither playwright nor apt can install it."""
    if chosen := os.environ.get("RONDA_CHROMIUM"):
        return chosen
    if found := _on_path():
        return found
    print("No Chromium here; asking playwright for one …", flush=True)
    if run(PYTHON, "-m", "playwright", "install", "chromium") == 0:
        code = "from playwright.sync_api import sync_playwright as s; print(s().start().chromium.executable_path)"
        return subprocess.check_output([PYTHON, "-c", code], text=True).strip()
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing the system's chromium package …", flush=True)
        run("apt-get", "update")
        for package in ("chromium-headless-shell", "chromium"):
            if run("apt-get", "install", "-y", "--no-install-recommends", package) == 0:
                break
    return _on_path()


def _on_path() -> str | None:
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def lint(_options: argparse.Namespace, _rest: list[str]) -> int:
    """Run all checks that continuous integration runs, and fail if any of them fails."""
    prepare(dev=True)
    # Production settings. The values are used only for the checks.
    real = {
        "RONDA_DEBUG": "0",
        "RONDA_HTTPS": "1",
        "RONDA_ALLOWED_HOSTS": "ronda.example",
        "RONDA_SECRET_KEY": secrets.token_urlsafe(50),
        "DATABASE_URL": "sqlite:///:memory:",
    }
    checks: list[tuple[dict[str, str], str]] = [
        ({}, "ruff check ."),
        ({}, "ruff format --check ."),
        ({}, "mypy"),
        ({}, "lint-imports"),
        ({}, "djlint --lint --check templates"),
        ({}, "python -m ronda_site.catalogs check"),
        ({}, "python manage.py makemigrations --check --dry-run"),
        (real, "python manage.py check --deploy --fail-level WARNING"),
    ]
    failed = []
    for env, check in checks:
        print(f"— {check}", flush=True)
        tool, *words = check.split()
        if run(BIN / tool, *words, env=env):
            failed.append(check)
    for check in failed:
        print(f"failed: {check}")
    return 1 if failed else 0


def bench(_options: argparse.Namespace, rest: list[str]) -> int:
    """Run all benchmarks, or only the given one."""
    prepare(dev=True)
    return run(PYTHON, "-m", "tests.benchmarks", *rest)


def lock(_options: argparse.Namespace, rest: list[str]) -> int:
    """Rebuild both lock files from pyproject.toml; `--upgrade` allows newer versions."""
    install(dev=True)
    # Keep the lock files independent of the machine that writes them.
    flags = """--quiet --generate-hashes --strip-extras --allow-unsafe --no-header --no-annotate --no-emit-options
        --no-emit-index-url --no-emit-find-links --no-emit-trusted-host""".split()
    tool: list[str | Path] = [PYTHON, "-m", "piptools", "compile", *flags, *rest, "pyproject.toml"]
    must(*tool, "--output-file", "requirements.txt")
    must(*tool, "--output-file", "requirements-dev.txt", "--extra", "dev", "--constraint", "requirements.txt")
    return 0


def messages(_options: argparse.Namespace, rest: list[str]) -> int:
    """Bring the message catalogs up to date (`extract`), check them (`check`) or compile them (`compile`)."""
    install()
    return run(PYTHON, "-m", "ronda_site.catalogs", *rest)


def main() -> int:
    """Parse the command line and run the task."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    tasks = parser.add_subparsers(dest="task", required=True)
    for task in (serve, setup, test, lint, bench, lock, messages):
        name = "run" if task is serve else task.__name__
        sub = tasks.add_parser(name, help=(task.__doc__ or "").splitlines()[0])
        sub.set_defaults(do=task)
        if task is serve:
            sub.add_argument("--port", type=int, default=8000)
        if task is test:
            sub.add_argument("--no-browser", action="store_true", help="skip the browser tests")
            sub.add_argument("--fast", action="store_true", help="only tests without servers and browsers")
            sub.add_argument("--update-screenshots", action="store_true", help="rewrite the baselines that differ")
            sub.add_argument("--slowest", metavar="N", help="show the N slowest tests")
            sub.add_argument("--workers", metavar="N", help="default: one per core, and one or two more without --fast")
    options, rest = parser.parse_known_args()
    if rest and options.do not in (test, bench, lock, messages):
        parser.error(f"unknown: {' '.join(rest)}")
    return int(options.do(options, rest))


if __name__ == "__main__":
    if sys.version_info < (3, 11):  # noqa: UP036  a clear message instead of a syntax error
        sys.exit("Ronda needs Python 3.11 or newer.")
    sys.exit(main())
