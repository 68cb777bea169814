"""Bulk writes, and the three statements that every move needs, in plain SQL and for a whole batch of moves at once.

Through the ORM, each statement would cost more than all the rules and checks for a move: building and compiling the
query and converting its values take five to ten times as long as the statement itself. On SQLite, all this would happen
while the transaction holds the lock that all moves wait for.

Rows are sent as one parameter, a JSON array with an object per row or, for SQLite, an array per row. With a
parameter per value, the driver would spend more time on placeholders than on all its other work for a move. Matches are
read as one JSON array for the same reason: otherwise the driver would run Python code for each row and each timestamp,
and SQLite's driver would switch threads.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple

import msgspec
from django.apps import apps
from django.db import connection
from django.db.models import DateTimeField, Model
from django.utils import timezone

from games.models import Deal, Match
from games.models import Move as MoveRow
from games.state.clocks import Times
from games.state.errors import NotFound
from games.state.outage_time import clocks_ran_until
from games.state.prepared import prepared_cursor

Values = tuple[Any, ...]


class MatchRow(NamedTuple):
    """The columns of a match that every service reads first."""

    id: int
    code: str
    status: str
    version: int
    moved_version: int
    facts_version: int
    clock: str
    times: Times
    wake_at: datetime | None = None
    time_is_up: bool = False  # whether the player to act had run out of time when the match was locked


class _ReadRow(NamedTuple):
    """The columns of a match in the order in which they are read. ``banks`` is JSON."""

    id: int
    code: str
    status: str
    version: int
    moved_version: int
    facts_version: int
    clock: str
    wake_at: datetime | None
    turn: int | None
    turn_began: datetime | None
    deadline: datetime | None
    banks: list[int]


_decode_rows = msgspec.json.Decoder(list[_ReadRow]).decode
_MATCH = f'"{Match._meta.db_table}"'
TIMES = ("turn", "turn_began", "deadline", "banks")
_WRITTEN = ("id", "version", "moved_version", "facts_version", "wake_at", *TIMES)
_ADDED = ("match_id", "number", "seat", "move", "created")


def lock_match(code: str) -> MatchRow:
    """Lock the match for the rest of the transaction. Raises NotFound."""
    row = lock_matches([code]).get(code)
    if row is None:
        raise NotFound
    return row


def lock_matches(codes: Collection[str]) -> dict[str, MatchRow]:
    """Lock these matches, and return the rows of those that exist, keyed by code."""
    # All processes lock matches in the same order, so that they cannot deadlock.
    rows = _read(codes, ' ORDER BY "code" FOR UPDATE' if connection.features.has_select_for_update else "")
    now = timezone.now()
    passed = [row.times.deadline for row in rows if row.times.deadline is not None and row.times.deadline <= now]
    until = clocks_ran_until(now) if passed else now
    return {row.code: row._replace(time_is_up=True) if _is_up(row.times, until) else row for row in rows}


def read_match(code: str) -> MatchRow | None:
    """Return the row of a match without locking it, or None if the match does not exist."""
    rows = _read([code])
    return rows[0] if rows else None


def _read(codes: Collection[str], lock: str = "") -> list[MatchRow]:
    wanted = list(codes) if connection.vendor == "postgresql" else _encode(list(codes)).decode()
    with prepared_cursor() as cursor:
        cursor.execute(_reading_sql(lock), [wanted])
        (found,) = cursor.fetchone()
        return [_match_row(row) for row in _decode_rows(found or "[]")]


@cache
def _reading_sql(lock: str) -> str:
    """Return SQL for a JSON array of matches, each an array in the order of ``_ReadRow``.

    Its parameter is an array of codes or, for SQLite, a JSON array. ``lock`` is the locking clause.
    """
    columns = [f'"{name}"' for name in _ReadRow._fields]
    if connection.vendor == "postgresql":
        row, rows, values, wanted = "json_build_array", "json_agg", columns, "= ANY(%s)"
    else:
        row, rows, values = "json_array", "json_group_array", [*columns[:-1], f"json({columns[-1]})"]
        wanted = "IN (SELECT value FROM json_each(%s))"
    source = f'SELECT {", ".join(columns)} FROM {_MATCH} WHERE "code" {wanted}{lock}'  # noqa: S608
    return f"SELECT CAST({rows}({row}({', '.join(values)})) AS text) FROM ({source}) AS found"  # noqa: S608


def _match_row(found: _ReadRow) -> MatchRow:
    match_id, code, status, version, moved_version, facts_version, clock, wake_at, turn, began, deadline, banks = found
    versions = (version, moved_version, facts_version)
    times = times_of(turn, began, deadline, banks)
    return MatchRow(match_id, code, status, *versions, clock, times, time_from_database(wake_at))


def _is_up(times: Times, until: datetime) -> bool:
    return times.deadline is not None and times.deadline <= until


def times_of(turn: int | None, began: datetime | None, deadline: datetime | None, banks: list[int]) -> Times:
    """Return the clocks from columns that were read with plain SQL."""
    return Times(turn, time_from_database(began), time_from_database(deadline), banks)


def insert_moves(rows: Sequence[Values]) -> None:
    """Add moves to the logs.

    Each row contains the match, number, seat, move and time. Raises IntegrityError if a number is taken.
    """
    insert_rows(MoveRow._meta.db_table, _ADDED, rows)


def update_matches(rows: Sequence[Values]) -> None:
    """Write new versions of locked matches. Each row contains the values returned by ``match_values``."""
    last = {row[0]: row for row in rows}  # if a match changed twice, the last row wins
    _update(Match._meta.db_table, _WRITTEN, list(last.values()))


def match_values(row: MatchRow) -> Values:
    """Return the values that ``update_matches`` writes."""
    times = row.times
    versions = (row.id, row.version, row.moved_version, row.facts_version)
    return (*versions, row.wake_at, times.turn, times.began, times.deadline, times.banks)


def read_pack(match_id: int, number: int) -> tuple[int, int, str, str]:
    """Return the primary key, dealer, shuffled pack and salt of a deal."""
    with prepared_cursor() as cursor:
        cursor.execute(
            f'SELECT "id", "dealer", "shuffled", "salt" FROM "{Deal._meta.db_table}" '  # noqa: S608
            'WHERE "match_id" = %s AND "number" = %s',
            [match_id, number],
        )
        pk, dealer, shuffled, salt = cursor.fetchone()
        return pk, dealer, shuffled, salt


def insert_deals(rows: Sequence[tuple[Deal]]) -> None:
    """Add packs that the site has committed to. Raises IntegrityError if a deal number is already taken."""
    Deal.objects.bulk_create(deal for (deal,) in rows)


def update_deals(rows: Sequence[Values]) -> None:
    """Write deals whose pack has been cut.

    Each row contains the primary key, the cut, the deck, and the places of the returned cards.
    """
    _update(Deal._meta.db_table, ("id", "cut", "deck", "returned"), rows)


def update_rows(rows: Iterable[Model], names: Sequence[str]) -> None:
    """Write the fields in ``names`` to locked rows of one model, in one statement."""
    found = list(rows)
    if found:
        columns = {field.name: str(field.column) for field in found[0]._meta.concrete_fields}
        values = [tuple(getattr(row, name) for name in ("id", *names)) for row in found]
        _update(found[0]._meta.db_table, tuple(columns[name] for name in ("id", *names)), values)


def _update(table: str, columns: tuple[str, ...], rows: Sequence[Values]) -> None:
    """Update rows. The first column must be the id."""
    changes = ", ".join(f'"{name}" = sent."{name}"' for name in columns[1:])
    source = _sent_rows(table, columns, len(rows))
    with prepared_cursor() as cursor:
        cursor.execute(
            f'UPDATE "{table}" SET {changes} FROM {source} WHERE "{table}"."id" = sent."id"',  # noqa: S608
            [_as_json(columns, rows)],
        )


def insert_rows(table: str, columns: tuple[str, ...], rows: Sequence[Values]) -> None:
    """Insert rows with these columns in one statement. Raises IntegrityError."""
    names = ", ".join(f'"{name}"' for name in columns)
    with prepared_cursor() as cursor:
        cursor.execute(
            f'INSERT INTO "{table}" ({names}) SELECT {names} FROM {_sent_rows(table, columns, len(rows))}',  # noqa: S608
            [_as_json(columns, rows)],
        )


def find_rows(
    table: str, keys: tuple[str, ...], columns: tuple[str, ...], wanted: Sequence[Values]
) -> dict[Values, Values]:
    """Find rows by their key, and return the values of their ``columns``, keyed by the values of their ``keys``.

    ``keys`` must be the columns of a unique index, and ``wanted`` contains the values to look for.
    """
    with prepared_cursor() as cursor:
        cursor.execute(_finding_sql(table, keys, columns, len(wanted)), [_as_json(keys, wanted)])
        return {row[: len(keys)]: row[len(keys) :] for row in cursor.fetchall()}


@cache
def _finding_sql(table: str, keys: tuple[str, ...], columns: tuple[str, ...], count: int) -> str:
    """Return SQL that looks up ``columns`` for ``count`` keys in a JSON parameter.

    PostgreSQL would scan the entire table if its statistics dated from when the table was small. A lateral query with
    an offset runs for each key separately, and so uses the index.
    """
    names = ", ".join(f'stored."{name}"' for name in (*keys, *columns))
    same = " AND ".join(f'stored."{name}" = sent."{name}"' for name in keys)
    sent = _sent_rows(table, keys, count)
    if connection.vendor == "postgresql":
        found = f'(SELECT {names} FROM "{table}" AS stored WHERE {same} OFFSET 0)'  # noqa: S608
        return f"SELECT found.* FROM {sent} CROSS JOIN LATERAL {found} AS found"  # noqa: S608
    return f'SELECT {names} FROM {sent} JOIN "{table}" AS stored ON {same}'  # noqa: S608


@cache
def _sent_rows(table: str, columns: tuple[str, ...], count: int) -> str:
    """Return SQL for a table ``sent`` with ``count`` rows from a JSON parameter and the column types of ``table``.

    PostgreSQL assumes that the JSON function returns a hundred rows, and would scan an entire table to find a few rows.
    The limit gives it the actual number, rounded up to a power of ten so that there are few statements to prepare.
    """
    if connection.vendor == "postgresql":
        most = 10 ** len(str(count - 1)) if count > 1 else 1
        return f'(SELECT * FROM json_populate_recordset(NULL::"{table}", %s) LIMIT {most}) AS sent'  # noqa: S608
    times = _time_columns(table)
    values = [_sqlite_value(place, is_time=name in times) for place, name in enumerate(columns)]
    taken = ", ".join(f'{value} AS "{name}"' for value, name in zip(values, columns, strict=True))
    return f"(SELECT {taken} FROM json_each(%s)) AS sent"  # noqa: S608  only names of the models' own columns


def _time_columns(table: str) -> set[str]:
    """Return the names of a table's columns that contain times."""
    (model,) = (model for model in apps.get_models() if model._meta.db_table == table)
    return {str(field.column) for field in model._meta.concrete_fields if isinstance(field, DateTimeField)}


def _sqlite_value(place: int, *, is_time: bool) -> str:
    """Return SQL for a value in a JSON array. In SQLite, Django stores times as text, in UTC and without the ``Z``."""
    value = f"json_extract(value, '$[{place}]')"
    return f"replace(rtrim({value}, 'Z'), 'T', ' ')" if is_time else value


def _as_json(columns: tuple[str, ...], rows: Sequence[Values]) -> str:
    """Return rows as a JSON parameter. Their times must be in UTC."""
    if connection.vendor == "postgresql":
        return _encode([dict(zip(columns, row, strict=True)) for row in rows]).decode()
    return _encode(rows).decode()  # SQLite looks values up by position in half the time


_encode = msgspec.json.Encoder(enc_hook=str).encode


def time_from_database(time: datetime | None) -> datetime | None:
    """Make a time read with raw SQL timezone-aware. SQLite returns naive times, which are in UTC."""
    return time if time is None or time.tzinfo else time.replace(tzinfo=UTC)
