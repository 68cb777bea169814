"""Players' ratings: which matches change them, who is ranked, and how bots are rated."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Match, Rating, RatingChange, Reason
from games.services import leaving
from games.services.account_closing import close_account
from games.services.seating import seat_bot
from tests.rating_factories import ended_match, rebuild_agrees, void
from tests.rows import fresh
from tests.services.tables import open_table, play_to_end


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
        void(matches[1], moderator)  # one of two against others[1]
        rating = Rating.objects.get(user=own)
        assert (rating.matches, rating.opponents, rating.ranked) == (10, 5, True)
        void(matches[4], moderator)
        rating.refresh_from_db()
        assert (rating.matches, rating.opponents, rating.ranked) == (9, 5, False)
        void(matches[9], moderator)
        assert fresh(rating).opponents == 4

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
    """Results against ranked people change a bot's rating; results against bots change nobody's."""

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
