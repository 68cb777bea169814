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
from games.state.errors import Unavailable
from games.state.match_cache import match_cache
from games.state.reliability import GRACES
from tests.rows import fresh
from tests.services.tables import (
    move_once,
    on_turn,
    open_table,
    play_a_card_each,
    play_to_end,
    serve,
)

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
LONGEST = GRACES[0][1]


@pytest.fixture(autouse=True)
def today() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as today:
        yield today


def seat_of(match: Match, user: User) -> Seat:
    return match.seats.get(user=user)


def wake(match: Match) -> bool:
    """Have the server do what is due now, and return whether anything was due."""
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
        assert fresh(match).status == Status.ABORTED
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

    def test_a_player_who_resigned_can_do_nothing_more(self, trio: Match) -> None:
        gone = on_turn(trio)
        leaving.resign_match(code=trio.code, user_id=gone.pk)
        trio.seats.exclude(user=gone).update(stand_in="sota")  # disconnected, and free to come back
        match_cache.clear()
        trio.refresh_from_db()
        for service in (leaving.resign_match, leaving.abort_match, partial(play.set_auto_call, on=True)):
            with pytest.raises(Unavailable):
                service(code=trio.code, user_id=gone.pk)
        with pytest.raises(Unavailable):
            move_once(trio)
        assert load_table(trio.code).state_frame(trio.turn, (), recent=False, online=[True] * 3)["view"]["moves"] == []
        assert fresh(trio).status == Status.RUNNING

    def test_the_match_ends_when_the_last_person_resigns(
        self, trio: Match, anna: User, badr: User, chama: User
    ) -> None:
        for user in (badr, anna, chama):
            leaving.resign_match(code=trio.code, user_id=user.pk)
        trio.refresh_from_db()
        assert (trio.status, trio.result_reason, trio.result_seat) == (Status.FINISHED, "resigned", 2)
        assert [seat.rating_change for seat in trio.seats.all()] == [0, 0, 0]  # nobody stayed longer than anyone else

    def test_resigning_while_the_others_are_disconnected_gains_nothing(
        self, trio: Match, anna: User, badr: User, chama: User
    ) -> None:
        Seat.objects.filter(match=trio, user__in=(badr, chama)).update(stand_in="sota")  # free to come back
        match_cache.clear()
        leaving.resign_match(code=trio.code, user_id=anna.pk)
        assert fresh(trio).status == Status.RUNNING
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
