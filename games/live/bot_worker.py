"""The process in which bots think: ``python -m games.live.bot_worker FD``, started by ``games.live.thinking``.

It reads questions from the pipe with this file descriptor: positions, which it answers with the move that the bot
chooses, and requests for advice. It knows neither the database nor Django, which keeps it small, and it ends when the
other end of the pipe is closed, whatever closed it.
"""

import os
import signal
import sys
import traceback
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from games.bots import choose_move
from games.bots.advice import Advice, advise
from games.bots.observation import Observation

NICE = 10  # people's moves come first where cores are scarce


class Position(msgspec.Struct, tag="choose", frozen=True):
    """A position to think about: what the seat of ``bot`` sees. The same ``seed`` gives the same choice."""

    bot: str
    observation: Observation
    seed: str


class Choice(msgspec.Struct, frozen=True):
    """The chosen move or, if choosing it failed, the traceback."""

    move: list[Any] | None
    error: str = ""


class AdviceRequest(msgspec.Struct, tag="advise", frozen=True):
    """A position in which a player wants advice: what their seat sees. The same ``seed`` gives the same advice."""

    observation: Observation
    seed: str


class AdviceFound(msgspec.Struct, frozen=True):
    """The advice or, if finding it failed, the traceback."""

    advice: Advice | None
    error: str = ""


Question = Position | AdviceRequest


def serve(pipe: Connection) -> None:
    """Answer questions until the pipe is closed."""
    while True:
        try:
            asked = pipe.recv_bytes()
        except EOFError:
            return
        pipe.send_bytes(msgspec.json.encode(_answer(msgspec.json.decode(asked, type=Question))))


def _answer(question: Question) -> Choice | AdviceFound:
    try:
        if isinstance(question, AdviceRequest):
            return AdviceFound(advise(question.observation, question.seed))
        return Choice(choose_move(question.bot, question.observation, question.seed))
    except Exception:  # a fault of one bot must not end the process, in which all bots think
        error = traceback.format_exc()
        return AdviceFound(None, error) if isinstance(question, AdviceRequest) else Choice(None, error)


def main() -> None:
    """Serve the pipe whose file descriptor is the first argument."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Ctrl+C, the process that started this one ends it
    os.nice(NICE)
    with Connection(int(sys.argv[1])) as pipe:
        serve(pipe)


if __name__ == "__main__":
    main()
