"""The process that bots think in: ``python -m games.live.bot_worker FD``, started by ``games.live.thinking``.

It answers questions from the pipe with the file descriptor ``FD``: it chooses a bot's move in a position, gives advice
to a player, or analyses part of a finished match. It uses neither the database nor Django, which keeps it small. It
exits when the other end of the pipe is closed, for whatever reason.
"""

import os
import signal
import sys
import time
import traceback
from multiprocessing.connection import Connection
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from games.bots import choose_move
from games.bots.advice import advise
from games.bots.analysis import MatchLog, Step, analyse_steps
from games.bots.observation import Observation

Found = TypeVar("Found")

NICE = 19  # people’s moves come first if there are few cores
PART_SECONDS = 0.1  # duration of one part of an analysis; short, because a bot may be waiting for its turn


class Position(msgspec.Struct, frozen=True, tag=True):
    """A position to think about, as the bot sees it from its seat. The same ``seed`` gives the same choice."""

    bot: str
    observation: Observation
    seed: str


class AdviceRequest(msgspec.Struct, frozen=True, tag=True):
    """A player's request for advice on a position, as seen from their seat. The same ``seed`` gives the same advice."""

    observation: Observation
    seed: str


class Passage(msgspec.Struct, frozen=True, tag=True):
    """A passage of a match to analyse: as many steps as fit into ``PART_SECONDS``, starting with step ``first``."""

    log: MatchLog
    first: int


class Answer(msgspec.Struct, Generic[Found], frozen=True):
    """The answer to a question: a move, advice, or at least one analysed step.

    On failure, ``found`` is None and ``error`` contains the traceback.
    """

    found: Found | None
    error: str = ""


Question: TypeAlias = Position | AdviceRequest | Passage


def serve(pipe: Connection) -> None:
    """Answer questions until the other end of the pipe is closed, even if that leaves a question unanswered."""
    while True:
        try:
            asked = pipe.recv_bytes()
            pipe.send_bytes(msgspec.json.encode(_answer(msgspec.json.decode(asked, type=Question))))
        except (EOFError, ConnectionError):
            return


def _answer(question: Question) -> Answer[Any]:
    try:
        return Answer(_find(question))
    except Exception:  # a fault in one bot must not end the process, which serves all bots
        return Answer(None, traceback.format_exc())


def _find(question: Question) -> object:
    match question:
        case Position():
            return choose_move(question.bot, question.observation, question.seed)
        case AdviceRequest():
            return advise(question.observation, question.seed)
        case Passage():
            return _analyse(question)


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
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Ctrl+C, the parent process ends this one
    os.nice(NICE)
    with Connection(int(sys.argv[1])) as pipe:
        serve(pipe)


if __name__ == "__main__":
    main()
