"""Child processes for bots to think in, each used by one thread of this process."""

from __future__ import annotations

import subprocess
import sys
from multiprocessing import Pipe
from typing import Any, TypeVar

import msgspec
from django.conf import settings

from games.bots.advice import Advice
from games.bots.analysis import Step
from games.live.bot_worker import AdviceRequest, Answer, Passage, Position, Question

MODULE = "games.live.bot_worker"
THINK_SECONDS = 10.0  # many times longer than any move takes; a process that takes longer is replaced

Found = TypeVar("Found")


class ThinkingError(Exception):
    """The process has died or is hanging, or the bot could not answer."""


class ThinkingProcess:
    """A process that answers one question at a time. It starts with the first question, and restarts if it dies.

    It is a plain child process with a pipe. Unlike a ``concurrent.futures`` worker, it does not import the server
    that started it, and it ends even if that server is killed. Not thread-safe.
    """

    def __init__(self) -> None:
        self._child: _Child | None = None

    def think(self, position: Position) -> list[Any]:
        """Return the bot's move. Raises ThinkingError. If the child process is gone, the next call starts a new one."""
        move = self._ask(position, list[Any])
        if move not in position.observation.moves:
            raise ThinkingError(f"{position.bot} chose {move}, which is not one of its moves")
        return move

    def advise(self, request: AdviceRequest) -> Advice:
        """Return advice for a player. Raises ThinkingError, like ``think``."""
        return self._ask(request, Advice)

    def analyse(self, passage: Passage) -> list[Step]:
        """Return the analysis of at least one step of the passage. Raises ThinkingError, like ``think``."""
        steps = self._ask(passage, list[Step])
        if not steps:
            raise ThinkingError("the match has no such step")
        return steps

    def _ask(self, question: Question, kind: type[Found]) -> Found:
        if self._child is None:
            self._child = _Child()
        try:
            answer = self._child.ask(question, kind)
        except (EOFError, OSError) as error:
            self.close()
            raise ThinkingError(f"a process in which bots think has ended or hangs: {error!r}") from error
        if answer.found is None:
            raise ThinkingError(answer.error)
        return answer.found

    def close(self) -> None:
        """End the process."""
        if self._child is not None:
            self._child.end()
            self._child = None


class _Child:
    """A running process, and the pipe to it."""

    def __init__(self) -> None:
        self._pipe, theirs = Pipe()
        with theirs:  # keep only this process's end of the pipe, to notice when the child is gone
            number = theirs.fileno()
            command = [sys.executable, "-m", MODULE, str(number)]
            self._process = subprocess.Popen(command, cwd=settings.BASE_DIR, pass_fds=[number])

    def ask(self, question: Question, kind: type[Found]) -> Answer[Found]:
        """Return the answer to a question. ``kind`` is the expected type of ``Answer.found``.

        Raises EOFError or OSError if the process is gone, and TimeoutError if it takes too long.
        """
        self._pipe.send_bytes(msgspec.json.encode(question))
        if not self._pipe.poll(THINK_SECONDS):
            raise TimeoutError(f"no answer after {THINK_SECONDS:.0f} s")
        answer_type: type[Answer[Found]] = Answer[kind]  # type: ignore[valid-type]  # msgspec needs the kind
        return msgspec.json.decode(self._pipe.recv_bytes(), type=answer_type)

    def end(self) -> None:
        """Kill the process if it is still running, and wait for it."""
        self._pipe.close()
        self._process.kill()
        self._process.wait()
