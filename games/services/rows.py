"""The three statements of every move, in plain SQL.

Through the ORM each of them costs more than all rules and checks of a move together (building, compiling and
converting, five to ten times the statement itself), under the lock that all moves of a SQLite site wait for.
"""

import json
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple

from django.db import connection
from django.utils import timezone

from games.models import Match
from games.models import Move as MoveRow
from games.rules.game import Move
from games.services.clocks import Times
from games.services.errors import NotFound


class MatchRow(NamedTuple):
    """What every service must know of a match before it does anything."""

    id: int
    code: str
    status: str
    version: int
    moved_version: int
    clock: str
    times: Times


_COLUMNS = ("id", "status", "version", "moved_version", "clock", "banks", "turn", "turn_began", "deadline")


@cache
def _select() -> str:
    columns = ", ".join(f'"{name}"' for name in _COLUMNS)
    lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
    return f'SELECT {columns} FROM "{Match._meta.db_table}" WHERE "code" = %s{lock}'  # noqa: S608


_INSERT = (
    f'INSERT INTO "{MoveRow._meta.db_table}" '  # noqa: S608  the model's own table
    '("match_id", "number", "seat", "move", "created") VALUES (%s, %s, %s, %s, %s)'
)
_UPDATE = (
    f'UPDATE "{Match._meta.db_table}" SET "version" = %s, "moved_version" = %s, "wake_at" = %s, '  # noqa: S608
    '"banks" = %s, "turn" = %s, "turn_began" = %s, "deadline" = %s WHERE "id" = %s'
)


def lock_match(code: str) -> MatchRow:
    """Lock the match for the rest of the transaction. Raises NotFound."""
    with connection.cursor() as cursor:
        cursor.execute(_select(), [code])
        found = cursor.fetchone()
    if found is None:
        raise NotFound
    match_id, status, version, moved_version, clock, banks, turn, began, deadline = found
    times = Times(turn, _from_database(began), _from_database(deadline), json.loads(banks))
    return MatchRow(match_id, code, status, version, moved_version, clock, times)


def append_move(match_id: int, number: int, move: Move) -> None:
    """Add a move to the log. Raises IntegrityError where the log already has one of that number."""
    seat, *said = move
    made = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(_INSERT, [match_id, number, seat, json.dumps(said), made])


def set_turn(match_id: int, version: int, moved_version: int, wake_at: datetime | None, times: Times) -> None:
    """Write the new version of a match that is locked, when the server acts next, and whose time runs."""
    values = [version, moved_version, _to_database(wake_at), json.dumps(times.banks), times.turn]
    values += [_to_database(times.began), _to_database(times.deadline), match_id]
    with connection.cursor() as cursor:
        cursor.execute(_UPDATE, values)


def _to_database(time: datetime | None) -> Any:
    return None if time is None else connection.ops.adapt_datetimefield_value(time)


def _from_database(time: datetime | None) -> datetime | None:
    """SQLite keeps UTC without saying so."""
    return time if time is None or time.tzinfo else time.replace(tzinfo=UTC)
