"""Every endpoint needs the same number of queries for many objects as for one."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Rating
from tests.api.conftest import Program
from tests.views.conftest import finished_match, open_table, start_match

ADDRESSES = [
    "/rulesets",
    "/ladders/moroccan/2",
    "/players/amina",
    "/players/amina/ratings",
    "/players/amina/matches",
    "/matches",
    "/matches/live",
    "/matches/{code}",
    "/matches/{code}/record",
]


def live_and_let_live(*players: User) -> str:
    """Create a finished match, a running one and an open table, and rank everyone. Return the finished match's code."""
    code = finished_match(*players).code
    start_match(*players)
    open_table(players[0])
    Rating.objects.update(ranked=True)
    return code


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_number_of_queries_does_not_grow(address: str, amina: User, badr: User, chadia: User) -> None:
    program = Program(chadia)
    address = address.format(code=live_and_let_live(amina, badr))
    counts = []
    for _time in range(2):
        program.read(address)  # warm the caches
        with CaptureQueriesContext(connection) as queries:
            program.read(address)
        counts.append(len(queries))
        for other in (badr, chadia):
            live_and_let_live(amina, other)
    assert counts[0] == counts[1]
    assert counts[0] <= 12
