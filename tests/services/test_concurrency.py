"""Several threads at once on one database, as several processes are."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from games.models import Seat, Status
from games.services import leaving, play, seating
from games.state.errors import ServiceError, Stale, Unavailable
from tests.services.tables import game_of, open_table, plain_move

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """What the calls give when they start together, each on its own connection; refusals as values."""
    start = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        try:
            start.wait()
            return call()
        except ServiceError as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


def test_the_same_move_at_once_is_made_once(anna: User, badr: User) -> None:
    match = open_table(anna, badr)
    for _round in range(5):
        match.refresh_from_db()
        game = game_of(match)
        user = match.seats.get(number=game.to_act).user_id
        said = list(plain_move(game)[1:])
        move = partial(play.make_move, code=match.code, user_id=user, version=match.version, move=said)
        answers = at_once(*[move] * 4)
        assert sum(isinstance(answer, Stale) for answer in answers) == 3
    assert match.moves.count() == 5


def test_the_last_seat_goes_to_one_of_those_who_want_it(anna: User, badr: User, chama: User, dris: User) -> None:
    match = open_table(anna)
    answers = at_once(*[partial(seating.take_seat, code=match.code, user=user) for user in (badr, chama, dris)])
    assert sum(isinstance(answer, Unavailable) for answer in answers) == 2
    match.refresh_from_db()
    assert match.status == Status.RUNNING
    assert match.deals.count() == 1


def test_a_double_click_takes_one_seat(anna: User, badr: User) -> None:
    match = open_table(anna, players=4)
    answers = at_once(*[partial(seating.take_seat, code=match.code, user=badr)] * 3)
    assert sorted(getattr(answer, "code", "") == "already_seated" for answer in answers) == [False, True, True]
    assert Seat.objects.filter(match=match, user=badr).count() == 1


def test_matches_that_end_at_once_rate_their_players_one_after_the_other(anna: User, badr: User) -> None:
    matches = [open_table(anna, badr) for _match in range(4)]

    at_once(*[partial(leaving.resign_match, code=match.code, user_id=badr.pk) for match in matches])
    for user in (anna, badr):
        rating = user.ratings.get()
        changes = list(rating.changes.order_by("id"))
        assert rating.matches == 4
        assert [change.before for change in changes[1:]] == [change.after for change in changes[:-1]]
        assert rating.value == 1500 + sum(change.delta for change in changes)
