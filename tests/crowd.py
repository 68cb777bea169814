"""A site with many players and matches, made inside the database: a row of each kind is copied with what differs.

Everybody plays about the same number of matches, so that a player's own pages show as much on a big site as on a small
one.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import Model

from accounts.models import User
from games.models import Deeds, Match, Rating, RatingChange, Seat
from tests.rated import ended_match

BEGIN = datetime(2024, 1, 1, tzinfo=UTC)
NEAR = 50  # how far the numbers of two opponents are apart at most
STEP = 20  # seconds from match to match
RULESETS = ("moroccan", "porrazo", "steere")


@transaction.atomic
def fill(players: int, matches: int) -> dict[str, int]:
    """So many players and matches; the first player's id, and the first match's."""
    if players <= 2 * NEAR:
        raise ValueError(f"a crowd is more than {2 * NEAR} people")
    people = [User.objects.create_user(f"model{number}") for number in range(2)]
    match = ended_match(people, [41, 30], [0])
    seats = list(match.seats.order_by("number"))
    with connection.cursor() as cursor:
        _number(cursor, max(players, matches))
        user = people[1].pk + 1  # the number 0 is never used
        look = "'p' || n.i"
        _copy(cursor, people[0], players, {"id": f"{user} + n.i", "username": look, "name_key": look})
        rating = Rating.objects.get(user=people[0])
        rating.month, rating.ranked, rating.matches, rating.opponents = 202401, True, 20, 10
        rating.save()
        base = rating.pk + 10
        for number, ruleset in enumerate(RULESETS):
            value = f"900 + (n.i * {7919 + number}) %% 1301"
            facts = {"id": f"{base + number * players} + n.i", "user_id": f"{user} + n.i", "value": value}
            _copy(cursor, rating, players, {**facts, "ruleset": f"'{ruleset}'", "country": _COUNTRY})
        first = _matches(cursor, match, matches)
        sides = (f"(n.i * 7919) %% {players}", f"((n.i * 7919) %% {players} + 1 + n.i %% {NEAR}) %% {players}")
        _seats(cursor, seats, matches, first, user, sides)
        _changes(cursor, match, matches, first, user, base, sides)
        cursor.execute("DROP TABLE numbers")
    return {"user": user, "match": first}


_COUNTRY = "CASE n.i %% 4 WHEN 0 THEN 'MA' WHEN 1 THEN 'ES' ELSE '' END"


def _matches(cursor: Any, match: Match, count: int) -> int:
    first = match.pk + 1
    when = _time()
    facts = {"id": f"{first} + n.i", "code": "'m' || (10000000000 + n.i)"}
    _copy(cursor, match, count, {**facts, "created": when, "finished": when})
    return first


def _seats(cursor: Any, seats: list[Seat], count: int, match: int, user: int, sides: tuple[str, str]) -> None:
    first = seats[-1].pk + 1
    deeds = Deeds.objects.create(seat=seats[0], caidas_given=1, true_calls=2)
    for number, (seat, side) in enumerate(zip(seats, sides, strict=True)):
        seat.side, seat.outcome = number, ("won", "lost")[number]
        seat.save()
        own = f"{first + number} + 2 * n.i"
        facts = {"id": own, "match_id": f"{match} + n.i", "user_id": f"{user + 1} + {side}", "finished": _time()}
        _copy(cursor, seat, count, facts)
        _copy(cursor, deeds, count, {"seat_id": own})


def _changes(cursor: Any, match: Match, count: int, first: int, user: int, rating: int, sides: tuple[str, str]) -> None:
    changes = list(RatingChange.objects.filter(match=match).order_by("pk"))
    base = changes[-1].pk + 1
    for number, (change, side) in enumerate(zip(changes, sides, strict=True)):
        facts = {"id": f"{base + number} + 2 * n.i", "match_id": f"{first} + n.i", "created": _time()}
        _copy(
            cursor, change, count, {**facts, "user_id": f"{user + 1} + {side}", "rating_id": f"{rating + 1} + {side}"}
        )


def _time() -> str:
    """The time of match n.i, as the database keeps times."""
    if connection.vendor == "sqlite":
        return f"datetime('{BEGIN:%Y-%m-%d %H:%M:%S}', '+' || (n.i * {STEP}) || ' seconds')"
    return f"timestamptz '{BEGIN.isoformat()}' + n.i * interval '{STEP} seconds'"


def _number(cursor: Any, count: int) -> None:
    """A table of the numbers from 1."""
    numbers = "WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < %s) SELECT i FROM r"
    if connection.vendor == "postgresql":
        numbers = "SELECT i FROM generate_series(1::bigint, %s) AS r(i)"
    cursor.execute(f"CREATE TEMPORARY TABLE numbers AS {numbers}", [count])


def _copy(cursor: Any, row: Model, count: int, changes: dict[str, str]) -> None:
    """Insert ``count`` copies of a row, with these columns worked out for each."""
    table = connection.ops.quote_name(row._meta.db_table)
    pk = row._meta.pk
    assert pk is not None
    names = [field.column for field in row._meta.concrete_fields]
    values = ", ".join(changes.get(name, f't."{name}"') for name in names)
    columns = ", ".join(f'"{name}"' for name in names)
    cursor.execute(
        f"INSERT INTO {table} ({columns}) SELECT {values} FROM {table} t, numbers n "  # noqa: S608
        f'WHERE t."{pk.column}" = %s AND n.i <= %s ORDER BY n.i',
        [row.pk, count],
    )
