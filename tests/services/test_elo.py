"""The arithmetic of Elo ratings, compared with values computed by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.ratings.elo import CurrentRating, Participant, changes_of_match, expected_score, k_factor, surplus_of_sides


def change_of(k: int, surplus: float) -> int:
    return round(k * surplus)


def test_equal_players_are_expected_to_score_half() -> None:
    assert expected_score(1500, 1500) == 0.5


def test_a_lead_of_400_points_is_expected_to_score_ten_of_eleven() -> None:
    assert expected_score(1900, 1500) == pytest.approx(10 / 11)


def test_between_equals_a_win_is_worth_half_of_k() -> None:
    winner, loser = surplus_of_sides([1500, 1500], [(True, 41), (False, 30)])
    assert (change_of(40, winner), change_of(40, loser)) == (20, -20)
    assert (change_of(20, winner), change_of(20, loser)) == (10, -10)


def test_the_favourite_wins_little_and_loses_much() -> None:
    # expected score of 1600 against 1500: 1 / (1 + 10 ** -0.25) = 0.640065
    win = surplus_of_sides([1600, 1500], [(True, 41), (False, 0)])
    loss = surplus_of_sides([1600, 1500], [(False, 0), (True, 41)])
    assert [change_of(20, side) for side in win] == [7, -7]
    assert [change_of(20, side) for side in loss] == [-13, 13]


def test_a_draw_moves_the_weaker_player_up() -> None:
    draw = surplus_of_sides([1600, 1500], [(False, 20), (False, 20)])
    assert [change_of(20, side) for side in draw] == [-3, 3]


def test_three_sides_are_compared_pair_by_pair() -> None:
    # among equals: 2 of 2, 1 of 2 and 0 of 2 won, where 1 of 2 was expected
    surplus = surplus_of_sides([1500, 1500, 1500], [(True, 41), (False, 20), (False, 10)])
    assert [change_of(40, side) for side in surplus] == [20, 0, -20]


def test_joint_winners_are_ordered_by_their_scores() -> None:
    surplus = surplus_of_sides([1500, 1500, 1500], [(True, 12), (False, 40), (True, 12)])
    assert [change_of(40, side) for side in surplus] == [10, -20, 10]


def test_a_winner_beats_a_loser_with_a_higher_score() -> None:
    # as after a wrong challenge, which loses the match regardless of the scores
    surplus = surplus_of_sides([1500, 1500], [(True, 3), (False, 39)])
    assert [change_of(40, side) for side in surplus] == [20, -20]


def test_the_first_thirty_matches_count_double() -> None:
    assert [k_factor(matches, 1500) for matches in (0, 29, 30, 500)] == [40, 40, 20, 20]


def test_above_2200_a_match_counts_half_but_not_among_the_first_thirty() -> None:
    assert [k_factor(matches, value) for matches, value in ((29, 2300), (30, 2200), (30, 2201))] == [40, 20, 10]


HAND = {
    # chairs (player, side), standings by side, then ratings and changes by player; K is 20 after 40 matches
    "two": ([(1, 0), (2, 1)], [(True, 41), (False, 30)], {1: 1600, 2: 1500}, {1: 7, 2: -7}),
    # 1: beats 1500 (.640065) and 1400 (.759747); 2: 1500 loses, beats 1400 (.640065); K/2 a pair
    # 1: 10·(.359935 + .240253) = 6.00; 2: 10·(−.359935 + .359935) = 0; 3: 10·(−.240253 − .359935) = −6.00
    "three": (
        [(1, 0), (2, 1), (3, 2)],
        [(True, 41), (False, 30), (False, 9)],
        {1: 1600, 2: 1500, 3: 1400},
        {1: 6, 2: 0, 3: -6},
    ),
    # means 1600 and 1500, the weaker side wins: 20 · .640065 = 12.8
    "partners": (
        [(1, 0), (2, 1), (3, 0), (4, 1)],
        [(False, 20), (True, 41)],
        {1: 1700, 2: 1450, 3: 1500, 4: 1550},
        {1: -13, 2: 13, 3: -13, 4: 13},
    ),
    # five equals by order 1 = 2 > 3 > 4 = 5: 3.5, 3.5, 2, .5 and .5 of 4 where 2 were expected; K/4 a pair
    "five": (
        [(number, number - 1) for number in range(1, 6)],
        [(True, 30), (True, 30), (False, 20), (False, 5), (False, 5)],
        dict.fromkeys(range(1, 6), 1500),
        {1: 8, 2: 8, 3: 0, 4: -8, 5: -8},
    ),
}


@pytest.mark.parametrize("name", HAND)
def test_changes_equal_those_computed_by_hand(name: str) -> None:
    participants, standings, ratings, expected = HAND[name]
    held = {player: CurrentRating(value, matches=40) for player, value in ratings.items()}
    assert changes_of_match([Participant(*participant) for participant in participants], standings, held) == expected


def test_each_player_has_their_own_k() -> None:
    # 2300 against 2250: expected 1 / (1 + 10 ** -0.125) = .571463
    held = {1: CurrentRating(2300, 40), 2: CurrentRating(2250, 3)}
    lost = changes_of_match([Participant(1, 0), Participant(2, 1)], [(False, 1), (True, 41)], held)
    assert lost == {1: -6, 2: 23}


@given(
    seats=st.lists(st.integers(800, 2600), min_size=2, max_size=8),
    scores=st.lists(st.integers(0, 3), min_size=8, max_size=8),
    partners=st.booleans(),
)
def test_with_equal_k_the_changes_sum_to_zero_except_for_rounding(
    seats: list[int], scores: list[int], partners: bool
) -> None:
    count = len(seats) // 2 if partners and len(seats) in {4, 6, 8} else len(seats)
    participants = [Participant(number, number % count) for number in range(len(seats))]
    standings = [(score == max(scores[:count]), float(score)) for score in scores[:count]]
    deltas = changes_of_match(
        participants, standings, {number: CurrentRating(value) for number, value in enumerate(seats)}
    )
    assert abs(sum(deltas.values())) <= len(seats) / 2


def test_a_partner_who_left_is_rated_last_at_no_cost_to_their_partners() -> None:
    held = {player: CurrentRating(1500, 40) for player in range(4)}
    participants = [Participant(0, 0, left=True), Participant(1, 1), Participant(2, 0), Participant(3, 1)]
    won = changes_of_match(participants, [(True, 41), (False, 9)], held)
    assert won == {0: -10, 1: -10, 2: 10, 3: -10}  # the exception: these do not sum to zero
