"""A request after a deadline is too late: the turn ends first."""

from __future__ import annotations

import ast
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine

from accounts.models import User
from games.models import Match, Status
from games.services import leaving, play, presence
from games.state.clocks import RETURN_MILLISECONDS
from games.state.errors import Illegal
from tests.rows import fresh
from tests.services.tables import game_of, move_once, on_turn, open_table, plain_move

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def begun(anna: User, badr: User) -> Match:
    """A match in which both players have played a card. The player to act runs out of time within 75 seconds."""
    with time_machine.travel(NOON, tick=False):
        match = open_table(anna, badr, clock="55+5")
        for _move in range(4):
            move_once(match)
    return match


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
def test_after_the_deadline_the_turn_ends_before_any_request(begun: Match, request_name: str, on_turn: bool) -> None:
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


@pytest.mark.parametrize("note", [presence.mark_away, presence.mark_back])
def test_after_the_deadline_joining_and_leaving_find_the_match_over(begun: Match, note: Callable[..., object]) -> None:
    with time_machine.travel(NOON + timedelta(seconds=75), tick=False):
        assert note(code=begun.code, user_id=begun.seats.get(number=0).user_id) is None
    assert fresh(begun).result_reason == "timeout"


def test_a_flood_of_requests_does_not_delay_the_end_of_the_turn(begun: Match, chama: User, dris: User) -> None:
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


def test_with_three_players_a_bot_takes_the_seat_before_any_other_request(anna: User, badr: User, chama: User) -> None:
    with time_machine.travel(NOON, tick=False) as today:
        trio = open_table(anna, badr, chama, clock="55+5")
        user = on_turn(trio)
        today.shift(timedelta(seconds=61))
        with pytest.raises(Illegal) as caught:
            play.make_move(code=trio.code, user_id=user.pk, version=trio.version, move=["play", "1O"])
        assert caught.value.code == "not_now"
        assert trio.seats.get(user=user).stand_in == "sota"
        presence.mark_back(code=trio.code, user_id=user.pk)
        assert fresh(trio).seats.get(user=user).stand_in == ""
        assert trio.deadline == NOON + timedelta(seconds=61, milliseconds=RETURN_MILLISECONDS)


def test_an_automatic_call_is_made_in_time(begun: Match, settings: Any) -> None:
    settings.RONDA_CALL_DELAY = 120.0
    with time_machine.travel(NOON, tick=False) as today:
        while game_of(begun).phase != "announce":
            move_once(begun)
        seat, deadline = begun.turn, begun.deadline
        assert deadline is not None
        play.set_auto_call(code=begun.code, user_id=on_turn(begun).pk, on=True)
        assert fresh(begun).wake_at == deadline
        today.move_to(deadline)
        change = play.act_for_server(code=begun.code)
    assert change is not None
    assert [move[:2] for move in change.moves] == [(seat, "announce")]
    assert fresh(begun).status == Status.RUNNING


def test_every_service_of_a_running_match_lets_the_clock_decide_first() -> None:
    """Only ``MatchStore.load`` loads a running game, so its callers must be ready to end the turn first."""
    asking = {
        f"{path.stem}.{function.name}": [ast.unparse(decorator) for decorator in function.decorator_list]
        for path in Path(play.__file__).parent.glob("*.py")
        for function in ast.walk(ast.parse(path.read_text()))
        if isinstance(function, ast.FunctionDef)
        if any(ast.unparse(name).startswith("store.load(") for name in ast.walk(function))
    }
    assert {name for name, decorators in asking.items() if decorators != ["match_service"]} == {
        "server_turns._act_on_turn"  # it ends the turn
    }
    assert len(asking) >= 8
