"""The server's clock jumps forward or back: no match ends unfairly, and no deadline, limit or search lasts too long."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from games.chat import services as talk
from games.comments import services as comments
from games.models import Match, ServerProcess, Status
from games.moderation.services import REPORTS_AT_ONCE, report_player
from games.services import play, presence, ratelimit
from games.services.heartbeat import record_heartbeat
from games.services.pairing import clear_seeks, extend_seeks, seek_match
from games.services.seating import start_quick_match
from games.state.errors import Busy
from tests.rows import fresh
from tests.services.tables import cut_if_due, move_once, on_turn, open_table, serve

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
BANK = timedelta(seconds=60)


@pytest.fixture(autouse=True)
def today() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as today:
        yield today


@pytest.fixture
def match(anna: User, badr: User) -> Match:
    """A match in which the player to act has 60 seconds left. A heartbeat has just been recorded."""
    match = open_table(anna, badr, clock="55+5")
    record_heartbeat(name="one")
    return match


def left(match: Match) -> timedelta:
    match.refresh_from_db()
    assert match.deadline is not None
    return match.deadline - datetime.now(UTC)


@pytest.mark.parametrize("jump", [HOUR, timedelta(days=400), -HOUR, -timedelta(days=400)])
def test_a_turn_keeps_its_remaining_time_whichever_way_the_clock_jumps(
    match: Match, today: time_machine.Traveller, jump: timedelta
) -> None:
    today.shift(jump)
    assert play.act_for_server(code=match.code) is None, "nobody's time is up before the process is heard again"
    record_heartbeat(name="one")
    assert left(match) == BANK
    assert match.wake_at == match.deadline
    assert play.act_for_server(code=match.code) is None
    today.shift(BANK - timedelta(milliseconds=1))
    record_heartbeat(name="two")  # the time since the last heartbeat counts as an outage and is given back
    today.shift(left(match))
    ServerProcess.objects.update(heard=datetime.now(UTC))
    assert play.act_for_server(code=match.code) is not None
    assert fresh(match).status != Status.RUNNING


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(jumps=st.lists(st.integers(-7200, 7200), min_size=1, max_size=4), beats=st.integers(1, 3))
def test_nobody_loses_time_or_gains_more_than_a_little(
    match: Match, today: time_machine.Traveller, jumps: list[int], beats: int
) -> None:
    ServerProcess.objects.all().delete()
    today.move_to(NOON)
    Match.objects.filter(pk=match.pk).update(turn_began=NOON, deadline=NOON + BANK, wake_at=NOON + BANK)
    for name in ("one", "other"):
        record_heartbeat(name=name)
    for jump in jumps:
        before = left(match)
        today.shift(timedelta(seconds=jump))
        for _beat in range(beats):
            for name in ("one", "other"):
                record_heartbeat(name=name)
        missed = timedelta(seconds=3)  # smaller jumps look like a process that is late
        assert before - missed <= left(match) <= BANK + missed * (1 + len(jumps))


def test_a_running_grace_ends_in_time_when_the_clock_jumps_back(
    match: Match, badr: User, today: time_machine.Traveller
) -> None:
    presence.mark_away(code=match.code, user_id=badr.pk)
    ends = match.seats.get(user=badr).grace_ends
    assert ends is not None
    today.shift(-HOUR)
    record_heartbeat(name="one")
    assert match.seats.get(user=badr).grace_ends == ends - HOUR


def test_bots_continue_when_the_clock_jumps_back(anna: User, today: time_machine.Traveller) -> None:
    match = start_quick_match(user=anna, ruleset="moroccan", options={"players": 2})
    record_heartbeat(name="one")
    match = cut_if_due(match)
    while (seat := match.seats.get(number=match.turn or 0)).user_id == anna.pk:
        move_once(match)
        match.refresh_from_db()
    assert seat.bot
    today.shift(-HOUR)
    assert serve(match) is None
    record_heartbeat(name="one")
    assert serve(match) is not None


def test_a_turn_that_begins_after_the_jump_is_not_shortened(match: Match, today: time_machine.Traveller) -> None:
    today.shift(-HOUR)
    move_once(match)
    before = left(match)
    record_heartbeat(name="one")
    assert left(match) == before


def test_a_dead_process_is_noticed_though_its_last_heartbeat_lies_in_the_future(
    match: Match, today: time_machine.Traveller
) -> None:
    record_heartbeat(name="gone")
    today.shift(-HOUR)
    assert record_heartbeat(name="one")
    assert list(ServerProcess.objects.values_list("name", flat=True)) == ["one"]
    assert on_turn(match)


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_rate_limits_never_last_longer_than_announced(
    match: Match, anna: User, badr: User, today: time_machine.Traveller, jump: timedelta
) -> None:
    def say_much() -> None:
        for number in range(talk.LINES_AT_ONCE):
            talk.send_chat_line(code=match.code, user_id=anna.pk, text=f"line {number}")

    def report_much() -> None:
        for _time in range(REPORTS_AT_ONCE):
            report_player(code=match.code, by=anna, whom=badr.username, reason="other", words="look")

    say_much()
    report_much()
    with pytest.raises(Busy):
        talk.send_chat_line(code=match.code, user_id=anna.pk, text="one more")
    waits = [ratelimit.seconds_to_wait("jump", 0)]
    today.shift(jump + timedelta(seconds=1 if jump > timedelta(0) else -1))
    say_much()
    report_much()
    waits.append(ratelimit.seconds_to_wait("jump", 0))
    assert all(0 < wait <= ratelimit.MINUTE for wait in waits)
    assert comments.WITHIN <= HOUR


def test_a_search_continues_while_its_page_is_open_and_ends_when_it_closes(
    anna: User, today: time_machine.Traveller
) -> None:
    seek_match(user_id=anna.pk, ruleset="moroccan", clock="300+10", rated=False)
    today.shift(-HOUR)
    assert extend_seeks(user_ids=[anna.pk]) == {anna.pk}
    today.shift(timedelta(minutes=1))
    clear_seeks()
    assert not hasattr(User.objects.get(pk=anna.pk), "seek")
