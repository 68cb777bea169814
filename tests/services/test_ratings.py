"""Elo, computed by hand for comparison."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Match, Rating, RatingChange
from games.services import leaving
from games.services.elo import expected_score, k_factor, surplus_of_sides
from games.services.seating import seat_bot
from tests.services.tables import open_table, play_to_end


def change_of(k: int, surplus: float) -> int:
    return round(k * surplus)


def test_equals_expect_half() -> None:
    assert expected_score(1500, 1500) == 0.5


def test_four_hundred_points_more_expect_ten_of_eleven() -> None:
    assert expected_score(1900, 1500) == pytest.approx(10 / 11)


def test_between_equals_a_win_is_worth_half_of_k() -> None:
    winner, loser = surplus_of_sides([1500, 1500], [(True, 41), (False, 30)])
    assert (change_of(40, winner), change_of(40, loser)) == (20, -20)
    assert (change_of(20, winner), change_of(20, loser)) == (10, -10)


def test_the_favourite_wins_little_and_loses_much() -> None:
    # expected of 1600 against 1500: 1 / (1 + 10 ** -0.25) = 0.640065
    win = surplus_of_sides([1600, 1500], [(True, 41), (False, 0)])
    loss = surplus_of_sides([1600, 1500], [(False, 0), (True, 41)])
    assert [change_of(20, side) for side in win] == [7, -7]
    assert [change_of(20, side) for side in loss] == [-13, 13]


def test_a_draw_moves_the_weaker_up() -> None:
    draw = surplus_of_sides([1600, 1500], [(False, 20), (False, 20)])
    assert [change_of(20, side) for side in draw] == [-3, 3]


def test_three_sides_are_compared_pair_by_pair() -> None:
    # among equals: 2 of 2, 1 of 2 and 0 of 2 won, where 1 of 2 was expected
    surplus = surplus_of_sides([1500, 1500, 1500], [(True, 41), (False, 20), (False, 10)])
    assert [change_of(40, side) for side in surplus] == [20, 0, -20]


def test_two_joint_winners_are_in_order_of_their_scores() -> None:
    surplus = surplus_of_sides([1500, 1500, 1500], [(True, 12), (False, 40), (True, 12)])
    assert [change_of(40, side) for side in surplus] == [10, -20, 10]


def test_a_winner_beats_a_loser_with_the_higher_score() -> None:
    # as after a wrong challenge, which loses the match whatever the scores
    surplus = surplus_of_sides([1500, 1500], [(True, 3), (False, 39)])
    assert [change_of(40, side) for side in surplus] == [20, -20]


def test_the_first_thirty_matches_count_double() -> None:
    assert [k_factor(matches, 1500) for matches in (0, 29, 30, 500)] == [40, 40, 20, 20]


def test_above_2200_a_match_counts_half_but_not_in_the_first_thirty() -> None:
    assert [k_factor(matches, value) for matches, value in ((29, 2300), (30, 2200), (30, 2201))] == [40, 20, 10]


def rating_of(user: User) -> Rating:
    return Rating.objects.get(user=user)


@pytest.mark.django_db
class TestRatedMatches:
    """What rated matches do to the rows."""

    def test_a_first_match_between_new_players(self, anna: User, badr: User) -> None:
        match = open_table(anna, badr)
        leaving.resign_match(code=match.code, user_id=badr.pk)
        assert (rating_of(anna).value, rating_of(anna).matches) == (1520, 1)
        assert (rating_of(badr).value, rating_of(badr).matches) == (1480, 1)
        assert list(match.seats.values_list("rating_before", "rating_change")) == [(1500, 20), (1500, -20)]
        changes = RatingChange.objects.order_by("user__username").values_list("kind", "before", "delta", "after")
        assert list(changes) == [("match", 1500, 20, 1520), ("match", 1500, -20, 1480)]

    def test_each_player_changes_by_his_own_k(self, anna: User, badr: User) -> None:
        Rating.objects.create(user=anna, ruleset="moroccan", size_class="2", value=1600, matches=30)
        leaving.resign_match(code=open_table(anna, badr).code, user_id=anna.pk)
        assert (rating_of(anna).value, rating_of(badr).value) == (1587, 1526)

    def test_partners_play_with_their_mean_and_share_the_change(
        self, anna: User, badr: User, chama: User, dris: User
    ) -> None:
        for user, value in ((anna, 1700), (chama, 1500), (badr, 1500), (dris, 1500)):
            Rating.objects.create(user=user, ruleset="moroccan", size_class="4p", value=value, matches=40)
        match = open_table(anna, badr, chama, dris)  # 0 and 2 against 1 and 3
        leaving.resign_match(code=match.code, user_id=dris.pk)
        assert [rating_of(user).value for user in (anna, badr, chama, dris)] == [1707, 1493, 1507, 1493]

    def test_a_match_to_its_end_is_rated_by_its_winner(self, anna: User, badr: User) -> None:
        match = open_table(anna, badr, target=5)
        play_to_end(match)
        winner = [anna, badr][match.winners[0]]
        assert rating_of(winner).value == 1520

    @pytest.mark.parametrize("with_bot", [True, False])
    def test_matches_against_bots_and_casual_ones_are_not_rated(self, anna: User, badr: User, with_bot: bool) -> None:
        match = open_table(anna, badr, rated=with_bot, players=3 if with_bot else 2)
        if with_bot:
            seat_bot(code=match.code, user=anna)
        for user in (badr, anna) if with_bot else (badr,):
            leaving.resign_match(code=match.code, user_id=user.pk)
        assert Match.objects.get().status == "finished"
        assert not Rating.objects.exists()

    def test_sizes_are_rated_apart(self, anna: User, badr: User, chama: User) -> None:
        leaving.resign_match(code=open_table(anna, badr).code, user_id=badr.pk)
        play_to_end(open_table(anna, badr, chama, target=5))
        assert set(anna.ratings.values_list("size_class", flat=True)) == {"2", "3"}
