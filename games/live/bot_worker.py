"""The process in which bots think: ``python -m games.live.bot_worker FD``, started by ``games.live.thinking``.

It reads positions from the pipe with this file descriptor and answers each with the chosen move, and parts of ended
matches and answers each with their analysis. It knows neither the database nor Django, which keeps it small, and it
ends when the other end of the pipe is closed, whatever closed it.
"""

import os
import signal
import sys
import time
import traceback
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from games.bots import choose_move
from games.bots.analysis import MatchLog, Step, analyse_steps
from games.bots.observation import Observation

NICE = 10  # people's moves come first where cores are scarce
PART_SECONDS = 0.1  # after which a part of an analysis ends, because a bot may wait for its turn


class Position(msgspec.Struct, frozen=True, tag=True):
    """A position to think about: what the seat of ``bot`` sees. The same ``seed`` gives the same choice."""

    bot: str
    observation: Observation
    seed: str


class Passage(msgspec.Struct, frozen=True, tag=True):
    """A passage of a match to analyse: as many steps from number ``first`` on as ``PART_SECONDS`` allow."""

    log: MatchLog
    first: int


class Choice(msgspec.Struct, frozen=True):
    """The chosen move or, if choosing it failed, the traceback."""

    move: list[Any] | None
    error: str = ""


class Judgement(msgspec.Struct, frozen=True):
    """The analysed steps, at least one, or the traceback if that failed."""

    steps: list[Step]
    error: str = ""


def serve(pipe: Connection) -> None:
    """Answer positions and passages until the pipe is closed."""
    while True:
        try:
            asked = pipe.recv_bytes()
        except EOFError:
            return
        pipe.send_bytes(msgspec.json.encode(_answer(asked)))


def _answer(asked: bytes) -> Choice | Judgement:
    question: Position | Passage = msgspec.json.decode(asked, type=Position | Passage)
    # a fault of one bot must not end the process, in which all bots think
    if isinstance(question, Passage):
        try:
            return Judgement(_analyse(question))
        except Exception:
            return Judgement([], traceback.format_exc())
    try:
        return Choice(choose_move(question.bot, question.observation, question.seed))
    except Exception:
        return Choice(None, traceback.format_exc())


def _analyse(passage: Passage) -> list[Step]:
    end = time.monotonic() + PART_SECONDS
    steps = []
    for step in analyse_steps(passage.log, passage.first):
        steps.append(step)
        if time.monotonic() >= end:
            break
    return steps


def main() -> None:
    """Serve the pipe whose file descriptor is the first argument."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Ctrl+C, the process that started this one ends it
    os.nice(NICE)
    with Connection(int(sys.argv[1])) as pipe:
        serve(pipe)


if __name__ == "__main__":
    main()
