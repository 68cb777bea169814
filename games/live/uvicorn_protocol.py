"""A uvicorn protocol that passes short messages on without a parser, and sends several at once.

``uvicorn --ws games.live.uvicorn_protocol:LiveProtocol`` uses it; docs/operations.md has the full command.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State
from websockets.streams import StreamReader

from games.live.websocket_frames import MAX_BEHIND_BYTES, SEND_TEXTS, read_text_frame, text_frame

logger = logging.getLogger(__name__)

MAX_WAITING = 16  # number of messages waiting for the site at which uvicorn stops reading from the socket
BETWEEN_FRAMES = StreamReader.at_eof.__code__  # the generator in which the parser waits between frames


class LiveProtocol(WebSocketsSansIOProtocol):
    """A WebSocket protocol that offers ``send_texts`` to the application, as an ASGI extension."""

    def handle_connect(self, event: Request) -> None:
        """Answer the handshake and, unless it is refused, start the application."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"][SEND_TEXTS] = {"send": self.send_texts}  # before the application runs

    # ---- incoming ----

    def data_received(self, data: bytes) -> None:
        """Receive data. If the data is a single short message, as most commands are, it bypasses the parser.

        Uvicorn stops reading after each message until the site takes it, which costs two system calls. Here, it stops
        only when many messages are waiting.
        """
        payload = read_text_frame(data) if self._is_between_messages() else None
        if payload is None:
            super().data_received(data)
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": payload.decode()})
        if not self.read_paused and self.queue.qsize() >= MAX_WAITING:
            self.read_paused = True
            self.transport.pause_reading()

    def _is_between_messages(self) -> bool:
        """Return whether the socket is open and no frame or message is incomplete."""
        if self.conn.state is not State.OPEN or self.conn.current_size is not None:
            return False
        innermost: Any = self.conn.parser
        while innermost.gi_yieldfrom is not None:
            innermost = innermost.gi_yieldfrom
        return innermost.gi_code is BETWEEN_FRAMES

    # ---- outgoing ----

    def send_texts(self, texts: Sequence[str]) -> None:
        """Send messages together. They bypass the checks of the library, which they would always pass.

        Raises ClientDisconnected if the socket is closing.
        """
        if self.disconnected or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        self.transport.write(b"".join(map(text_frame, texts)))
        if self.transport.get_write_buffer_size() > MAX_BEHIND_BYTES:
            logger.info("aborted a socket: it does not read")
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """Abort the connection after an unanswered ping. Uvicorn would wait until the peer reads the unsent data."""
        super().keepalive_timeout()
        self.transport.abort()
