"""The number of queries for a page does not depend on the size of the site."""

from __future__ import annotations

import pytest

from tests.bulk_data import count_queries, fill_database, pages_of_large_site

QUERIES = {
    "ladder": 3,
    "ladder, far down": 3,
    "ladder of a country": 3,
    "own rank": 8,
    "name on the ladder": 2,
    "profile": 13,
    "own profile": 16,
    "own matches": 8,
    "history page 1": 2,
    "history page 10,000": 2,
}


@pytest.mark.django_db
@pytest.mark.parametrize(("players", "matches"), [(120, 300), (600, 1_500)])
def test_lists_and_ladders_take_the_same_number_of_queries_on_a_larger_site(players: int, matches: int) -> None:
    first = fill_database(players, matches)["user"]
    assert {page: count_queries(*asked) for page, asked in pages_of_large_site(first, players).items()} == QUERIES
