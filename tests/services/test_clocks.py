"""Whose time runs, and what becomes of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from games.models import Clock, Match, Status
from games.services import play, presence, seating
from games.services.seating import OPEN_LIVE
from games.state.clocks import RETURN_MILLISECONDS, Times, first_times, next_times, times_on_return
from tests.services.tables import game_of, move_once, open_table

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def at(milliseconds: int) -> datetime:
    return NOON + timedelta(milliseconds=milliseconds)


class TestForms:
    @given(st.integers(1, 10_800), st.integers(0, 600))
    def test_a_live_clock_is_read_as_it_is_written(self, bank: int, increment: int) -> None:
        clock = Clock.parse(f"{bank}+{increment}")
        assert (clock.bank, clock.increment, clock.live) == (1000 * bank, 1000 * increment, True)
        assert str(clock) == f"{bank}+{increment}"

    @given(st.integers(1, 14))
    def test_days_a_move_are_read_as_they_are_written(self, days: int) -> None:
        clock = Clock.parse(f"{days}d")
        assert (str(clock), clock.live) == (f"{days}d", False)

    @pytest.mark.parametrize(
        "text", ["", "0+5", "300", "300+", "+5", "300+-1", "10801+0", "5+601", "0d", "15d", "3 d", "٣d"]
    )
    def test_anything_else_is_no_clock(self, text: str) -> None:
        with pytest.raises(ValueError, match=r"."):
            Clock.parse(text)


class TestTimes:
    clock = Clock(60_000, 5_000)

    def test_who_moves_pays_for_his_turn_and_has_the_increment(self) -> None:
        times = next_times(first_times(self.clock, 2), clock=self.clock, now=at(0), mover=None, turn=1, ticking=True)
        assert (times.turn, times.deadline, times.banks) == (1, at(60_000), [60_000, 60_000])
        after = next_times(times, clock=self.clock, now=at(20_000), mover=1, turn=0, ticking=True)
        assert (after.turn, after.began, after.deadline) == (0, at(20_000), at(80_000))
        assert after.banks == [60_000, 45_000]

    def test_somebody_elses_move_that_takes_the_turn_away_brings_no_increment(self) -> None:
        times = Times(0, at(0), at(60_000), [60_000, 30_000])
        after = next_times(times, clock=self.clock, now=at(10_000), mover=1, turn=1, ticking=True)
        assert after.banks == [50_000, 30_000]

    def test_what_does_not_touch_the_turn_leaves_its_time_alone(self) -> None:
        times = Times(0, at(0), at(60_000), [60_000, 30_000])
        assert next_times(times, clock=self.clock, now=at(9_000), mover=None, turn=0, ticking=True) is times
        assert next_times(times, clock=self.clock, now=at(9_000), mover=1, turn=0, ticking=True) is times

    def test_a_bots_time_does_not_run(self) -> None:
        times = Times(0, at(0), at(60_000), [60_000, 60_000])
        bots = next_times(times, clock=self.clock, now=at(1_000), mover=0, turn=1, ticking=False)
        assert (bots.turn, bots.deadline) == (1, None)
        back = next_times(bots, clock=self.clock, now=at(9_000), mover=1, turn=0, ticking=True)
        assert back.banks == [64_000, 60_000]

    def test_days_are_given_anew_for_each_turn(self) -> None:
        clock = Clock.parse("2d")
        times = next_times(first_times(clock, 2), clock=clock, now=NOON, mover=None, turn=0, ticking=True)
        later = NOON + timedelta(days=1)
        after = next_times(times, clock=clock, now=later, mover=0, turn=1, ticking=True)
        assert after.deadline == later + timedelta(days=2)
        assert after.banks == [clock.bank, clock.bank]

    def test_who_comes_back_without_time_has_enough_to_look_round(self) -> None:
        times = Times(1, at(0), None, [40_000, 0])
        back = times_on_return(times, 1, clock=self.clock, now=at(7_000))
        assert back.banks == [40_000, RETURN_MILLISECONDS]
        assert back.deadline == at(7_000 + RETURN_MILLISECONDS)

    def test_who_comes_back_keeps_the_time_that_increments_have_brought(self) -> None:
        times = Times(1, at(0), None, [40_000, 90_000])
        assert times_on_return(times, 1, clock=self.clock, now=at(0)).banks == [40_000, 90_000]

    @given(
        st.lists(st.tuples(st.integers(0, 90_000), st.integers(-1, 2), st.integers(0, 2), st.booleans()), max_size=30)
    )
    def test_no_time_is_made_but_increments_and_none_is_negative(
        self, changes: list[tuple[int, int, int, bool]]
    ) -> None:
        times = next_times(first_times(self.clock, 3), clock=self.clock, now=at(0), mover=None, turn=0, ticking=True)
        now, moves = 0, 0
        for wait, mover, turn, ticking in changes:
            now += wait
            before = sum(times.banks)
            times = next_times(
                times, clock=self.clock, now=at(now), mover=None if mover < 0 else mover, turn=turn, ticking=ticking
            )
            moves += mover >= 0
            assert min(times.banks) >= 0
            assert sum(times.banks) <= before + self.clock.increment * (mover >= 0)
        assert sum(times.banks) <= 3 * self.clock.bank + self.clock.increment * moves


@pytest.fixture
def timed(anna: User, badr: User) -> Match:
    with time_machine.travel(NOON, tick=False):
        return open_table(anna, badr, clock="55+5")  # who leads has cut, and has 60 now


def play_a_card_each(match: Match) -> None:
    """Past the point up to which a match may be broken off."""
    for _move in range(4):
        move_once(match)


def test_the_clock_runs_for_whose_turn_it_is_from_the_start(timed: Match) -> None:
    assert timed.turn == game_of(timed).to_act
    assert (timed.turn_began, timed.deadline) == (NOON, NOON + timedelta(seconds=60))
    assert timed.wake_at == timed.deadline


def test_an_announcement_is_a_turn_like_any_other(timed: Match) -> None:
    first = timed.turn
    assert first is not None
    with time_machine.travel(NOON + timedelta(seconds=20), tick=False):
        move_once(timed)
    assert game_of(timed).phase == "announce"
    assert timed.turn == 1 - first
    assert timed.banks[first] == 45_000
    assert timed.deadline == NOON + timedelta(seconds=20 + 55)


def test_time_that_is_up_loses_a_match_of_two(timed: Match) -> None:
    with time_machine.travel(NOON, tick=False):
        play_a_card_each(timed)
    loser = timed.turn
    assert loser is not None
    with time_machine.travel(NOON + timedelta(minutes=5), tick=False):
        assert play.act_for_server(code=timed.code) is not None
    timed.refresh_from_db()
    assert (timed.status, timed.result_reason, timed.result_seat) == (Status.FINISHED, "timeout", loser)
    assert timed.winners == [1 - loser]
    assert (timed.turn, timed.deadline, timed.wake_at) == (None, None, None)
    assert not timed.seats.filter(left=True).exists(), "slow is not gone"
    assert timed.rating_changes.count() == 2


def test_time_that_is_up_before_both_have_played_breaks_the_match_off(timed: Match) -> None:
    slow = timed.turn
    with time_machine.travel(NOON + timedelta(seconds=61), tick=False):
        assert play.act_for_server(code=timed.code) is not None
    timed.refresh_from_db()
    assert (timed.status, timed.result_reason) == (Status.ABORTED, "aborted")
    assert timed.finished is not None
    assert not timed.rating_changes.exists()
    assert list(timed.seats.filter(left=True).values_list("number", flat=True)) == [slow]


def test_nobody_is_out_of_time_before_the_deadline(timed: Match) -> None:
    with time_machine.travel(NOON + timedelta(seconds=59), tick=False):
        assert play.act_for_server(code=timed.code) is None
    timed.refresh_from_db()
    assert timed.status == Status.RUNNING


def test_a_correspondence_match_is_answered_the_next_day(anna: User, badr: User) -> None:
    with time_machine.travel(NOON, tick=False) as today:
        match = open_table(anna, badr, clock="3d")
        for day in range(1, 7):
            today.move_to(NOON + timedelta(days=day))
            assert play.act_for_server(code=match.code) is None
            move_once(match)
            assert match.deadline == NOON + timedelta(days=day + 3)
        today.move_to(NOON + timedelta(days=9, seconds=1))
        assert play.act_for_server(code=match.code) is not None
    match.refresh_from_db()
    assert match.result_reason == "timeout"


def test_in_a_correspondence_match_nobody_is_waited_for_at_the_table(anna: User, badr: User) -> None:
    match = open_table(anna, badr, clock="3d")
    assert presence.note_away(code=match.code, user_id=anna.pk) is None


def test_a_match_without_a_clock_that_nobody_plays_is_broken_off_in_the_end(anna: User, badr: User) -> None:
    with time_machine.travel(NOON, tick=False) as today:
        match = open_table(anna, badr, rated=False)
        today.move_to(NOON + timedelta(days=13))
        assert play.act_for_server(code=match.code) is None
        today.move_to(NOON + timedelta(days=14))
        assert play.act_for_server(code=match.code) is not None
    match.refresh_from_db()
    assert match.status == Status.ABORTED


def test_a_table_that_nobody_joins_is_closed(anna: User) -> None:
    match = open_table(anna)
    assert play.act_for_server(code=match.code) is None
    assert match.wake_at is not None
    with time_machine.travel(match.wake_at, tick=False):
        assert play.act_for_server(code=match.code) is not None
    match.refresh_from_db()
    assert match.status == Status.ABORTED
    assert match.started is None


def test_a_table_at_which_somebody_has_just_sat_down_stays_open(anna: User, badr: User) -> None:
    with time_machine.travel("2026-03-01T12:00Z", tick=False) as today:
        match = open_table(anna, players=3, clock="600+5")
        today.shift(OPEN_LIVE - timedelta(seconds=1))
        seating.take_seat(code=match.code, user=badr)
        match.refresh_from_db()
        assert match.wake_at == timezone.now() + OPEN_LIVE


def test_presence_and_offers_leave_a_move_fresh(timed: Match) -> None:
    seen = timed.version
    mover = timed.turn
    assert mover is not None
    other, user = (timed.seats.get(number=number).user_id for number in (1 - mover, mover))
    assert other is not None
    assert user is not None
    move = list(game_of(timed).turn_moves(mover)[0][1:])
    with time_machine.travel(NOON, tick=False):
        presence.note_away(code=timed.code, user_id=other)
        change = play.make_move(code=timed.code, user_id=user, version=seen, move=move)
    assert change.version == seen + 2
