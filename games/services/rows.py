"""The three statements of every move, in plain SQL.

Through the ORM each of them costs more than all rules and checks of a move together (building, compiling and
converting, five to ten times the statement itself), under the lock that all moves of a SQLite site wait for.
"""

import json
from datetime import datetime
from functools import cache
from typing import NamedTuple

from django.db import connection
from django.utils import timezone

from games.models import Match
from games.models import Move as MoveRow
from games.rules.game import Move
from games.services.errors import NotFound


class MatchRow(NamedTuple):
    """What every service must know of a match before it does anything."""

    id: int
    code: str
    status: str
    version: int


@cache
def _select() -> str:
    lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
    return f'SELECT "id", "status", "version" FROM "{Match._meta.db_table}" WHERE "code" = %s{lock}'  # noqa: S608


_INSERT = (
    f'INSERT INTO "{MoveRow._meta.db_table}" '  # noqa: S608  the model's own table
    '("match_id", "number", "seat", "move", "created") VALUES (%s, %s, %s, %s, %s)'
)
_UPDATE = f'UPDATE "{Match._meta.db_table}" SET "version" = %s, "wake_at" = %s WHERE "id" = %s'  # noqa: S608


def lock_match(code: str) -> MatchRow:
    """Lock the match for the rest of the transaction. Raises NotFound."""
    with connection.cursor() as cursor:
        cursor.execute(_select(), [code])
        found = cursor.fetchone()
    if found is None:
        raise NotFound
    match_id, status, version = found
    return MatchRow(match_id, code, status, version)


def append_move(match_id: int, number: int, move: Move) -> None:
    """Add a move to the log. Raises IntegrityError where the log already has one of that number."""
    seat, *said = move
    made = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(_INSERT, [match_id, number, seat, json.dumps(said), made])


def set_version(match_id: int, version: int, wake_at: datetime | None) -> None:
    """Write the new version of a match that is locked, and when the server acts next."""
    wake = None if wake_at is None else connection.ops.adapt_datetimefield_value(wake_at)
    with connection.cursor() as cursor:
        cursor.execute(_UPDATE, [version, wake, match_id])
