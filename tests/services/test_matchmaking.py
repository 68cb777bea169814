"""Grouping seekers into matches."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from games.services.matchmaking import Seeker, can_play, choose_groups, rating_window

WAITS = st.floats(0, 90)
SEEKERS = st.lists(st.tuples(st.integers(800, 2600), WAITS), max_size=14).map(
    lambda facts: [Seeker(number, rating, waited) for number, (rating, waited) in enumerate(facts)]
)
PAIRS = st.sets(st.tuples(st.integers(0, 13), st.integers(0, 13)), max_size=8)


def test_the_rating_window_widens_while_waiting_until_anyone_fits() -> None:
    assert [rating_window(waited) for waited in (0, 4.9, 5, 12, 59.9, 60, 500)] == [100, 100, 150, 200, 650, None, None]


def test_the_window_applies_to_both_players() -> None:
    retry_later_on_outage, new = Seeker(1, 1500, 70), Seeker(2, 1700, 0)
    assert not can_play(retry_later_on_outage, new), "who has just come is not given anybody at all"
    assert can_play(retry_later_on_outage, Seeker(2, 1700, 10))


@given(SEEKERS, st.integers(2, 4), PAIRS)
def test_no_player_is_in_two_groups_and_all_in_a_group_fit_together(
    seekers: list[Seeker], size: int, enemies: set[tuple[int, int]]
) -> None:
    def apart(one: int, other: int) -> bool:
        return (one, other) in enemies or (other, one) in enemies

    groups = choose_groups(seekers, size, apart=apart)
    chosen = [seeker.user_id for group in groups for seeker in group]
    assert len(chosen) == len(set(chosen))
    for group in groups:
        assert len(group) == size
        for one, other in combinations(group, 2):
            assert can_play(one, other)
            assert not apart(one.user_id, other.user_id)


@given(SEEKERS, PAIRS)
def test_no_two_players_who_fit_together_are_left_waiting(seekers: list[Seeker], enemies: set[tuple[int, int]]) -> None:
    def apart(one: int, other: int) -> bool:
        return (one, other) in enemies or (other, one) in enemies

    groups = choose_groups(seekers, 2, apart=apart)
    chosen = {seeker.user_id for group in groups for seeker in group}
    left = [seeker for seeker in seekers if seeker.user_id not in chosen]
    for one, other in combinations(left, 2):
        assert not can_play(one, other) or apart(one.user_id, other.user_id)


def test_the_nearest_rating_is_chosen_and_the_longest_wait_is_served_first() -> None:
    seekers = [Seeker(1, 1500, 9), Seeker(2, 1590, 3), Seeker(3, 1520, 1), Seeker(4, 1600, 2)]
    assert [[seeker.user_id for seeker in group] for group in choose_groups(seekers, 2)] == [[1, 3], [2, 4]]
