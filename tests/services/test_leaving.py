"""Players who leave, how long the others wait, and how the match continues."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
import time_machine

from accounts.models import User
from games.models import Match, Rating, Seat, Status
from games.selectors.table import load_table
from games.services import leaving, play, presence
from games.services.seating import start_quick_match
from games.state.errors import Forbidden, Illegal, Unavailable
from games.state.match_cache import match_cache
from games.state.reliability import GRACES, grace_for, leave_percentages
from tests.services.tables import move_once, on_turn, open_table, play_to_end, serve, server_owes_a_move

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
LONGEST, SHORTEST = GRACES[0][1], GRACES[-1][1]


@pytest.fixture(autouse=True)
def today() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as today:
        yield today


def play_a_card_each(match: Match) -> Match:
    while any(
        not match.moves.filter(seat=seat, move__0="play").exists()
        for seat in match.seats.values_list("number", flat=True)
    ):
        if server_owes_a_move(match):
            serve(match)
            match.refresh_from_db()
        else:
            move_once(match)
    return match


@pytest.fixture
def match(anna: User, badr: User) -> Match:
    """A match in which both have played a card."""
    return play_a_card_each(open_table(anna, badr, clock="600+5"))


@pytest.fixture
def trio(anna: User, badr: User, chama: User) -> Match:
    return play_a_card_each(open_table(anna, badr, chama, clock="600+5"))


def seat_of(match: Match, user: User) -> Seat:
    return match.seats.get(user=user)


def wake(match: Match) -> bool:
    """Let the server do what is due now; return whether anything was."""
    done = serve(match) is not None
    match.refresh_from_db()
    return done


class TestTwo:
    def test_a_win_can_be_claimed_when_the_grace_is_over(
        self, match: Match, anna: User, badr: User, today: time_machine.Traveller
    ) -> None:
        presence.mark_away(code=match.code, user_id=badr.pk)
        with pytest.raises(Unavailable):
            leaving.claim_win(code=match.code, user_id=anna.pk)
        today.shift(LONGEST)
        leaving.claim_win(code=match.code, user_id=anna.pk)
        match.refresh_from_db()
        assert (match.status, match.result_reason, match.result_seat, match.winners) == ("finished", "left", 1, [0])
        assert seat_of(match, badr).left
        assert Rating.objects.get(user=anna).value > 1500

    def test_nothing_happens_automatically_before_the_deadline(
        self, match: Match, badr: User, today: time_machine.Traveller
    ) -> None:
        presence.mark_away(code=match.code, user_id=badr.pk)
        match.refresh_from_db()
        today.shift(LONGEST * 2)
        assert not wake(match)
        assert match.status == Status.RUNNING

    def test_no_win_is_claimed_against_a_player_who_is_there_or_back(
        self, match: Match, anna: User, badr: User, today: time_machine.Traveller
    ) -> None:
        with pytest.raises(Unavailable):
            leaving.claim_win(code=match.code, user_id=anna.pk)
        presence.mark_away(code=match.code, user_id=badr.pk)
        presence.mark_back(code=match.code, user_id=badr.pk)
        today.shift(LONGEST)
        with pytest.raises(Unavailable):
            leaving.claim_win(code=match.code, user_id=anna.pk)

    def test_a_move_counts_as_a_return(self, match: Match) -> None:
        presence.mark_away(code=match.code, user_id=on_turn(match).pk)
        move_once(match)
        assert not match.seats.filter(grace_ends__isnull=False).exists()

    def test_a_win_claimed_before_both_have_played_aborts_the_match(
        self, anna: User, badr: User, today: time_machine.Traveller
    ) -> None:
        match = open_table(anna, badr, clock="600+5")
        presence.mark_away(code=match.code, user_id=badr.pk)
        today.shift(LONGEST)
        leaving.claim_win(code=match.code, user_id=anna.pk)
        match.refresh_from_db()
        assert match.status == Status.ABORTED
        assert seat_of(match, badr).left
        assert not match.rating_changes.exists()

    def test_a_second_disconnect_is_ignored(self, match: Match, badr: User) -> None:
        assert presence.mark_away(code=match.code, user_id=badr.pk) is not None
        assert presence.mark_away(code=match.code, user_id=badr.pk) is None
        assert presence.mark_back(code=match.code, user_id=badr.pk) is not None
        assert presence.mark_back(code=match.code, user_id=badr.pk) is None

    def test_spectators_and_bots_never_count_as_disconnected(self, match: Match, anna: User, chama: User) -> None:
        assert presence.mark_away(code=match.code, user_id=chama.pk) is None
        against_bots = start_quick_match(user=anna, ruleset="moroccan", options={})
        assert presence.mark_away(code=against_bots.code, user_id=anna.pk) is None


class TestThreeAndMore:
    def away_on_turn(self, match: Match) -> User:
        user = on_turn(match)
        presence.mark_away(code=match.code, user_id=user.pk)
        match.refresh_from_db()
        return user

    def test_a_bot_takes_over_when_the_grace_is_used_up(self, trio: Match, today: time_machine.Traveller) -> None:
        user = self.away_on_turn(trio)
        assert trio.wake_at == NOON + LONGEST
        assert not wake(trio)
        today.shift(LONGEST)
        assert wake(trio)
        seat = seat_of(trio, user)
        assert (seat.stand_in, seat.left) == ("sota", False)
        before = trio.moves.count()
        assert wake(trio)
        assert trio.moves.count() == before + 1
        assert trio.moves.latest("number").seat == seat.number

    def test_a_bot_takes_over_when_the_clock_runs_out(self, trio: Match, today: time_machine.Traveller) -> None:
        user = on_turn(trio)
        today.shift(timedelta(minutes=11))
        assert wake(trio)
        assert trio.status == Status.RUNNING
        assert seat_of(trio, user).stand_in == "sota"
        assert trio.deadline is None

    def test_the_seat_is_given_back_as_soon_as_the_player_returns(
        self, trio: Match, today: time_machine.Traveller
    ) -> None:
        user = self.away_on_turn(trio)
        today.shift(LONGEST)
        wake(trio)
        assert presence.mark_back(code=trio.code, user_id=user.pk) is not None
        trio.refresh_from_db()
        seat = seat_of(trio, user)
        assert (seat.stand_in, seat.grace_ends) == ("", None)
        assert trio.turn == seat.number
        assert trio.deadline is not None
        assert not wake(trio), "the bot has no more to say"

    def test_a_player_who_left_is_rated_last_and_the_others_by_their_result(self, trio: Match) -> None:
        leaver = seat_of(trio, self.away_on_turn(trio))
        Seat.objects.filter(pk=leaver.pk).update(grace_ends=NOON)
        Match.objects.filter(pk=trio.pk).update(wake_at=NOON)
        trio.refresh_from_db()
        assert wake(trio)
        play_to_end(trio)
        leaver.refresh_from_db()
        changes = {seat.number: seat.rating_change for seat in trio.seats.all()}
        assert leaver.left
        assert changes[leaver.number] == -20
        assert sum(change or 0 for change in changes.values()) == 0
        assert set(trio.seats.filter(left=True)) == {leaver}

    def test_a_bot_finishes_for_one_of_three_who_resigned_and_they_cannot_return(self, trio: Match, badr: User) -> None:
        leaving.resign_match(code=trio.code, user_id=badr.pk)
        assert presence.mark_back(code=trio.code, user_id=badr.pk) is None
        play_to_end(trio)
        assert trio.result_reason == "rules"
        assert seat_of(trio, badr).rating_change == -20

    def test_a_player_who_resigned_can_do_nothing_more(self, trio: Match, anna: User, badr: User, chama: User) -> None:
        gone = on_turn(trio)
        leaving.resign_match(code=trio.code, user_id=gone.pk)
        for user in {anna, badr, chama} - {gone}:
            Seat.objects.filter(match=trio, user=user).update(stand_in="sota")  # disconnected, and free to come back
        match_cache.clear()
        trio.refresh_from_db()
        for service in (leaving.resign_match, leaving.abort_match, partial(play.set_auto_call, on=True)):
            with pytest.raises(Unavailable):
                service(code=trio.code, user_id=gone.pk)
        with pytest.raises(Unavailable):
            move_once(trio)
        assert load_table(trio.code).state_frame(trio.turn, (), recent=False, online=[True] * 3)["view"]["moves"] == []
        trio.refresh_from_db()
        assert trio.status == Status.RUNNING

    def test_the_match_ends_when_the_last_person_resigns(
        self, trio: Match, anna: User, badr: User, chama: User
    ) -> None:
        for user in (badr, anna, chama):
            leaving.resign_match(code=trio.code, user_id=user.pk)
        trio.refresh_from_db()
        assert (trio.status, trio.result_reason, trio.result_seat) == (Status.FINISHED, "resigned", 2)
        assert [seat.rating_change for seat in trio.seats.all()] == [0, 0, 0]  # nobody stayed longer than another

    def test_resigning_while_the_others_are_disconnected_gains_nothing(
        self, trio: Match, anna: User, badr: User, chama: User
    ) -> None:
        Seat.objects.filter(match=trio, user__in=(badr, chama)).update(stand_in="sota")  # free to come back
        match_cache.clear()
        leaving.resign_match(code=trio.code, user_id=anna.pk)
        trio.refresh_from_db()
        assert trio.status == Status.RUNNING
        for user in (badr, chama):
            presence.mark_back(code=trio.code, user_id=user.pk)
        play_to_end(trio)
        assert seat_of(trio, anna).rating_change == -20

    def test_a_partner_who_left_does_not_share_the_win(self, anna: User, badr: User, chama: User, dris: User) -> None:
        match = play_a_card_each(open_table(anna, badr, chama, dris, clock="600+5"))
        Seat.objects.filter(match=match, user=chama).update(stand_in="sota")
        leaving.resign_match(code=match.code, user_id=badr.pk)  # so that anna and chama win
        changes = {seat.user_id: seat.rating_change for seat in match.seats.all()}
        assert changes == {anna.pk: 20, badr.pk: -20, chama.pk: -20, dris.pk: -20}


class TestAborting:
    def test_before_everyone_has_played_any_player_aborts_the_match_unrated(self, anna: User, badr: User) -> None:
        match = open_table(anna, badr, clock="600+5")
        leaving.abort_match(code=match.code, user_id=badr.pk)
        match.refresh_from_db()
        assert (match.status, match.result_reason, match.result_seat, match.winners) == ("aborted", "aborted", 1, [])
        assert match.finished is not None
        assert not match.rating_changes.exists()
        assert not match.seats.filter(left=True).exists()

    def test_later_both_have_to_agree(self, match: Match, anna: User, badr: User) -> None:
        leaving.abort_match(code=match.code, user_id=anna.pk)
        match.refresh_from_db()
        assert (match.status, match.abort_offers) == (Status.RUNNING, [0])
        leaving.abort_match(code=match.code, user_id=badr.pk)
        match.refresh_from_db()
        assert match.status == Status.ABORTED

    def test_a_repeated_offer_makes_no_version(self, match: Match, anna: User) -> None:
        assert leaving.abort_match(code=match.code, user_id=anna.pk, on=False) is None
        assert leaving.abort_match(code=match.code, user_id=anna.pk) is not None
        match.refresh_from_db()
        version = match.version
        assert leaving.abort_match(code=match.code, user_id=anna.pk) is None
        match.refresh_from_db()
        assert match.version == version

    def test_an_offer_is_withdrawn(self, match: Match, anna: User, badr: User) -> None:
        leaving.abort_match(code=match.code, user_id=anna.pk)
        leaving.abort_match(code=match.code, user_id=anna.pk, on=False)
        leaving.abort_match(code=match.code, user_id=badr.pk)
        match.refresh_from_db()
        assert (match.status, match.abort_offers) == (Status.RUNNING, [1])

    def test_an_offer_is_declined(self, trio: Match, anna: User, badr: User, chama: User) -> None:
        for user in (anna, badr):
            leaving.abort_match(code=trio.code, user_id=user.pk)
        leaving.abort_match(code=trio.code, user_id=chama.pk, on=False)
        leaving.abort_match(code=trio.code, user_id=chama.pk)
        trio.refresh_from_db()
        assert (trio.status, trio.abort_offers) == (Status.RUNNING, [2])

    def test_against_bots_alone_nobody_has_to_agree(self, anna: User) -> None:
        match = play_a_card_each(start_quick_match(user=anna, ruleset="moroccan", options={}))
        leaving.abort_match(code=match.code, user_id=anna.pk)
        match.refresh_from_db()
        assert (match.status, match.result_seat) == (Status.ABORTED, 0)

    def test_a_player_with_a_stand_in_is_not_asked(self, trio: Match, anna: User, badr: User, chama: User) -> None:
        leaving.resign_match(code=trio.code, user_id=chama.pk)
        for user in (anna, badr):
            leaving.abort_match(code=trio.code, user_id=user.pk)
        trio.refresh_from_db()
        assert trio.status == Status.ABORTED

    def test_only_players_of_a_running_match_can_abort_it(self, match: Match, anna: User, chama: User) -> None:
        with pytest.raises(Forbidden):
            leaving.abort_match(code=match.code, user_id=chama.pk)
        leaving.resign_match(code=match.code, user_id=anna.pk)
        for service in (leaving.abort_match, leaving.claim_win):
            with pytest.raises(Illegal):
                service(code=match.code, user_id=anna.pk)


class TestRecord:
    def matches_of(self, user: User, other: User, left: list[bool]) -> None:
        for number, gone in enumerate(left):
            match = open_table(user, other, rated=False)
            Match.objects.filter(pk=match.pk).update(status=Status.FINISHED, finished=NOON, turn=None, wake_at=None)
            Seat.objects.filter(match=match).update(finished=NOON + timedelta(seconds=number))
            Seat.objects.filter(match=match, user=user).update(left=gone)

    def test_a_player_without_matches_has_no_leave_percentage(self, anna: User) -> None:
        assert leave_percentages([anna.pk]) == {}

    def test_the_leave_percentage_counts_all_matches(self, anna: User, badr: User) -> None:
        self.matches_of(anna, badr, [True, False, False, False])
        assert leave_percentages([anna.pk, badr.pk]) == {anna.pk: 25, badr.pk: 0}

    def test_matches_against_bots_do_not_count(self, anna: User) -> None:
        match = start_quick_match(user=anna, ruleset="moroccan", options={})
        leaving.resign_match(code=match.code, user_id=anna.pk)
        assert leave_percentages([anna.pk]) == {}

    def test_the_grace_shrinks_for_players_who_leave_repeatedly(self, anna: User, badr: User) -> None:
        self.matches_of(anna, badr, [True])
        assert grace_for(anna.pk) == LONGEST, "once may happen to anybody"
        self.matches_of(anna, badr, [True, False, False])
        assert grace_for(anna.pk) == SHORTEST
        assert grace_for(badr.pk) == LONGEST
