"""Reading moves made in other processes, for many matches in one statement.

The moves suffice if only the game and its clocks have changed. Anything else, including deals, is read match by match.
"""

import json
from collections.abc import Iterable, Mapping
from itertools import chain, groupby
from typing import Any, NamedTuple

from django.db import connection

from games.models import Match
from games.models import Move as MoveRow
from games.rules.moves import Move, parse_move
from games.state.clocks import Times
from games.state.match_sql import TIMES, times_of

_COLUMNS = ("id", "code", "status", "version", "moved_version", "facts_version", *TIMES)
_MOVES = f"""
    SELECT {", ".join(f'm."{name}"' for name in _COLUMNS)}, v."seat", v."move"
    FROM (VALUES %s) AS asked
    JOIN "{Match._meta.db_table}" m ON m."id" = asked.column1
    LEFT JOIN "{MoveRow._meta.db_table}" v ON v."match_id" = m."id" AND v."number" > asked.column2
    ORDER BY m."id", v."number"
"""  # noqa: S608  only names of the models' own tables


class LogTail(NamedTuple):
    """The state of a match, and its moves except those already known."""

    code: str
    status: str
    version: int
    moved_version: int
    facts_version: int
    times: Times
    moves: list[Move]


def read_tails(asked: Mapping[int, int]) -> dict[int, LogTail]:
    """Return the state and later moves of each match, keyed by match id.

    ``asked`` maps match ids to the number of moves already known.
    """
    if not asked:
        return {}
    holes = ", ".join(["(CAST(%s AS bigint), CAST(%s AS integer))"] * len(asked))
    with connection.cursor() as cursor:
        cursor.execute(_MOVES % holes, list(chain(*asked.items())))
        rows = cursor.fetchall()
    return {match_id: _tail(list(found)) for match_id, found in groupby(rows, key=lambda row: row[0])}


def read_versions(match_ids: Iterable[int]) -> dict[int, int]:
    """Return the versions of these matches, keyed by id."""
    return dict(Match.objects.filter(pk__in=match_ids).values_list("pk", "version"))


def _tail(rows: list[tuple[Any, ...]]) -> LogTail:
    _id, code, status, version, moved_version, facts_version, turn, began, deadline, banks = rows[0][: len(_COLUMNS)]
    moves = [parse_move([seat, *json.loads(said)]) for *_match, seat, said in rows if seat is not None]
    times = times_of(turn, began, deadline, json.loads(banks))
    return LogTail(code, status, version, moved_version, facts_version, times, moves)
