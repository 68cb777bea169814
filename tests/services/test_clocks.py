"""Clocks: which player's clock is running, and the effects of running out of time."""

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
from tests.rows import fresh
from tests.services.tables import game_of, move_once, open_table

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def at(milliseconds: int) -> datetime:
    return NOON + timedelta(milliseconds=milliseconds)


class TestForms:
    @given(st.integers(1, 10_800), st.integers(0, 600))
    def test_a_live_clock_is_parsed_as_it_is_written(self, bank: int, increment: int) -> None:
        clock = Clock.parse(f"{bank}+{increment}")
        assert (clock.bank, clock.increment, clock.live) == (1000 * bank, 1000 * increment, True)
        assert str(clock) == f"{bank}+{increment}"

    @given(st.integers(1, 14))
    def test_days_per_move_are_parsed_as_they_are_written(self, days: int) -> None:
        clock = Clock.parse(f"{days}d")
        assert (str(clock), clock.live) == (f"{days}d", False)

    @pytest.mark.parametrize(
        "text", ["", "0+5", "300", "300+", "+5", "300+-1", "10801+0", "5+601", "0d", "15d", "3 d", "٣d"]
    )
    def test_anything_else_is_not_a_clock(self, text: str) -> None:
        with pytest.raises(ValueError, match=r"."):
            Clock.parse(text)


class TestTimes:
    clock = Clock(60_000, 5_000)

    def test_a_move_costs_the_time_of_the_turn_and_earns_the_increment(self) -> None:
        times = next_times(first_times(self.clock, 2), clock=self.clock, now=at(0), mover=None, turn=1, ticking=True)
        assert (times.turn, times.deadline, times.banks) == (1, at(60_000), [60_000, 60_000])
        after = next_times(times, clock=self.clock, now=at(20_000), mover=1, turn=0, ticking=True)
        assert (after.turn, after.began, after.deadline) == (0, at(20_000), at(80_000))
        assert after.banks == [60_000, 45_000]

    def test_losing_the_turn_to_another_seats_move_earns_no_increment(self) -> None:
        times = Times(0, at(0), at(60_000), [60_000, 30_000])
        after = next_times(times, clock=self.clock, now=at(10_000), mover=1, turn=1, ticking=True)
        assert after.banks == [50_000, 30_000]

    def test_changes_other_than_moves_do_not_touch_the_time(self) -> None:
        times = Times(0, at(0), at(60_000), [60_000, 30_000])
        assert next_times(times, clock=self.clock, now=at(9_000), mover=None, turn=0, ticking=True) is times
        assert next_times(times, clock=self.clock, now=at(9_000), mover=1, turn=0, ticking=True) is times

    def test_a_bots_time_does_not_run(self) -> None:
        times = Times(0, at(0), at(60_000), [60_000, 60_000])
        bots = next_times(times, clock=self.clock, now=at(1_000), mover=0, turn=1, ticking=False)
        assert (bots.turn, bots.deadline) == (1, None)
        back = next_times(bots, clock=self.clock, now=at(9_000), mover=1, turn=0, ticking=True)
        assert back.banks == [64_000, 60_000]

    def test_days_are_reset_for_each_turn(self) -> None:
        clock = Clock.parse("2d")
        times = next_times(first_times(clock, 2), clock=clock, now=NOON, mover=None, turn=0, ticking=True)
        later = NOON + timedelta(days=1)
        after = next_times(times, clock=clock, now=later, mover=0, turn=1, ticking=True)
        assert after.deadline == later + timedelta(days=2)
        assert after.banks == [clock.bank, clock.bank]

    def test_a_player_who_returns_without_time_gets_a_minimum(self) -> None:
        times = Times(1, at(0), None, [40_000, 0])
        back = times_on_return(times, 1, clock=self.clock, now=at(7_000))
        assert back.banks == [40_000, RETURN_MILLISECONDS]
        assert back.deadline == at(7_000 + RETURN_MILLISECONDS)

    def test_a_player_who_returns_keeps_the_time_from_increments(self) -> None:
        times = Times(1, at(0), None, [40_000, 90_000])
        assert times_on_return(times, 1, clock=self.clock, now=at(0)).banks == [40_000, 90_000]

    @given(
        st.lists(st.tuples(st.integers(0, 90_000), st.integers(-1, 2), st.integers(0, 2), st.booleans()), max_size=30)
    )
    def test_time_grows_only_by_increments_and_is_never_negative(
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
        return open_table(anna, badr, clock="55+5")  # the leader has cut, and has 60 seconds now


def play_a_card_each(match: Match) -> None:
    """Play past the last point at which one player may abort the match."""
    for _move in range(4):
        move_once(match)


def test_the_clock_of_the_seat_on_turn_runs_from_the_start(timed: Match) -> None:
    assert timed.turn == game_of(timed).to_act
    assert (timed.turn_began, timed.deadline) == (NOON, NOON + timedelta(seconds=60))
    assert timed.wake_at == timed.deadline


def test_announcing_is_a_turn_like_any_other(timed: Match) -> None:
    first = timed.turn
    assert first is not None
    with time_machine.travel(NOON + timedelta(seconds=20), tick=False):
        move_once(timed)
    assert game_of(timed).phase == "announce"
    assert timed.turn == 1 - first
    assert timed.banks[first] == 45_000
    assert timed.deadline == NOON + timedelta(seconds=20 + 55)


def test_a_timeout_loses_a_match_of_two(timed: Match) -> None:
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


def test_a_timeout_before_both_have_played_aborts_the_match(timed: Match) -> None:
    slow = timed.turn
    with time_machine.travel(NOON + timedelta(seconds=61), tick=False):
        assert play.act_for_server(code=timed.code) is not None
    timed.refresh_from_db()
    assert (timed.status, timed.result_reason) == (Status.ABORTED, "aborted")
    assert timed.finished is not None
    assert not timed.rating_changes.exists()
    assert list(timed.seats.filter(left=True).values_list("number", flat=True)) == [slow]


def test_nobody_times_out_before_the_deadline(timed: Match) -> None:
    with time_machine.travel(NOON + timedelta(seconds=59), tick=False):
        assert play.act_for_server(code=timed.code) is None
    assert fresh(timed).status == Status.RUNNING


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
    assert fresh(match).result_reason == "timeout"


def test_nobody_counts_as_disconnected_in_a_correspondence_match(anna: User, badr: User) -> None:
    match = open_table(anna, badr, clock="3d")
    assert presence.mark_away(code=match.code, user_id=anna.pk) is None


def test_a_match_without_a_clock_that_nobody_plays_is_aborted_eventually(anna: User, badr: User) -> None:
    with time_machine.travel(NOON, tick=False) as today:
        match = open_table(anna, badr, rated=False)
        today.move_to(NOON + timedelta(days=13))
        assert play.act_for_server(code=match.code) is None
        today.move_to(NOON + timedelta(days=14))
        assert play.act_for_server(code=match.code) is not None
    assert fresh(match).status == Status.ABORTED


def test_a_table_that_nobody_joins_is_closed_eventually(anna: User) -> None:
    match = open_table(anna)
    assert play.act_for_server(code=match.code) is None
    assert match.wake_at is not None
    with time_machine.travel(match.wake_at, tick=False):
        assert play.act_for_server(code=match.code) is not None
    assert fresh(match).status == Status.ABORTED
    assert match.started is None


def test_a_table_that_someone_has_just_joined_stays_open(anna: User, badr: User) -> None:
    with time_machine.travel("2026-03-01T12:00Z", tick=False) as today:
        match = open_table(anna, players=3, clock="600+5")
        today.shift(OPEN_LIVE - timedelta(seconds=1))
        seating.take_seat(code=match.code, user=badr)
        assert fresh(match).wake_at == timezone.now() + OPEN_LIVE


def test_presence_and_offers_do_not_make_a_move_stale(timed: Match) -> None:
    seen = timed.version
    mover = timed.turn
    assert mover is not None
    other, user = (timed.seats.get(number=number).user_id for number in (1 - mover, mover))
    assert other is not None
    assert user is not None
    move = list(game_of(timed).turn_moves(mover)[0][1:])
    with time_machine.travel(NOON, tick=False):
        presence.mark_away(code=timed.code, user_id=other)
        change = play.make_move(code=timed.code, user_id=user, version=seen, move=move)
    assert change.version == seen + 2
