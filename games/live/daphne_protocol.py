"""A WebSocket of daphne that ends a flood, and a peer that does not read, below the consumer.

Pings, pongs and fragments never reach a consumer, and daphne's writes never wait: what a peer does not read would pile
up in this process. Nor does daphne end a request that arrives byte by byte. Other servers have limits of their own, and
there this module is not used.
"""

from __future__ import annotations

import logging
import socket
from http import HTTPStatus
from typing import Any

from daphne.http_protocol import HTTPFactory
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from django.conf import settings
from twisted.protocols.basic import LineReceiver
from twisted.web.http import RESPONSES, HTTPChannel

from games.live.crowd import Crowd
from games.live.limits import CONTROL_FRAMES_A_SECOND, CONTROL_FRAMES_AT_ONCE, Allowance, limits_of_process
from games.live.peers import Peer

logger = logging.getLogger(__name__)

CONTROL_OPCODES = 8  # and above
MAX_MESSAGE_BYTES = 65_536
KERNEL_BYTES = 131_072  # what the system keeps for a peer that does not read
MAX_BEHIND_BYTES = 262_144  # what this process keeps for it
MAX_BEHIND_SECONDS = 20.0


class GuardedProtocol(WebSocketProtocol):
    """Aborts the connection: a peer like this would not read a close frame."""

    _peer = Peer("")
    _behind: int | None = None  # bytes written since the peer stopped reading
    _patience: Any = None

    def onConnect(self, request: Any) -> Any:  # noqa: N802  autobahn's name
        """Begin to count."""
        self._limits = limits_of_process()
        self._frames = self._limits.new_raw_allowance()
        self._control_frames = Allowance(CONTROL_FRAMES_A_SECOND, CONTROL_FRAMES_AT_ONCE)
        handshake = super().onConnect(request)
        self._peer = Peer.of_handshake(self.client_addr, self.clean_headers)
        return handshake

    def onOpen(self) -> None:  # noqa: N802
        """Have the transport tell when the peer stops reading."""
        self.transport.getHandle().setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BYTES)
        self.transport.unregisterProducer()  # daphne's HTTP channel, which has nothing more to say
        self.transport.registerProducer(self, True)
        super().onOpen()

    # ---- what comes in ----

    def onFrameBegin(self) -> None:  # noqa: N802
        """Count a frame before it costs anything; one chunk of the network may hold ten thousand."""
        if self._may_send(is_control=self.current_frame.opcode >= CONTROL_OPCODES):
            super().onFrameBegin()
        else:
            self._abort("too many frames")

    def _may_send(self, *, is_control: bool) -> bool:
        if not self._frames.take():
            return False
        return not is_control or (self._control_frames.take() and self._limits.control_frames.take(self._peer.address))

    def onMessageFrameBegin(self, length: int) -> None:  # noqa: N802
        """Keep no message that is far too long to be one of the protocol."""
        super().onMessageFrameBegin(length)
        if self.message_data_total_length > MAX_MESSAGE_BYTES:
            self._abort("too long a message")

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803
        """Queue a message for the consumer, which may be waiting for the database."""
        if self.application_queue.qsize() < self._frames.size:
            super().onMessage(payload, isBinary)
        else:
            self._abort("too many frames that wait")

    # ---- what goes out ----

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:  # noqa: N802
        """Write, unless the peer has not read for too long."""
        if self._behind is not None:
            self._behind += len(data)
            if self._behind > MAX_BEHIND_BYTES:
                self._abort("it does not read")
                return
        super().sendData(data, sync, chopsize)

    def pauseProducing(self) -> None:  # noqa: N802
        """The transport's buffer has filled up."""
        self._behind = 0
        self._patience = self.factory.reactor.callLater(MAX_BEHIND_SECONDS, self._abort, "it reads too slowly")

    def resumeProducing(self) -> None:  # noqa: N802
        """The transport's buffer is empty again."""
        self._end_patience()

    def stopProducing(self) -> None:  # noqa: N802
        """The connection is gone."""
        self._end_patience()

    def _end_patience(self) -> None:
        self._behind = None
        if self._patience is not None and self._patience.active():
            self._patience.cancel()
        self._patience = None

    def _abort(self, why: str) -> None:
        logger.info("a socket of %s is cut off: %s", self._peer.address, why)
        self._limits.charge_flood(self._peer)
        self._end_patience()
        self.data = b""
        self.dropConnection(abort=True)


class PromptChannel(HTTPChannel):
    """Closes a connection whose request, or handshake of a socket, does not arrive in time as a whole.

    New connections are read one in a turn of the loop. A handshake takes milliseconds: all those of a flood in the same
    turn would keep every move waiting.
    """

    _is_arriving = False
    _queue = Crowd(at_a_time=1)

    def connectionMade(self) -> None:  # noqa: N802  twisted's name
        """Begin to wait for the first request."""
        self.timeOut = settings.RONDA_REQUEST_SECONDS  # type: ignore[assignment]  # fractions do as well
        super().connectionMade()  # type: ignore[no-untyped-call]
        transport: Any = self.transport
        transport.pauseProducing()
        self._queue.add(transport.resumeProducing)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Take a part of a request. Only the first part starts the time anew."""
        if not self._is_arriving:
            self._is_arriving = True
            self.resetTimeout()  # type: ignore[no-untyped-call]
        LineReceiver.dataReceived(self, data)  # type: ignore[no-untyped-call]

    def allContentReceived(self) -> None:  # noqa: N802
        """Answer the request; there may be another one on the same connection."""
        self._is_arriving = False
        super().allContentReceived()  # type: ignore[no-untyped-call]


def install() -> None:
    """Have daphne use these protocols for the connections that are opened from now on."""
    HTTPFactory.protocol = PromptChannel
    WebSocketFactory.protocol = GuardedProtocol
    # Daphne takes the words of a status line from Twisted, which knows none for 422 and 429.
    RESPONSES.update({status.value: status.phrase.encode() for status in HTTPStatus})
