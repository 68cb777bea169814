"""The three statements of every move, in plain SQL, each for all moves of a batch; and rows written together.

Through the ORM each of them costs more than all rules and checks of a move together (building, compiling and
converting, five to ten times the statement itself), under the lock that all moves of a SQLite site wait for.

What is written goes over as one parameter, a JSON array with an object a row: with a parameter a value, the driver
spends more on finding their places in the statement than on all else that it does for a move.
"""

import json
from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Model
from django.utils import timezone

from games.models import Match
from games.models import Move as MoveRow
from games.rules.game import Move
from games.services.batch import Values, note_for_batch, take_noted, write_later
from games.services.clocks import Times
from games.services.errors import NotFound
from games.services.heartbeat import clocks_ran_until


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
    wake_at: datetime | None = None
    time_is_up: bool = False  # that of the seat on turn, at the moment when the match was locked


_MATCH = f'"{Match._meta.db_table}"'
TIMES = ("turn", "turn_began", "deadline", "banks")
_READ = ("id", "code", "status", "version", "moved_version", "facts_version", "clock", "wake_at", *TIMES)
_WRITTEN = ("id", "version", "moved_version", "facts_version", "wake_at", *TIMES)
_ADDED = ("match_id", "number", "seat", "move", "created")


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
        rows = [_match_row(found) for found in cursor.fetchall()]
    now = timezone.now()
    passed = [row.times.deadline for row in rows if row.times.deadline is not None and row.times.deadline <= now]
    until = clocks_ran_until(now) if passed else now
    return {row.code: row._replace(time_is_up=_is_up(row.times, until)) for row in rows}


def _match_row(found: tuple[Any, ...]) -> MatchRow:
    match_id, code, status, version, moved_version, facts_version, clock, wake_at, *times = found
    versions = (version, moved_version, facts_version)
    return MatchRow(match_id, code, status, *versions, clock, times_of(*times), _from_database(wake_at))


def _is_up(times: Times, until: datetime) -> bool:
    return times.deadline is not None and times.deadline <= until


def times_of(turn: int | None, began: datetime | None, deadline: datetime | None, banks: str) -> Times:
    """The clocks in a row that was read in plain SQL."""
    return Times(turn, _from_database(began), _from_database(deadline), json.loads(banks))


def append_move(match_id: int, number: int, move: Move) -> None:
    """Add a move to the log. Raises IntegrityError, in a batch later, where the log already has one of that number."""
    seat, *said = move
    write_later(_insert_moves, (match_id, number, seat, said, _to_database(timezone.now())))


def set_turn(
    match_id: int, version: int, moved_version: int, facts_version: int, wake_at: datetime | None, times: Times
) -> None:
    """Write the new version of a match that is locked, when the server acts next, and whose time runs."""
    began, deadline = _to_database(times.began), _to_database(times.deadline)
    versions = (match_id, version, moved_version, facts_version)
    write_later(_update_matches, (*versions, _to_database(wake_at), times.turn, began, deadline, times.banks))


def _insert_moves(rows: Sequence[Values]) -> None:
    insert_rows(MoveRow._meta.db_table, _ADDED, rows)


def _update_matches(rows: Sequence[Values]) -> None:
    last = {row[0]: row for row in rows}  # of a match that has changed twice
    _update(Match._meta.db_table, _WRITTEN, list(last.values()))


def update_rows(rows: Iterable[Model], names: Sequence[str]) -> None:
    """Write these fields of rows of one model, which are locked: one statement for all of them."""
    found = list(rows)
    if found:
        columns = {field.name: str(field.column) for field in found[0]._meta.concrete_fields}
        values = [tuple(_written(getattr(row, name)) for name in ("id", *names)) for row in found]
        _update(found[0]._meta.db_table, tuple(columns[name] for name in ("id", *names)), values)


def _written(value: object) -> object:
    return _to_database(value) if isinstance(value, datetime) else value


def _update(table: str, columns: tuple[str, ...], rows: Sequence[Values]) -> None:
    """Write rows whose first column is their id."""
    changes = ", ".join(f'"{name}" = sent."{name}"' for name in columns[1:])
    source = _sent_rows(table, columns)
    with connection.cursor() as cursor:
        cursor.execute(
            f'UPDATE "{table}" SET {changes} FROM {source} WHERE "{table}"."id" = sent."id"',  # noqa: S608
            [_as_json(columns, rows)],
        )


def insert_rows(table: str, columns: tuple[str, ...], rows: Sequence[Values]) -> None:
    """Insert rows with these columns, in one statement. Raises IntegrityError."""
    names = ", ".join(f'"{name}"' for name in columns)
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO "{table}" ({names}) SELECT {names} FROM {_sent_rows(table, columns)}',  # noqa: S608
            [_as_json(columns, rows)],
        )


def find_rows(
    table: str, keys: tuple[str, ...], columns: tuple[str, ...], wanted: Sequence[Values]
) -> dict[Values, Values]:
    """Read ``columns`` of the rows whose ``keys`` have one of the ``wanted`` values, in one statement; by those values.

    The keys must be columns of a unique index.
    """
    names = ", ".join(f'"{table}"."{name}"' for name in (*keys, *columns))
    same = " AND ".join(f'"{table}"."{name}" = sent."{name}"' for name in keys)
    with connection.cursor() as cursor:
        cursor.execute(
            f'SELECT {names} FROM {_sent_rows(table, keys)} JOIN "{table}" ON {same}',  # noqa: S608
            [_as_json(keys, wanted)],
        )
        return {row[: len(keys)]: row[len(keys) :] for row in cursor.fetchall()}


@cache
def _sent_rows(table: str, columns: tuple[str, ...]) -> str:
    """The rows of a JSON parameter as a source of these columns, typed as those of ``table``, by the name ``sent``."""
    if connection.vendor == "postgresql":
        return f'json_populate_recordset(NULL::"{table}", %s) AS sent'
    taken = ", ".join(f"json_extract(value, '$.{name}') AS \"{name}\"" for name in columns)
    return f"(SELECT {taken} FROM json_each(%s)) AS sent"  # noqa: S608  the models' own names


def _as_json(columns: tuple[str, ...], rows: Sequence[Values]) -> str:
    return json.dumps([dict(zip(columns, row, strict=True)) for row in rows], default=str)


def _holes(count: int) -> str:
    return f"({', '.join(['%s'] * count)})"


def _to_database(time: datetime | None) -> Any:
    return None if time is None else connection.ops.adapt_datetimefield_value(time)


def _from_database(time: datetime | None) -> datetime | None:
    """SQLite keeps UTC without saying so."""
    return time if time is None or time.tzinfo else time.replace(tzinfo=UTC)
