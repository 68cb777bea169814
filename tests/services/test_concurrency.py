"""Several threads use one database at once, as several processes would."""

from __future__ import annotations

from functools import partial

import pytest

from accounts.models import User
from games.models import Seat, Status
from games.services import leaving, play, seating
from games.state.errors import Stale, Unavailable
from tests.at_once import at_once
from tests.rows import fresh
from tests.services.tables import game_of, open_table, plain_move

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_same_move_made_concurrently_counts_once(anna: User, badr: User) -> None:
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


def test_the_last_seat_goes_to_one_of_several_players(anna: User, badr: User, chama: User, dris: User) -> None:
    match = open_table(anna)
    answers = at_once(*[partial(seating.take_seat, code=match.code, user=user) for user in (badr, chama, dris)])
    assert sum(isinstance(answer, Unavailable) for answer in answers) == 2
    assert fresh(match).status == Status.RUNNING
    assert match.deals.count() == 1


def test_a_double_click_takes_one_seat(anna: User, badr: User) -> None:
    match = open_table(anna, players=4)
    answers = at_once(*[partial(seating.take_seat, code=match.code, user=badr)] * 3)
    assert sorted(getattr(answer, "code", "") == "already_seated" for answer in answers) == [False, True, True]
    assert Seat.objects.filter(match=match, user=badr).count() == 1


def test_matches_that_end_concurrently_rate_their_players_one_after_the_other(anna: User, badr: User) -> None:
    matches = [open_table(anna, badr) for _match in range(4)]

    at_once(*[partial(leaving.resign_match, code=match.code, user_id=badr.pk) for match in matches])
    for user in (anna, badr):
        rating = user.ratings.get()
        changes = list(rating.changes.order_by("id"))
        assert rating.matches == 4
        assert [change.before for change in changes[1:]] == [change.after for change in changes[:-1]]
        assert rating.value == 1500 + sum(change.delta for change in changes)
