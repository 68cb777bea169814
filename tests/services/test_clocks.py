"""Whose time runs, and what becomes of it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from games.models import Clock, Match, Status
from games.services import leaving, play, presence, seating
from games.services.clocks import RETURN_MILLISECONDS, Times, first_times, next_times, times_on_return
from games.services.errors import Illegal
from games.services.seating import OPEN_LIVE
from tests.services.tables import game_of, move_once, open_table, plain_move

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


@pytest.fixture
def begun(timed: Match) -> Match:
    """The timed match once both have played a card; the time of whoever is on turn is up within 75 seconds."""
    with time_machine.travel(NOON, tick=False):
        play_a_card_each(timed)
    return timed


Ask = Callable[[Match, int], object]
REQUESTS: dict[str, Ask] = {
    "move": lambda match, user: play.make_move(
        code=match.code, user_id=user, version=match.version, move=list(plain_move(game_of(match))[1:])
    ),
    "auto call": lambda match, user: play.set_auto_call(code=match.code, user_id=user, on=True),
    "abort": lambda match, user: leaving.abort_match(code=match.code, user_id=user),
    "resign": lambda match, user: leaving.resign_match(code=match.code, user_id=user),
    "claim": lambda match, user: leaving.claim_win(code=match.code, user_id=user),
}


@pytest.mark.parametrize("request_name", REQUESTS)
@pytest.mark.parametrize("on_turn", [True, False])
def test_whatever_is_asked_for_after_the_deadline_the_turn_ends_first(
    begun: Match, request_name: str, on_turn: bool
) -> None:
    assert begun.turn is not None
    loser = begun.turn
    asking = begun.seats.get(number=loser if on_turn else 1 - loser).user_id
    assert asking is not None
    moves = begun.moves.count()
    with time_machine.travel(NOON + timedelta(seconds=75), tick=False), pytest.raises(Illegal) as caught:
        REQUESTS[request_name](begun, asking)
    assert caught.value.code == "match_over"
    begun.refresh_from_db()
    assert (begun.status, begun.result_reason, begun.result_seat) == (Status.FINISHED, "timeout", loser)
    assert begun.moves.count() == moves
    assert begun.rating_changes.count() == 2


@pytest.mark.parametrize("note", [presence.note_away, presence.note_back])
def test_whoever_comes_or_goes_after_the_deadline_finds_the_match_over(
    begun: Match, note: Callable[..., object]
) -> None:
    with time_machine.travel(NOON + timedelta(seconds=75), tick=False):
        assert note(code=begun.code, user_id=begun.seats.get(number=0).user_id) is None
    begun.refresh_from_db()
    assert begun.result_reason == "timeout"


def test_a_flood_of_requests_around_the_deadline_does_not_hold_up_the_end_of_the_turn(
    begun: Match, chama: User, dris: User
) -> None:
    with time_machine.travel(NOON, tick=False) as today:
        bystanders = open_table(chama, dris, clock="55+5")
        untouched = (bystanders.version, bystanders.deadline, bystanders.banks)
        seat, deadline = begun.turn, begun.deadline
        assert seat is not None
        assert deadline is not None
        user = begun.seats.get(number=seat).user_id
        assert user is not None
        for step in range(-20, 0):
            today.move_to(deadline + timedelta(milliseconds=step))
            seen = Match.objects.get(pk=begun.pk).version
            play.set_auto_call(code=begun.code, user_id=user, on=step % 2 == 0)
            leaving.abort_match(code=begun.code, user_id=user, on=step % 2 == 0)
            assert Match.objects.get(pk=begun.pk).version > seen, "what a process has read is old by now"
            assert play.act_for_server(code=begun.code) is None
        today.move_to(deadline)
        assert play.act_for_server(code=begun.code) is not None
    begun.refresh_from_db()
    bystanders.refresh_from_db()
    assert (begun.status, begun.result_reason, begun.result_seat) == (Status.FINISHED, "timeout", seat)
    assert (bystanders.version, bystanders.deadline, bystanders.banks) == untouched


def test_among_three_a_bot_has_the_seat_before_anything_else_is_heard(anna: User, badr: User, chama: User) -> None:
    with time_machine.travel(NOON, tick=False) as today:
        trio = open_table(anna, badr, chama, clock="55+5")
        seat = trio.turn
        assert seat is not None
        user = trio.seats.get(number=seat).user_id
        assert user is not None
        today.shift(timedelta(seconds=61))
        with pytest.raises(Illegal) as caught:
            play.make_move(code=trio.code, user_id=user, version=trio.version, move=["play", "1O"])
        assert caught.value.code == "not_now"
        assert trio.seats.get(number=seat).stand_in == "sota"
        presence.note_back(code=trio.code, user_id=user)
        trio.refresh_from_db()
        assert trio.seats.get(number=seat).stand_in == ""
        assert trio.deadline == at(61_000 + RETURN_MILLISECONDS)


def test_a_call_that_is_left_to_the_site_comes_in_time(begun: Match, settings: Any) -> None:
    settings.RONDA_CALL_DELAY = 120.0
    with time_machine.travel(NOON, tick=False) as today:
        while game_of(begun).phase != "announce":
            move_once(begun)
        seat, deadline = begun.turn, begun.deadline
        assert seat is not None
        assert deadline is not None
        user = begun.seats.get(number=seat).user_id
        assert user is not None
        play.set_auto_call(code=begun.code, user_id=user, on=True)
        begun.refresh_from_db()
        assert begun.wake_at == deadline
        today.move_to(deadline)
        change = play.act_for_server(code=begun.code)
    assert change is not None
    assert [move[:2] for move in change.moves] == [(seat, "announce")]
    begun.refresh_from_db()
    assert begun.status == Status.RUNNING


def test_every_service_of_a_running_match_lets_the_clock_decide_first() -> None:
    """``loaded_match`` is the one way to a running game: who asks for it must be ready to end the turn before."""
    asking = {
        f"{path.stem}.{function.name}": [ast.unparse(decorator) for decorator in function.decorator_list]
        for path in Path(play.__file__).parent.glob("*.py")
        for function in ast.walk(ast.parse(path.read_text()))
        if isinstance(function, ast.FunctionDef) and function.name != "loaded_match"
        if any(isinstance(name, ast.Name) and name.id == "loaded_match" for name in ast.walk(function))
    }
    assert {name for name, decorators in asking.items() if decorators != ["match_service"]} == {"due.act_for_server"}
    assert len(asking) >= 8


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
