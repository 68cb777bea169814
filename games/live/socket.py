"""An open socket as the hubs see it: its user, their seat, and its outgoing queue."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from django.conf import settings

from games.live.callback_queue import CallbackQueue
from games.live.eager_task import start_eagerly
from games.models import Room

logger = logging.getLogger(__name__)

MAX_PENDING = 64  # queued frames before a slow reader is disconnected

NO_SUCH_MATCH = 4404
TOO_MANY_MALFORMED = 4400
TOO_SLOW = 4408
TOO_MUCH = 4429  # too many sockets or frames: retry later
SERVER_RESTARTS = 4012

Send = Callable[[dict[str, Any]], Awaitable[None]]
SendTexts = Callable[[Sequence[str]], None]


class Socket:
    """A socket with an outgoing queue. A task sends the frames in order and ends when the queue is empty.

    ``session`` identifies the page's session or the stream's token. ``holder`` is the user whose suspension closes the
    socket: the reader, except for a stream that shows the public view. ``receives_chat`` says whether chat lines are
    sent. ``seat`` is the reader's seat, or None for a spectator, and determines which view is sent. ``room`` is the
    chat room whose lines were last sent, or None if no lines have been sent. ``language`` is the page's language.
    ``send_texts`` is the server's function for sending several frames with one system call, if it has one.
    """

    def __init__(
        self,
        send: Send,
        user_id: int | None,
        session: str = "",
        *,
        holder: int | None = None,
        receives_chat: bool = True,
        language: str = settings.LANGUAGE_CODE,
        send_texts: SendTexts | None = None,
    ) -> None:
        self.user_id = user_id
        self.session = session
        self.holder = user_id if holder is None else holder
        self.receives_chat = receives_chat
        self.language = language
        self.seat: int | None = None
        self.room: Room | None = None
        self._send = send
        self._send_texts = send_texts
        self._pending: deque[str | int] = deque()
        self._closing = False
        self._sender: asyncio.Task[None] | None = None
        self._is_sending = False

    @property
    def is_closing(self) -> bool:
        """Return whether the socket is closing. Any further frames from the page are ignored."""
        return self._closing

    def deliver(self, frame: str, *, queue: CallbackQueue | None = None) -> None:
        """Queue a frame, or close the socket if the reader is too far behind. Does nothing if the socket is closing.

        With a ``queue``, the frame is sent when that queue reaches this socket, or earlier, together with the next
        frame that is delivered without a queue.
        """
        if self._closing:
            return
        if len(self._pending) < MAX_PENDING:
            self._pending.append(frame)
        else:
            self.drop()
            self._pending.append(TOO_SLOW)
        if queue is None or self._closing:
            self._start_sending()
        else:
            queue.add(self._start_sending)

    async def close(self, code: int) -> None:
        """Send the queued frames, then close with ``code``. Return once the server has accepted everything."""
        if not self._closing:
            self._closing = True
            self._pending.append(code)
            self._start_sending()
        if self._sender is not None:
            await self._sender

    def drop(self) -> None:
        """Discard the queued frames and stop sending, because the page is gone or too slow."""
        self._closing = True
        self._pending.clear()
        if self._sender is not None:
            self._sender.cancel()
            self._sender = None

    def _start_sending(self) -> None:
        """Send as many pending frames as the server accepts immediately, and start a task for the rest."""
        if self._send_texts is not None:
            self._send_together(self._send_texts)
        if self._sender is None and self._pending and not self._is_sending:
            self._is_sending = True
            try:
                self._sender = start_eagerly(self._send_pending())
            finally:
                self._is_sending = False

    def _send_together(self, send_texts: SendTexts) -> None:
        """Send all pending frames, but not the close code that may follow them."""
        texts = [item for item in self._pending if isinstance(item, str)]
        if not texts:
            return
        for _text in texts:
            self._pending.popleft()
        try:
            send_texts(texts)
        except Exception as error:  # a disconnect message will follow
            logger.info("cannot send to a page: %r", error)
            self._closing = True

    async def _send_pending(self) -> None:
        while self._pending:
            item = self._pending.popleft()
            is_frame = isinstance(item, str)
            try:
                await self._send(
                    {"type": "websocket.send", "text": item} if is_frame else {"type": "websocket.close", "code": item}
                )
            except Exception as error:  # servers raise different exceptions; a disconnect message will follow
                logger.info("cannot send to a page: %r", error)
                if is_frame:
                    self._closing = True
                    self._pending.clear()
        self._sender = None
