"""Permission to join a table."""

from __future__ import annotations

import pytest

from accounts.models import User
from accounts.services import block_user
from games.models import Rating
from games.services import invitations, seating
from games.state.errors import Unavailable
from games.state.notices import Notice
from tests.services.hosted_tables import open_table, refusal

pytestmark = pytest.mark.django_db(transaction=True)


def test_only_invited_players_join_an_invitation_only_table(
    anna: User, badr: User, chama: User, told: list[Notice]
) -> None:
    match = open_table(anna, invited_only=True)
    invitations.invite_players(code=match.code, user=anna, names=["Badr"])
    seating.take_seat(code=match.code, user=badr)
    assert refusal(match.code, chama) == "not_for_you"


@pytest.mark.parametrize(("rating", "may"), [(1399, False), (1400, True), (1600, True), (1601, False)])
def test_a_rating_range_applies_to_uninvited_players(
    anna: User, badr: User, chama: User, told: list[Notice], rating: int, may: bool
) -> None:
    for user in (badr, chama):
        Rating.objects.create(user=user, ruleset="moroccan", size_class="4p", value=rating)
    match = open_table(anna, players=4, rating_min=1400, rating_max=1600)
    invitations.invite_players(code=match.code, user=anna, names=["chama"])
    seating.take_seat(code=match.code, user=chama)
    if may:
        seating.take_seat(code=match.code, user=badr)
    else:
        assert refusal(match.code, badr) == "rating"


def test_a_player_without_a_rating_counts_with_the_initial_rating(anna: User, badr: User, chama: User) -> None:
    assert refusal(open_table(anna, rating_min=1501).code, badr) == "rating"
    seating.take_seat(code=open_table(chama, rating_min=1500).code, user=badr)


def test_a_user_blocked_by_a_player_at_the_table_cannot_join(anna: User, badr: User, chama: User) -> None:
    match = open_table(anna)
    seating.take_seat(code=match.code, user=badr)
    block_user(by=badr, whom=chama)
    assert refusal(match.code, chama) == "not_for_you"


def test_a_player_has_one_live_rated_table_but_may_also_play_correspondence(anna: User, badr: User) -> None:
    first = open_table(anna, rated=True, clock="300+10")
    with pytest.raises(Unavailable):
        open_table(anna, rated=True, clock="600+10")
    other = open_table(badr, rated=True, clock="600+10")
    assert refusal(other.code, anna) == "busy_rated"
    open_table(anna, rated=True, clock="3d")
    open_table(anna, rated=False, clock="300+10")
    seating.leave_seat(code=first.code, user=anna)
    seating.take_seat(code=other.code, user=anna)
