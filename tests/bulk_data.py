"""Create a site with many players and matches by making modified copies of one row of each kind inside the database.

All players have about the same number of matches, so a player's own pages list as many rows on a large site as on
a small one.
"""

from __future__ import annotations

from datetime import UTC, datetime
from time import perf_counter
from typing import Any
from urllib.parse import quote

from django.db import connection, transaction
from django.db.models import Model, QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Match, Rating, RatingChange, Seat, SeatStats
from tests.rating_factories import ended_match

BEGIN = datetime(2024, 1, 1, tzinfo=UTC)
NEAR = 50  # the largest difference between the numbers of two opponents
STEP = 20  # seconds between two matches
RULESETS = ("moroccan", "porrazo", "steere")


@transaction.atomic
def fill_database(players: int, matches: int) -> dict[str, int]:
    """Create this many players and matches.

    Return the ids just before those of the first new player (``user``) and the first new match (``match``).
    """
    if players <= 2 * NEAR:
        raise ValueError(f"a crowd is more than {2 * NEAR} people")
    people = [User.objects.create_user(f"model{number}") for number in range(2)]
    match = ended_match(people, [41, 30], [0])
    seats = list(match.seats.order_by("number"))
    with connection.cursor() as cursor:
        _number(cursor, max(players, matches))
        user = people[1].pk + 1  # the number 0 is never used
        name = "'p' || n.i"
        look = f"replace(replace({name}, '0', 'o'), '1', 'l')"  # the skeleton of the name
        _copy(cursor, people[0], players, {"id": f"{user} + n.i", "username": name, "name_key": look})
        rating = Rating.objects.get(user=people[0])
        rating.month, rating.ranked, rating.matches, rating.opponents = 202401, True, 20, 10
        rating.save()
        base = rating.pk + 10
        for number, ruleset in enumerate(RULESETS):
            value = f"900 + (n.i * {7919 + number}) %% 1301"
            facts = {"id": f"{base + number * players} + n.i", "user_id": f"{user} + n.i", "value": value}
            _copy(cursor, rating, players, {**facts, "ruleset": f"'{ruleset}'", "country": _COUNTRY})
            rating.ranked = False  # all matches use the first ruleset
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
    seat_stats = SeatStats.objects.create(seat=seats[0], caidas_given=1, true_calls=2)
    for number, (seat, side) in enumerate(zip(seats, sides, strict=True)):
        seat.side, seat.outcome = number, ("won", "lost")[number]
        seat.save()
        own = f"{first + number} + 2 * n.i"
        facts = {"id": own, "match_id": f"{match} + n.i", "user_id": f"{user + 1} + {side}", "finished": _time()}
        _copy(cursor, seat, count, facts)
        _copy(cursor, seat_stats, count, {"seat_id": own})


def _changes(cursor: Any, match: Match, count: int, first: int, user: int, rating: int, sides: tuple[str, str]) -> None:
    changes = list(RatingChange.objects.filter(match=match).order_by("pk"))
    base = changes[-1].pk + 1
    for number, (change, side) in enumerate(zip(changes, sides, strict=True)):
        facts = {"id": f"{base + number} + 2 * n.i", "match_id": f"{first} + n.i", "created": _time()}
        _copy(
            cursor, change, count, {**facts, "user_id": f"{user + 1} + {side}", "rating_id": f"{rating + 1} + {side}"}
        )


def _time() -> str:
    """Return the SQL expression for the time of the match whose number is ``n.i``."""
    if connection.vendor == "sqlite":
        return f"datetime('{BEGIN:%Y-%m-%d %H:%M:%S}', '+' || (n.i * {STEP}) || ' seconds')"
    return f"timestamptz '{BEGIN.isoformat()}' + n.i * interval '{STEP} seconds'"


def _number(cursor: Any, count: int) -> None:
    """Create a table with the numbers from 1 to ``count``."""
    numbers = "WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < %s) SELECT i FROM r"
    if connection.vendor == "postgresql":
        numbers = "SELECT i FROM generate_series(1::bigint, %s) AS r(i)"
    cursor.execute(f"CREATE TEMPORARY TABLE numbers AS {numbers}", [count])


def _copy(cursor: Any, row: Model, count: int, changes: dict[str, str]) -> None:
    """Insert ``count`` copies of a row, with SQL expressions for the changed columns."""
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


FAR = 9_999 * 25  # rows before page 10,000

Asked = tuple[str, User | None]  # address, reader


def pages_of_large_site(first: int, players: int) -> dict[str, Asked]:
    """Return each page that lists or counts rows, with its reader. ``first`` is the id just before player 1's."""
    reader, other = (User.objects.get(pk=first + number) for number in (players // 2, players // 3))
    ladder = "/ladder/moroccan/2/"
    on_it = Rating.objects.filter(ruleset="moroccan", size_class="2", ranked=True, of_bot=False)
    return {
        "ladder": (ladder, None),
        "ladder, far down": (f"{ladder}?after={_cursor(on_it, '-value', 'id')}", None),
        "ladder of a country": (f"{ladder}?of=country&country=MA", None),
        "own rank": (ladder, reader),
        "name on the ladder": (f"{ladder}?name={other.username}", None),
        "profile": (f"/players/{other.username}/", None),
        "own profile": (f"/players/{reader.username}/", reader),
        "own matches": (f"/players/{reader.username}/matches/", reader),
        "history page 1": ("/matches/", None),
        "history page 10,000": (f"/matches/?after={_cursor(Match.objects.all(), '-finished', '-id')}", None),
    }


def _cursor(rows: QuerySet[Any], *order: str) -> str:
    """Return the cursor of page 10,000 or, if there are fewer rows, of a page three quarters of the way down."""
    columns = [name.lstrip("-") for name in order]
    key, tie = rows.order_by(*order).values_list(*columns)[min(FAR, rows.count() * 3 // 4)]
    return quote(f"{key.isoformat() if isinstance(key, datetime) else key}~{tie}")


def count_queries(address: str, reader: User | None) -> int:
    """Return the number of queries that a page makes."""
    client = _client(address, reader)
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    return len(queries)


def best_time(address: str, reader: User | None) -> float:
    """Return the shortest of many times that a page took in this process, in milliseconds.

    Use the shortest because other work on the machine can only add to the time.
    """
    client, times = _client(address, reader), []
    for _again in range(25):
        began = perf_counter()
        client.get(address)
        times.append(perf_counter() - began)
    return 1000 * min(times)


def _client(address: str, reader: User | None) -> Client:
    client = Client(SERVER_NAME="localhost")
    if reader:
        client.force_login(reader)
    for _warm in range(2):
        assert client.get(address).status_code == 200, address
    return client
