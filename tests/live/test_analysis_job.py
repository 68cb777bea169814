"""Analyses run between the bots' turns, in the bots' own processes, and continue if a process is killed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.bots.analysis import Step
from games.live import bot_turns, bot_worker
from games.live.analysis_job import AnalysisJob
from games.live.bot_turns import BotTurns
from games.live.bot_worker import Position
from games.live.thinking import ThinkingError, ThinkingProcess
from games.models import Analysis, Match
from games.services.analysis import request_analysis
from tests.live.test_bot_turns import LATER, PATIENCE_SECONDS, Planned, first_move, new_turn
from tests.services.tables import open_table, play_to_end


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a process as much time as it needs on a busy machine."""
    monkeypatch.setattr("games.live.thinking.THINK_SECONDS", 10 * PATIENCE_SECONDS)


@pytest.fixture
def process() -> Iterator[ThinkingProcess]:
    process = ThinkingProcess()
    yield process
    process.close()


@pytest.fixture
def match(db: None) -> Match:
    """A finished match whose analysis has been requested."""
    people = [User.objects.create_user(name) for name in ("anna", "badr")]
    match = open_table(*people, rated=False, target=5)
    play_to_end(match)
    request_analysis(code=match.code, user=people[0])
    return match


def claimed() -> AnalysisJob:
    job = AnalysisJob.claim()
    assert job is not None
    return job


def test_a_job_stores_all_steps(match: Match, process: ThinkingProcess) -> None:
    job = claimed()
    assert AnalysisJob.claim() is None
    while job.advance(process):
        pass
    row = Analysis.objects.get(match=match)
    assert row.status == "done"
    assert [step["number"] for step in row.steps] == list(range(match.moves.count() + 1))
    assert any(step["decision"] for step in row.steps)


def kill(process: ThinkingProcess) -> None:
    """Kill the child process, as the kernel does when memory runs out."""
    assert process._child is not None
    process._child._process.kill()
    process._child._process.wait()


def test_a_part_whose_process_was_killed_is_repeated(match: Match, process: ThinkingProcess) -> None:
    turn = new_turn()
    process.think(Position("sota", turn.observation, turn.seed))
    kill(process)
    job = claimed()
    assert job.advance(process), "the first part failed, and comes again"
    while job.advance(process):
        pass
    row = Analysis.objects.get(match=match)
    assert row.status == "done"
    assert len(row.steps) == match.moves.count() + 1


def test_an_analysis_that_kills_its_process_twice_has_failed(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def analyse(_process: ThinkingProcess, _passage: object) -> list[Step]:
        raise ThinkingError("gone")

    monkeypatch.setattr(ThinkingProcess, "analyse", analyse)
    job, process = claimed(), ThinkingProcess()
    assert job.advance(process)
    assert not job.advance(process)
    assert Analysis.objects.get(match=match).status == "failed"


def test_a_fault_of_the_analysis_is_reported_and_ends_no_process(match: Match, process: ThinkingProcess) -> None:
    job = claimed()
    with pytest.raises(ThinkingError):
        process.analyse(bot_worker.Passage(job._claim.log, first=100_000))
    turn = new_turn()
    assert process.think(Position("sota", turn.observation, turn.seed)) in turn.observation.moves


class EndlessJob:
    """An analysis that never ends. It counts its parts, and each part waits for ``go_on``."""

    def __init__(self) -> None:
        self.parts = 0
        self.began, self.go_on, self.released = threading.Event(), threading.Event(), threading.Event()

    def advance(self, _process: ThinkingProcess) -> bool:
        self.parts += 1
        self.began.set()
        assert self.go_on.wait(PATIENCE_SECONDS)
        return True

    def release(self) -> None:
        self.released.set()


def test_a_bot_waits_for_one_part_at_most_and_the_analysis_goes_on_after_its_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    job, planned, parts = EndlessJob(), Planned(1), []
    turn = new_turn()
    monkeypatch.setattr(bot_turns, "read_bot_turn", lambda _code, _version: turn)
    monkeypatch.setattr(bot_turns, "close_old_connections", lambda: None)
    monkeypatch.setattr(bot_turns.AnalysisJob, "claim", lambda: job)

    def think(process: ThinkingProcess, position: Position) -> list[Any]:
        parts.append(job.parts)
        return first_move(process, position)

    monkeypatch.setattr(ThinkingProcess, "think", think)
    turns = BotTurns(1, planned.plan)
    turns.start()
    turns.note_analyses()
    assert job.began.wait(PATIENCE_SECONDS)
    turns.note("match", 3, timezone.now() + LATER)
    job.go_on.set()
    planned.wait()
    assert parts == [1]
    turns.close()
    assert job.released.wait(PATIENCE_SECONDS)
