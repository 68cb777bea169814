"""Graceful shutdown, which redirects pages to the next process."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable, Coroutine
from types import FrameType
from typing import Any

LAST_WORDS_SECONDS = 0.3  # time allowed for sending the last frames


def close_on_signals(loop: asyncio.AbstractEventLoop, say: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """On SIGTERM and SIGINT, run ``say`` on the event loop, then the server's own signal handler.

    Call this on the main thread, after the server has installed its handlers. Daphne's own shutdown is not enough. It
    fails without closing any sockets if a connection does not yet have an application, or no longer has one.
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

    def begin_shutdown() -> None:
        _stop_listening(before)
        parting.append(loop.create_task(say()))
        parting[0].add_done_callback(lambda _task: loop.call_later(LAST_WORDS_SECONDS, end))

    def on_signal(_number: int, _frame: FrameType | None) -> None:
        signal.signal(number, before)  # a second signal takes effect at once
        loop.call_soon_threadsafe(begin_shutdown)

    signal.signal(number, on_signal)


def _stop_listening(handler: Any) -> None:
    """Close the listening sockets at once, so that proxies use other processes.

    ``handler`` is the server's own signal handler. Daphne's sockets belong to Twisted's reactor. Uvicorn's handler is a
    method of the server that owns the sockets.
    """
    reactor: Any = sys.modules.get("twisted.internet.reactor")  # not imported, since that would install a reactor
    if reactor is not None:
        from twisted.internet import tcp

        ports: list[Any] = [reader for reader in reactor.getReaders() if isinstance(reader, tcp.Port)]
        for port in ports:
            port.stopListening()
    for server in getattr(getattr(handler, "__self__", None), "servers", ()):
        server.close()
