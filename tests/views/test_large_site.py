"""How much pages ask of the database does not depend on how much is in it."""

from __future__ import annotations

import pytest

from tests.bulk_data import count_queries, fill_database, pages_of_large_site

QUERIES = {
    "ladder": 3,
    "ladder, far down": 3,
    "ladder of a country": 3,
    "own rank": 8,
    "name on the ladder": 2,
    "profile": 10,
    "own profile": 14,
    "own matches": 7,
    "history page 1": 2,
    "history page 10,000": 2,
}


@pytest.mark.django_db
@pytest.mark.parametrize(("players", "matches"), [(120, 300), (600, 1_500)])
def test_lists_and_ladders_take_the_same_queries_on_a_small_and_a_bigger_site(players: int, matches: int) -> None:
    first = fill_database(players, matches)["user"]
    assert {page: count_queries(*asked) for page, asked in pages_of_large_site(first, players).items()} == QUERIES
