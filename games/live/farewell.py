"""The last words of a process that is told to end: its pages shall know, and come back to the next one."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable, Coroutine
from types import FrameType
from typing import Any

LAST_WORDS_SECONDS = 0.3  # until what was said is on the wire


def say_farewell_on_signals(loop: asyncio.AbstractEventLoop, say: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """On SIGTERM and SIGINT run ``say`` on the loop, then let the server's own handler end it.

    To be called on the main thread, where the server's handlers are in place. Daphne by itself ends its sockets only
    if no connection is younger than a second: it stumbles over one that has no application (yet, or any more).
    """
    for number in (signal.SIGTERM, signal.SIGINT):
        _chain(loop, signal.Signals(number), say)


def _chain(
    loop: asyncio.AbstractEventLoop, number: signal.Signals, say: Callable[[], Coroutine[Any, Any, None]]
) -> None:
    before: Any = signal.getsignal(number)
    parting: list[asyncio.Task[None]] = []

    def end() -> None:
        signal.signal(number, before)
        signal.raise_signal(number)

    def part() -> None:
        _stop_listening(before)
        parting.append(loop.create_task(say()))
        parting[0].add_done_callback(lambda _task: loop.call_later(LAST_WORDS_SECONDS, end))

    def on_signal(_number: int, _frame: FrameType | None) -> None:
        signal.signal(number, before)  # a second signal does not wait
        loop.call_soon_threadsafe(part)

    signal.signal(number, on_signal)


def _stop_listening(handler: Any) -> None:
    """Close the listening sockets at once, so that proxies turn to other processes; ``handler`` is the server's own.

    Daphne's sockets belong to Twisted's reactor. Uvicorn's handler is a method of its server, which has them.
    """
    reactor: Any = sys.modules.get("twisted.internet.reactor")  # not imported: that would choose one
    if reactor is not None:
        from twisted.internet import tcp

        ports: list[Any] = [reader for reader in reactor.getReaders() if isinstance(reader, tcp.Port)]
        for port in ports:
            port.stopListening()
    for server in getattr(getattr(handler, "__self__", None), "servers", ()):
        server.close()
