"""Bots' turns: which process thinks about which turn, and what happens if it fails."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from multiprocessing import Pipe
from typing import Any
from unittest.mock import create_autospec

import msgspec
import pytest
from django.utils import timezone

from games.bots.observation import moves_of, observe
from games.live import bot_turns
from games.live.bot_answers import ATTEMPTS, EASIEST_BOT
from games.live.bot_turns import BotTurns
from games.live.bot_worker import Position, serve
from games.live.tasks import Action
from games.live.thinking import ThinkingError, ThinkingProcess
from games.rules.fair import draw_dealer
from games.rules.moroccan import Moroccan
from games.selectors.bot_turn import BotTurn

PATIENCE_SECONDS = 60.0
LATER = timedelta(hours=1)


def new_turn() -> BotTurn:
    """Return the first turn of a match."""
    game = Moroccan({"players": 2})
    game.deal(game.cut_deal(draw_dealer("00" * 16, 2), list(game.pack), "00" * 16, 20))
    return BotTurn(3, game.to_act, "sota", observe(game, game.to_act, moves_of(game, game.to_act), []), "seed")


class Planned:
    """The actions that bots have planned."""

    def __init__(self, wanted: int) -> None:
        self.actions: list[Action] = []
        self._wanted = wanted
        self._done = threading.Event()

    def plan(self, action: Action) -> None:
        self.actions.append(action)
        if len(self.actions) == self._wanted:
            self._done.set()

    def wait(self) -> list[Action]:
        assert self._done.wait(PATIENCE_SECONDS)
        return self.actions


def planned_move(action: Action) -> dict[str, Any]:
    """Return the arguments of the service that makes the move."""
    assert isinstance(action.run, partial)
    return action.run.keywords


@contextmanager
def thinking(planned: Planned, processes: int = 1) -> Iterator[BotTurns]:
    turns = BotTurns(processes, planned.plan)
    turns.start()
    try:
        yield turns
    finally:
        turns.close()


Think = Callable[[ThinkingProcess, Position], list[Any]]


@pytest.fixture
def think_by(monkeypatch: pytest.MonkeyPatch) -> Callable[[Think], None]:
    """A function that replaces the way bots think. All turns are the same, and none is read from the database."""
    turn = new_turn()
    monkeypatch.setattr(bot_turns, "read_bot_turn", lambda _code, _version: turn)
    monkeypatch.setattr(bot_turns, "close_old_connections", lambda: None)

    def think_by(think: Think) -> None:
        monkeypatch.setattr(ThinkingProcess, "think", think)

    return think_by


def first_move(_process: ThinkingProcess, position: Position) -> list[Any]:
    return position.observation.moves[0]


def test_a_move_is_planned_for_when_it_is_due(think_by: Callable[[Think], None]) -> None:
    think_by(first_move)
    due, planned = timezone.now() + LATER, Planned(1)
    with thinking(planned) as turns:
        turns.note("match", 3, due)
        (action,) = planned.wait()
    turn = new_turn()
    assert (action.when, action.code, action.version) == (due, "match", 3)
    assert planned_move(action)["move"] == (turn.seat, *turn.observation.moves[0])


def test_two_processes_think_about_a_turn_once(think_by: Callable[[Think], None]) -> None:
    think = create_autospec(first_move, side_effect=first_move)
    think_by(think)
    due, planned = timezone.now() + LATER, Planned(2)
    with thinking(planned) as one, thinking(planned) as other:
        one.note("match", 3, due)
        other.note("match", 3, due)
        one.note("another", 3, due + LATER)  # taken by whichever process is free after the first turn
        planned.wait()
    assert len(think.mock_calls) == 2


def test_the_turn_that_is_due_first_is_thought_about_first(think_by: Callable[[Think], None]) -> None:
    began, go_on = threading.Event(), threading.Event()

    def think(process: ThinkingProcess, position: Position) -> list[Any]:
        began.set()
        assert go_on.wait(PATIENCE_SECONDS)
        return first_move(process, position)

    think_by(think)
    now, planned = timezone.now(), Planned(4)
    with thinking(planned) as turns:
        turns.note("first", 1, now)
        assert began.wait(PATIENCE_SECONDS)
        for hours, code in ((3, "late"), (1, "soon"), (2, "then")):
            turns.note(code, 1, now + timedelta(hours=hours))
        go_on.set()
        assert [action.code for action in planned.wait()] == ["first", "soon", "then", "late"]


def test_after_two_failures_an_easier_bot_makes_the_move(think_by: Callable[[Think], None]) -> None:
    asked: list[str] = []

    def think(process: ThinkingProcess, position: Position) -> list[Any]:
        asked.append(position.bot)
        if position.bot != EASIEST_BOT:
            raise ThinkingError("no idea")
        return first_move(process, position)

    think_by(think)
    planned = Planned(1)
    with thinking(planned) as turns:
        turns.note("match", 3, timezone.now())
        (action,) = planned.wait()
    assert asked == ["sota"] * ATTEMPTS + [EASIEST_BOT]
    assert planned_move(action)["bot"] == "sota", "the seat’s bot, whoever chose its move"


@pytest.fixture
def process() -> Iterator[ThinkingProcess]:
    process = ThinkingProcess()
    yield process
    process.close()


def test_a_process_survives_a_bot_that_fails(process: ThinkingProcess) -> None:
    turn = new_turn()
    with pytest.raises(ThinkingError):
        process.think(Position("nobody", turn.observation, turn.seed))
    assert process.think(Position("sota", turn.observation, turn.seed)) in turn.observation.moves


def test_a_process_ends_quietly_when_nobody_waits_for_its_answer() -> None:
    theirs, ours = Pipe()
    with ours:
        with theirs:
            turn = new_turn()
            theirs.send_bytes(msgspec.json.encode(Position(turn.bot, turn.observation, turn.seed)))
        serve(ours)


def test_a_process_that_takes_too_long_is_replaced(process: ThinkingProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    turn = new_turn()
    position = Position("sota", turn.observation, turn.seed)
    with monkeypatch.context() as patch:
        patch.setattr("games.live.thinking.THINK_SECONDS", 0.0)
        with pytest.raises(ThinkingError):
            process.think(position)
    assert process.think(position) in turn.observation.moves
