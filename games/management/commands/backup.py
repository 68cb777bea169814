"""``manage.py backup FOLDER``: back up the database to one file while the site runs."""

import os
import subprocess
import time
from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from psycopg.conninfo import make_conninfo
from psycopg.pq import Conninfo

DAY_SECONDS = 86_400
OWNER_ONLY = 0o600
PREFIX = "ronda-"


class Command(BaseCommand):
    """Write a pg_dump archive for PostgreSQL, or an SQLite file. Names of incomplete files end in ".partial"."""

    help = "Back up the database into a folder, and delete old backups."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments for the folder and the maximum age of backups."""
        parser.add_argument("folder", type=Path, help="an existing folder that only the service user can read")
        parser.add_argument(
            "--keep", type=int, metavar="DAYS", help="delete backups older than this (default: keep all)"
        )

    def handle(self, *_args: Any, folder: Path, keep: int | None, **_options: Any) -> None:
        """Write the backup, then delete old ones. Raises CommandError if the backup fails."""
        if not folder.is_dir():
            raise CommandError(f"{folder} is not a folder")
        write, suffix = (_copy_sqlite, "sqlite3") if connection.vendor == "sqlite" else (_dump_postgresql, "dump")
        target = folder / f"{PREFIX}{datetime.now(UTC):%Y%m%d-%H%M%S}.{suffix}"
        draft = target.with_name(f".{target.name}.partial")
        try:
            write(draft)
            draft.chmod(OWNER_ONLY)
            with draft.open("rb") as file:
                os.fsync(file.fileno())
            draft.replace(target)
        except DatabaseError as error:
            raise CommandError(f"the database does not answer: {error}") from error
        finally:
            draft.unlink(missing_ok=True)
        self.stdout.write(f"{target}: {target.stat().st_size} bytes")
        if keep is not None:
            self._delete_older(folder, suffix, keep)

    def _delete_older(self, folder: Path, suffix: str, days: int) -> None:
        oldest = time.time() - days * DAY_SECONDS
        for file in folder.glob(f"{PREFIX}*.{suffix}"):
            if file.stat().st_mtime < oldest:
                file.unlink()
                self.stdout.write(f"{file}: deleted")


def _copy_sqlite(target: Path) -> None:
    """Make a consistent, compact copy of the database without blocking writers."""
    target.touch(OWNER_ONLY)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(target)])


def _connection_options() -> dict[str, Any]:
    """Return only the connection options that DATABASE_URL sets.

    An open connection also reports the defaults of psycopg's libpq, which the libpq of an older pg_dump may not know.
    """
    known = {option.keyword.decode() for option in Conninfo.get_defaults()}
    return {key: value for key, value in connection.get_connection_params().items() if key in known}


def _dump_postgresql(target: Path) -> None:
    """Write a dump for pg_restore. The password is passed in the environment, which other users cannot read."""
    options = _connection_options()
    password = {"PGPASSWORD": str(options.pop("password"))} if "password" in options else {}
    database = make_conninfo(**options)
    command = ["pg_dump", "--format=custom", "--no-password", f"--file={target}", f"--dbname={database}"]
    try:
        done = subprocess.run(command, env={**os.environ, **password}, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise CommandError("pg_dump is not installed; on Debian it is in postgresql-client") from None
    if done.returncode:
        raise CommandError(f"pg_dump: {done.stderr.strip()}")
