"""The three statements of every move, in plain SQL, each for all moves of a batch.

Through the ORM each of them costs more than all rules and checks of a move together (building, compiling and
converting, five to ten times the statement itself), under the lock that all moves of a SQLite site wait for.
"""

import json
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from django.db import connection
from django.utils import timezone

from games.models import Match
from games.models import Move as MoveRow
from games.rules.game import Move
from games.services.batch import Values, note_for_batch, take_noted, write_later
from games.services.clocks import Times
from games.services.errors import NotFound


class MatchRow(NamedTuple):
    """What every service must know of a match before it does anything."""

    id: int
    code: str
    status: str
    version: int
    moved_version: int
    facts_version: int
    clock: str
    times: Times


_MATCH = f'"{Match._meta.db_table}"'
_TIMES = ("turn", "turn_began", "deadline", "banks")
_READ = ("id", "code", "status", "version", "moved_version", "facts_version", "clock", *_TIMES)
_WRITTEN = ("id", "version", "moved_version", "facts_version", "wake_at", *_TIMES)
_INSERT = f'INSERT INTO "{MoveRow._meta.db_table}" ("match_id", "number", "seat", "move", "created") VALUES '  # noqa: S608


def lock_match(code: str) -> MatchRow:
    """Lock the match for the rest of the transaction. Raises NotFound."""
    row = take_noted(code) or _lock([code]).get(code)
    if row is None:
        raise NotFound
    return row


def lock_matches(codes: Collection[str]) -> list[MatchRow]:
    """Lock the matches of a batch, for the first command of each; those that there are."""
    rows = _lock(codes)
    note_for_batch(rows)
    return list(rows.values())


def _lock(codes: Collection[str]) -> dict[str, MatchRow]:
    columns = ", ".join(f'"{name}"' for name in _READ)
    # One order of matches in all processes, so that two of them never wait for each other's rows.
    lock = ' ORDER BY "code" FOR UPDATE' if connection.features.has_select_for_update else ""
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT {columns} FROM {_MATCH} WHERE "code" IN {_holes(len(codes))}{lock}', list(codes))  # noqa: S608
        rows = cursor.fetchall()
    return {row.code: row for row in map(_match_row, rows)}


def _match_row(found: tuple[Any, ...]) -> MatchRow:
    match_id, code, status, version, moved_version, facts_version, clock, *times = found
    return MatchRow(match_id, code, status, version, moved_version, facts_version, clock, times_of(*times))


def times_of(turn: int | None, began: datetime | None, deadline: datetime | None, banks: str) -> Times:
    """The clocks in a row that was read in plain SQL."""
    return Times(turn, _from_database(began), _from_database(deadline), json.loads(banks))


def append_move(match_id: int, number: int, move: Move) -> None:
    """Add a move to the log. Raises IntegrityError, in a batch later, where the log already has one of that number."""
    seat, *said = move
    write_later(_insert_moves, (match_id, number, seat, json.dumps(said), _to_database(timezone.now())))


def set_turn(
    match_id: int, version: int, moved_version: int, facts_version: int, wake_at: datetime | None, times: Times
) -> None:
    """Write the new version of a match that is locked, when the server acts next, and whose time runs."""
    began, deadline = _to_database(times.began), _to_database(times.deadline)
    versions = (match_id, version, moved_version, facts_version)
    write_later(
        _update_matches, (*versions, _to_database(wake_at), times.turn, began, deadline, json.dumps(times.banks))
    )


def _insert_moves(rows: Sequence[Values]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_INSERT + ", ".join([_holes(5)] * len(rows)), list(chain(*rows)))


def _update_matches(rows: Sequence[Values]) -> None:
    last = {row[0]: row for row in rows}  # of a match that has changed twice
    columns = ", ".join(f'"{name}" = new.column{number}' for number, name in enumerate(_WRITTEN[1:], start=2))
    values = ", ".join([_typed_holes(), *[_holes(len(_WRITTEN))] * (len(last) - 1)])
    with connection.cursor() as cursor:
        cursor.execute(
            f'UPDATE {_MATCH} SET {columns} FROM (VALUES {values}) AS new WHERE {_MATCH}."id" = new.column1',  # noqa: S608
            list(chain(*last.values())),
        )


@cache
def _typed_holes() -> str:
    """The first row of values: PostgreSQL takes them for text where nothing says what they are."""
    if connection.vendor != "postgresql":
        return _holes(len(_WRITTEN))
    fields = {field.attname: field for field in Match._meta.concrete_fields}
    types = [fields[name].cast_db_type(connection) for name in _WRITTEN]
    return f"({', '.join(f'CAST(%s AS {kind})' for kind in types)})"


def _holes(count: int) -> str:
    return f"({', '.join(['%s'] * count)})"


def _to_database(time: datetime | None) -> Any:
    return None if time is None else connection.ops.adapt_datetimefield_value(time)


def _from_database(time: datetime | None) -> datetime | None:
    """SQLite keeps UTC without saying so."""
    return time if time is None or time.tzinfo else time.replace(tzinfo=UTC)
