"""The process in which bots think: ``python -m games.live.bot_worker FD``, started by ``games.live.thinking``.

It reads positions from the pipe with this file descriptor and answers each with the chosen move. It knows neither the
database nor Django, which keeps it small, and it ends when the other end of the pipe is closed, whatever closed it.
"""

import os
import signal
import sys
import traceback
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from games.bots import choose_move
from games.bots.observation import Observation

NICE = 19  # people’s moves come first where cores are scarce


class Position(msgspec.Struct, frozen=True):
    """A position to think about: what the seat of ``bot`` sees. The same ``seed`` gives the same choice."""

    bot: str
    observation: Observation
    seed: str


class Choice(msgspec.Struct, frozen=True):
    """The chosen move or, if choosing it failed, the traceback."""

    move: list[Any] | None
    error: str = ""


def serve(pipe: Connection) -> None:
    """Answer positions until the pipe is closed."""
    while True:
        try:
            asked = pipe.recv_bytes()
        except EOFError:
            return
        pipe.send_bytes(msgspec.json.encode(_choose(asked)))


def _choose(asked: bytes) -> Choice:
    try:
        position = msgspec.json.decode(asked, type=Position)
        return Choice(choose_move(position.bot, position.observation, position.seed))
    except Exception:  # a fault of one bot must not end the process, in which all bots think
        return Choice(None, traceback.format_exc())


def main() -> None:
    """Serve the pipe whose file descriptor is the first argument."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Ctrl+C, the process that started this one ends it
    os.nice(NICE)
    with Connection(int(sys.argv[1])) as pipe:
        serve(pipe)


if __name__ == "__main__":
    main()
