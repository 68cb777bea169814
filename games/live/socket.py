"""One open page, as the hub sees it: who reads, as which seat, and the frames on their way."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator
from typing import Any

from games.live.crowd import Crowd
from games.models import Room

logger = logging.getLogger(__name__)

MAX_PENDING = 64  # frames that a reader may be behind

NO_SUCH_MATCH = 4404
TOO_MANY_MALFORMED = 4400
TOO_SLOW = 4408
TOO_MUCH = 4429  # too many sockets, or frames: come back later
SERVER_RESTARTS = 4012

Send = Callable[[dict[str, Any]], Awaitable[None]]


class Socket:
    """Frames are handed over without waiting; a task sends them, in order, and ends when there is nothing to send.

    ``session`` is the mark of the session that the page belongs to, ``holder`` who is shown out with it: the reader,
    unless somebody reads as nobody in particular. With ``talks`` it is told what is said at the table.
    ``seat`` is the seat that the reader has at the table, None for a spectator: the audience of its frames. ``room`` is
    that of the talk it was told last, None before there was any.
    """

    def __init__(
        self, send: Send, user_id: int | None, session: str = "", *, holder: int | None = None, talks: bool = True
    ) -> None:
        self.user_id = user_id
        self.session = session
        self.holder = user_id if holder is None else holder
        self.talks = talks
        self.seat: int | None = None
        self.room: Room | None = None
        self._send = send
        self._pending: deque[str | int] = deque()
        self._closing = False
        self._sender: asyncio.Task[None] | None = None
        self._is_sending = False

    @property
    def is_closing(self) -> bool:
        """Whether it is being closed: nothing that it still sends counts."""
        return self._closing

    def deliver(self, frame: str, *, crowd: Crowd | None = None) -> None:
        """Queue a frame; a reader that is too far behind is closed instead. Ignored once the socket is closing.

        With a ``crowd`` it is sent when that comes to this socket, or earlier, with the next frame that has none.
        """
        if self._closing:
            return
        if len(self._pending) < MAX_PENDING:
            self._pending.append(frame)
        else:
            self.drop()
            self._pending.append(TOO_SLOW)
        if crowd is None or self._closing:
            self._wake()
        else:
            crowd.add(self._wake)

    async def close(self, code: int) -> None:
        """Send what is queued, then close with ``code``; returns when both have been handed to the server."""
        if not self._closing:
            self._closing = True
            self._pending.append(code)
            self._wake()
        if self._sender is not None:
            await self._sender

    def drop(self) -> None:
        """End without another word: the page is gone."""
        self._closing = True
        self._pending.clear()
        if self._sender is not None:
            self._sender.cancel()
            self._sender = None

    def _wake(self) -> None:
        """Send what is pending: at once as far as the server takes it, since a task costs more; the rest in a task."""
        if self._sender is None and self._pending and not self._is_sending:
            self._is_sending = True
            sending = self._send_pending()
            try:
                waits_for = sending.send(None)
            except StopIteration:
                return
            finally:
                self._is_sending = False
            self._sender = asyncio.create_task(_go_on(sending, waits_for))

    async def _send_pending(self) -> None:
        while self._pending:
            item = self._pending.popleft()
            if isinstance(item, int):
                await self._send_close(item)
            elif not await self._hand_over({"type": "websocket.send", "text": item}):
                self._closing = True
                self._pending.clear()
        self._sender = None

    async def _send_close(self, code: int) -> None:
        await self._hand_over({"type": "websocket.close", "code": code})

    async def _hand_over(self, message: dict[str, Any]) -> bool:
        """Give a message to the server; False where the page has gone, whose disconnect then follows."""
        try:
            await self._send(message)
        except Exception as error:  # servers differ in what they raise
            logger.info("a page has gone: %r", error)
            return False
        return True


async def _go_on(coroutine: Coroutine[Any, Any, None], waits_for: Any) -> None:
    """Run the rest of a coroutine that was started by hand and waits for this."""
    await _Rest(coroutine, waits_for)


class _Rest:
    """What is left of such a coroutine, to be awaited."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], waits_for: Any) -> None:
        self._coroutine = coroutine
        self._waits_for = waits_for

    def __await__(self) -> Generator[Any, Any, None]:
        try:
            while True:
                try:
                    value = yield self._waits_for
                except BaseException as error:
                    self._waits_for = self._coroutine.throw(error)
                else:
                    self._waits_for = self._coroutine.send(value)
        except StopIteration:
            return
