"""The dump of all public records."""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import zstandard
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.services import close_account
from games.models import Match
from games.rules.record import check_record
from games.selectors import records
from games.services.leaving import abort_match
from tests.rating_factories import ended_match, void
from tests.views.conftest import amina, badr, chadia, finished_match, start_match  # noqa: F401


def dump(target: Path, *options: str) -> str:
    out = io.StringIO()
    call_command("dump_records", str(target), *options, stdout=out)
    return out.getvalue()


def read(file: Path) -> list[dict[str, Any]]:
    with zstandard.open(file, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def test_every_public_match_with_a_result_is_one_line(amina: User, badr: User, chadia: User, tmp_path: Path) -> None:
    first, second = finished_match(amina, badr), finished_match(amina, chadia, rated=False)
    finished_match(amina, badr, private=True)
    start_match(amina, badr)
    abort_match(code=start_match(badr, chadia).code, user_id=badr.pk)
    void(finished_match(amina, badr), User.objects.create_superuser("boss"))
    assert dump(tmp_path) == f"2 records in {tmp_path / 'ronda-records.jsonl.zst'}\n"
    found = read(tmp_path / "ronda-records.jsonl.zst")
    assert [(one["match"], one["rated"]) for one in found] == [(second.code, False), (first.code, True)]
    for one in found:
        lines, valid = check_record(json.dumps(one))
        assert valid, lines
        assert datetime.fromisoformat(one["finished"]) <= datetime.now(UTC)


def test_a_closed_account_appears_only_as_a_number(amina: User, badr: User, tmp_path: Path) -> None:
    finished_match(amina, badr)
    close_account(user=badr)
    dump(tmp_path / "all.zst")
    assert read(tmp_path / "all.zst")[0]["players"] == ["amina", f"Closed {badr.pk}"]


def test_a_single_month_can_be_dumped(amina: User, badr: User, tmp_path: Path) -> None:
    for moment in ("2026-10-31T23:59:59", "2026-11-01T00:00:00", "2026-11-30T23:59:59", "2026-12-01T00:00:00"):
        match = ended_match([amina, badr], [41, 20], [0])
        Match.objects.filter(pk=match.pk).update(finished=datetime.fromisoformat(f"{moment}+00:00"))
    dump(tmp_path, "--month", "2026-11")
    found = [one["finished"] for one in read(tmp_path / "ronda-records-2026-11.jsonl.zst")]
    assert found == ["2026-11-30T23:59:59+00:00", "2026-11-01T00:00:00+00:00"]


@pytest.mark.parametrize("month", ["2026", "2026-13", "november", "2026-11-01"])
def test_an_invalid_month_is_refused(month: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="a month has the form"):
        dump(tmp_path, "--month", month)


def test_the_previous_file_stays_until_the_new_one_is_complete(
    amina: User, badr: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished_match(amina, badr)
    file = tmp_path / "ronda-records.jsonl.zst"
    dump(file)
    before = file.read_bytes()
    monkeypatch.setattr(records, "_line", Mock(side_effect=RuntimeError))
    with pytest.raises(RuntimeError):
        dump(file)
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]
    assert file.stat().st_mode & 0o777 == 0o644


def test_few_matches_are_held_in_memory_at_a_time(
    amina: User, badr: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "AT_ONCE", 2)
    for _time in range(5):
        ended_match([amina, badr], [41, 20], [0])
    with CaptureQueriesContext(connection) as queries:
        assert dump(tmp_path).startswith("5 records")
    assert len(queries) == 3 * 4  # three chunks: the matches, their seats, deals and moves
