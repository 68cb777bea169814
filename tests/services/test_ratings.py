"""Elo ratings, compared with values computed by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from games.models import Match, Rating, RatingChange, Reason
from games.ratings.elo import CurrentRating, Participant, changes_of_match, expected_score, k_factor, surplus_of_sides
from games.services import leaving
from games.services.account_closing import close_account
from games.services.seating import seat_bot
from tests.rating_factories import ended_match, rebuild_agrees, void
from tests.services.tables import open_table, play_to_end


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
    # chairs (player, side), standings by side, ratings by player; with 40, 20 or 10 by matches and rating
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


def rating_of(user: User) -> Rating:
    return Rating.objects.get(user=user)


@pytest.mark.django_db
class TestRatedMatches:
    """The ratings and changes that rated matches store."""

    def test_a_first_match_between_new_players(self, anna: User, badr: User) -> None:
        match = open_table(anna, badr)
        leaving.resign_match(code=match.code, user_id=badr.pk)
        assert (rating_of(anna).value, rating_of(anna).matches) == (1520, 1)
        assert (rating_of(badr).value, rating_of(badr).matches) == (1480, 1)
        assert list(match.seats.values_list("rating_before", "rating_change")) == [(1500, 20), (1500, -20)]
        changes = RatingChange.objects.order_by("user__username").values_list("kind", "before", "delta", "after")
        assert list(changes) == [("match", 1500, 20, 1520), ("match", 1500, -20, 1480)]

    def test_each_player_changes_by_their_own_k(self, anna: User, badr: User) -> None:
        Rating.objects.create(user=anna, ruleset="moroccan", size_class="2", value=1600, matches=30)
        leaving.resign_match(code=open_table(anna, badr).code, user_id=anna.pk)
        assert (rating_of(anna).value, rating_of(badr).value) == (1587, 1526)

    def test_partners_play_with_their_mean_rating_and_share_the_change(
        self, anna: User, badr: User, chama: User, dris: User
    ) -> None:
        for user, value in ((anna, 1700), (chama, 1500), (badr, 1500), (dris, 1500)):
            Rating.objects.create(user=user, ruleset="moroccan", size_class="4p", value=value, matches=40)
        match = open_table(anna, badr, chama, dris)  # 0 and 2 against 1 and 3
        leaving.resign_match(code=match.code, user_id=dris.pk)
        assert [rating_of(user).value for user in (anna, badr, chama, dris)] == [1707, 1493, 1507, 1493]

    def test_a_finished_match_is_rated_by_its_winner(self, anna: User, badr: User) -> None:
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

    def test_size_classes_are_rated_separately(self, anna: User, badr: User, chama: User) -> None:
        leaving.resign_match(code=open_table(anna, badr).code, user_id=badr.pk)
        play_to_end(open_table(anna, badr, chama, target=5))
        assert set(anna.ratings.values_list("size_class", flat=True)) == {"2", "3"}


@pytest.mark.django_db
class TestRanks:
    """Players are ranked after enough matches against enough different people."""

    def people(self, count: int) -> list[User]:
        return [User.objects.create_user(f"one{number}") for number in range(count)]

    def test_ten_matches_against_four_people_are_not_enough_but_five_people_are(self) -> None:
        own, *others = self.people(6)
        for number in range(12):
            ended_match([own, others[number % 4]], [41, 0], [0])
        rating = Rating.objects.get(user=own)
        assert (rating.matches, rating.opponents, rating.ranked) == (12, 4, False)
        last = ended_match([own, others[4]], [41, 0], [0])
        rating.refresh_from_db()
        assert (rating.matches, rating.opponents, rating.ranked) == (13, 5, True)
        assert list(last.seats.values_list("ranked", flat=True)) == [True, False]

    def test_nine_matches_are_not_enough(self) -> None:
        own, *others = self.people(6)
        for number in range(9):
            ended_match([own, others[number % 5]], [41, 0], [0])
        assert not Rating.objects.get(user=own).ranked
        ended_match([own, others[0]], [41, 0], [0])
        assert Rating.objects.get(user=own).ranked

    def test_voiding_a_match_removes_its_opponent_and_the_rank(self) -> None:
        moderator = User.objects.create_superuser("moderator", password=None)
        own, *others = self.people(6)
        matches = [ended_match([own, others[number % 5]], [41, 0], [0]) for number in range(11)]
        void(matches[1], moderator)  # one of three against others[1]
        rating = Rating.objects.get(user=own)
        assert (rating.matches, rating.opponents, rating.ranked) == (10, 5, True)
        void(matches[4], moderator)
        rating.refresh_from_db()
        assert (rating.matches, rating.opponents, rating.ranked) == (9, 5, False)
        void(matches[9], moderator)
        rating.refresh_from_db()
        assert rating.opponents == 4

    def test_partners_are_not_opponents(self) -> None:
        ended_match(self.people(4), [41, 0], [0])
        assert set(Rating.objects.values_list("opponents", flat=True)) == {2}

    def test_four_single_players_and_more_than_four_are_one_class(self) -> None:
        people = self.people(8)
        for count, partners, sides in (
            (4, False, [30, 20, 10, 5]),
            (5, False, [9, 7, 5, 3, 1]),
            (8, True, [9, 7, 5, 3]),
        ):
            options: dict[str, object] = {"players": count, "partners": partners}
            ended_match(people[:count], sides, [0], ruleset="porrazo", options=options)
        rating = Rating.objects.get(user=people[0])
        assert (rating.size_class, rating.matches, rating.opponents) == ("more", 3, 7)

    def test_a_closed_account_leaves_the_ladders(self) -> None:
        own, *others = self.people(6)
        for number in range(10):
            ended_match([own, others[number % 5]], [41, 0], [0])
        close_account(user=own)
        assert not Rating.objects.get(user=own).ranked
        assert rebuild_agrees()


@pytest.mark.django_db
class TestBots:
    """Results of ranked people rate a bot; a bot rates nobody."""

    def bot(self) -> User:
        return User.objects.filter(is_bot=True)[0]

    def ranked(self, user: User, value: int) -> Rating:
        return Rating.objects.create(
            user=user, ruleset="moroccan", size_class="2", value=value, matches=50, ranked=True
        )

    def test_a_bot_is_rated_against_the_current_rating_of_a_person(self, anna: User) -> None:
        before = self.ranked(anna, 1700)
        # expected score of 1500 against 1700: 1 / (1 + 10 ** 0.5) = .240253
        match = ended_match([anna, self.bot()], [20, 41], [1], rated=False)
        rating = Rating.objects.get(user=self.bot())
        assert (rating.value, rating.matches, rating.opponents, rating.of_bot) == (1530, 1, 1, True)
        before.refresh_from_db()
        assert (before.value, before.matches, before.opponents) == (1700, 50, 0)
        assert list(match.seats.values_list("rating_before", "rating_change")) == [(1700, None), (1500, 30)]
        assert RatingChange.objects.get().user == self.bot()

    @pytest.mark.parametrize("why", ["not ranked", "resigned", "left"])
    def test_other_matches_with_bots_are_not_rated(self, anna: User, why: str) -> None:
        if why != "not ranked":
            self.ranked(anna, 1700)
        reason = Reason.RESIGNED if why == "resigned" else Reason.RULES
        ended_match([anna, self.bot()], [20, 41], [1], rated=False, reason=reason, left=[0] if why == "left" else [])
        assert not RatingChange.objects.exists()

    def test_a_bot_on_two_seats_gets_the_mean_of_both(self, anna: User) -> None:
        Rating.objects.create(user=anna, ruleset="moroccan", size_class="3", ranked=True)
        # second and third of three equals: 0 and −20
        match = ended_match([anna, self.bot(), self.bot()], [41, 20, 10], [0], rated=False)
        assert Rating.objects.get(user=self.bot()).value == 1490
        assert list(match.seats.values_list("rating_change", flat=True)) == [None, -10, -10]

    def test_voiding_a_match_restores_the_bots_rating(self, anna: User) -> None:
        self.ranked(anna, 1700)
        match = ended_match([anna, self.bot()], [20, 41], [1], rated=False)
        void(match, User.objects.create_superuser("moderator", password=None))
        rating = Rating.objects.get(user=self.bot())
        assert (rating.value, rating.matches, rating.opponents) == (1500, 0, 0)
