"""Daphne protocols that cut off floods, peers that don't read, and requests that arrive too slowly.

These limits must sit below the consumers: pings, pongs and fragments never reach a consumer, and daphne's writes never
block, so unread data would pile up in this process. Daphne also has no timeout for a request that arrives byte by byte.
Uvicorn's protocol is in uvicorn_protocol.py; docs/operations.md compares the limits.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from daphne.cli import CommandLineInterface
from daphne.http_protocol import HTTPFactory
from daphne.server import Server
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from django.conf import settings
from twisted.internet.tcp import Port
from twisted.protocols.basic import LineReceiver
from twisted.web.http import RESPONSES, HTTPChannel

from games.live.callback_queue import CallbackQueue
from games.live.limits import CONTROL_FRAMES_A_SECOND, CONTROL_FRAMES_AT_ONCE, process_limits
from games.live.peers import Peer
from games.live.tcp_transport import ImmediateTransport
from games.live.token_buckets import TokenBucket
from games.live.websocket_frames import MAX_BEHIND_BYTES, SEND_TEXTS, read_text_frame, text_frame

logger = logging.getLogger(__name__)

CONTROL_OPCODES = 8  # control frames have this opcode or a higher one
MAX_MESSAGE_BYTES = 65_536
KERNEL_BYTES = 131_072  # how much data the kernel buffers for a peer that does not read
MAX_BEHIND_SECONDS = 20.0


class GuardedProtocol(WebSocketProtocol):
    """A WebSocket protocol that aborts abusive connections, since an abusive peer would not read a close frame."""

    _peer = Peer("")
    _unread_bytes: int | None = None  # bytes written since the peer stopped reading
    _timer: Any = None

    def onConnect(self, request: Any) -> Any:  # noqa: N802  autobahn's name
        """Set up the connection's rate limits."""
        self._limits = process_limits()
        self._frames = self._limits.new_raw_allowance()
        self._control_frames = TokenBucket(CONTROL_FRAMES_A_SECOND, CONTROL_FRAMES_AT_ONCE)
        handshake = super().onConnect(request)
        self._peer = Peer.of_handshake(self.client_addr, self.clean_headers)
        return handshake

    def onOpen(self) -> None:  # noqa: N802
        """Register with the transport to learn when the peer stops reading."""
        self.transport.getHandle().setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BYTES)
        self.transport.unregisterProducer()  # daphne's HTTP channel, which is no longer needed
        self.transport.registerProducer(self, True)
        super().onOpen()

    # ---- incoming ----

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Receive data. If the data is a single short message, as most commands are, it bypasses autobahn's parser."""
        payload = read_text_frame(data) if self._is_between_messages() else None
        if payload is None:
            super().dataReceived(data)
        elif self._may_send(is_control=False):
            self.onMessage(payload, False)
        else:
            self._abort("too many frames")

    def _is_between_messages(self) -> bool:
        """Return whether the socket is open, with no incomplete frame or message and no unanswered ping."""
        if self.state != self.STATE_OPEN or self.autoPingTimeoutCall is not None:
            return False
        return not (self.data or self.current_frame or self.inside_message)

    def onFrameBegin(self) -> None:  # noqa: N802
        """Count a frame before processing it, because a single network chunk may hold ten thousand frames."""
        if self._may_send(is_control=self.current_frame.opcode >= CONTROL_OPCODES):
            super().onFrameBegin()
        else:
            self._abort("too many frames")

    def _may_send(self, *, is_control: bool) -> bool:
        if not self._frames.take():
            return False
        return not is_control or (self._control_frames.take() and self._limits.control_frames.take(self._peer.address))

    def onMessageFrameBegin(self, length: int) -> None:  # noqa: N802
        """Abort the connection before buffering a message that is far longer than the protocol allows."""
        super().onMessageFrameBegin(length)
        if self.message_data_total_length > MAX_MESSAGE_BYTES:
            self._abort("too long a message")

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803
        """Queue a message for the consumer, which may be waiting for the database. Abort if too many are queued."""
        if self.application_queue.qsize() < self._frames.size:
            super().onMessage(payload, isBinary)
        else:
            self._abort("too many frames that wait")

    # ---- outgoing ----

    def send_texts(self, texts: Sequence[str]) -> None:
        """Send messages with one system call. They bypass autobahn's checks, which they would always pass.

        Raises Disconnected if the socket is closing.
        """
        if self.state == self.STATE_OPEN:
            self.sendData(b"".join(map(text_frame, texts)))
        else:
            for text in texts:
                self.sendMessage(text.encode())

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:  # noqa: N802
        """Write the data, or abort the connection if the peer has left too much unread."""
        if self._unread_bytes is not None:
            self._unread_bytes += len(data)
            if self._unread_bytes > MAX_BEHIND_BYTES:
                self._abort("it does not read")
                return
        if sync or chopsize or self.send_queue:
            super().sendData(data, sync, chopsize)
        else:
            self.transport.write(data)

    def pauseProducing(self) -> None:  # noqa: N802
        """Start counting unread bytes, because the transport's buffer is full.

        Twisted calls this again with every write.
        """
        if self._unread_bytes is not None:
            return
        self._unread_bytes = 0
        self._timer = self.factory.reactor.callLater(MAX_BEHIND_SECONDS, self._abort, "it reads too slowly")

    def resumeProducing(self) -> None:  # noqa: N802
        """Stop counting unread bytes, because the transport's buffer is empty again."""
        self._cancel_timer()

    def stopProducing(self) -> None:  # noqa: N802
        """Cancel the timer, because the connection is closed."""
        self._cancel_timer()

    def _cancel_timer(self) -> None:
        self._unread_bytes = None
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._timer = None

    def _abort(self, why: str) -> None:
        logger.info("aborted a socket from %s: %s", self._peer.address, why)
        self._limits.charge_flood(self._peer)
        self._cancel_timer()
        self.data = b""
        self.dropConnection(abort=True)


class TextServer(Server):
    """A daphne server that gives the application each WebSocket's ``send_texts`` method, as an ASGI extension."""

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """Start the application for a socket or a request."""
        if isinstance(protocol, GuardedProtocol):
            scope["extensions"] = {SEND_TEXTS: {"send": protocol.send_texts}}
        return super().create_application(protocol, scope)


class RequestTimeoutChannel(HTTPChannel):
    """An HTTP channel that closes a connection unless a complete request or handshake arrives in time.

    In each iteration of the event loop, reading starts on only one new connection. A handshake takes milliseconds, so
    handling a flood of them in one iteration would delay every move.
    """

    _is_arriving = False
    _queue = CallbackQueue(at_a_time=1)

    def connectionMade(self) -> None:  # noqa: N802  twisted's name
        """Start the timeout for the first request."""
        self.timeOut = settings.RONDA_REQUEST_SECONDS  # type: ignore[assignment]  # fractions work too
        super().connectionMade()  # type: ignore[no-untyped-call]
        transport: Any = self.transport
        transport.pauseProducing()
        self._queue.add(transport.resumeProducing)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Receive part of a request. Only the first part restarts the timeout."""
        if not self._is_arriving:
            self._is_arriving = True
            self.resetTimeout()  # type: ignore[no-untyped-call]
        LineReceiver.dataReceived(self, data)  # type: ignore[no-untyped-call]

    def allContentReceived(self) -> None:  # noqa: N802
        """Answer the request. Another one may follow on the same connection."""
        self._is_arriving = False
        super().allContentReceived()  # type: ignore[no-untyped-call]


def install() -> None:
    """Make daphne start this server, and use these protocols for new connections."""
    CommandLineInterface.server_class = TextServer
    HTTPFactory.protocol = RequestTimeoutChannel
    WebSocketFactory.protocol = GuardedProtocol
    Port.transport = ImmediateTransport
    # Daphne takes the reason phrase of a status line from Twisted, which has none for 422 and 429.
    RESPONSES.update({status.value: status.phrase.encode() for status in HTTPStatus})
