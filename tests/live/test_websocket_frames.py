"""Short text frames bypass autobahn's parser, but the protocol still behaves exactly like daphne's own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from ipaddress import ip_address
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from hypothesis import given, settings
from twisted.internet.address import IPv4Address
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport

from games.live.daphne_protocol import GuardedProtocol
from games.live.limits import process_limits
from games.live.websocket_frames import read_text_frame
from tests.live.client_frames import (
    BINARY,
    CLOSE,
    CONTINUATION,
    HANDSHAKE,
    PING,
    SPLIT_FRAMES,
    TEXT,
    chunks_of_frames,
    frame,
)
from tests.random_sizes import scaled

ADDRESSES = count(int(ip_address("10.0.0.1")))


class Transport(StringTransport):
    """An in-memory transport that records whether the connection was aborted."""

    aborted = False

    def getHandle(self) -> Any:  # noqa: N802  twisted's name
        return SimpleNamespace(setsockopt=lambda *_options: None)

    def registerProducer(self, producer: Any, streaming: bool) -> None:  # noqa: N802
        """Do nothing, because everything written to this transport counts as read."""

    def unregisterProducer(self) -> None:  # noqa: N802
        """Do nothing."""

    def abortConnection(self) -> None:  # noqa: N802
        self.aborted = True


class Connection:
    """An open daphne WebSocket, without a network."""

    def __init__(self, kind: type[WebSocketProtocol] = GuardedProtocol) -> None:
        self.queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        address = str(ip_address(next(ADDRESSES)))  # each has its own limits
        self.transport = Transport(peerAddress=IPv4Address("TCP", address, 1))
        server = SimpleNamespace(
            protocol_connected=lambda _protocol: None,
            protocol_disconnected=lambda _protocol: None,
            create_application=lambda _protocol, _scope: self.queue,
            log_action=lambda *_action: None,
            root_path="",
            proxy_forwarded_address_header=None,
            websocket_timeout=86_400,
            ping_interval=20,
        )
        factory = WebSocketFactory(server, server="daphne", reactor=Clock())
        factory.setProtocolOptions(autoPingTimeout=30, maxMessagePayloadSize=2**20, maxFramePayloadSize=2**20)
        self.protocol = kind()
        self.protocol.factory = factory
        self.protocol._raw_query_string = b""  # daphne's HTTP protocol sets it
        self.protocol.makeConnection(self.transport)
        self.protocol.dataReceived(HANDSHAKE)
        self.reply({"type": "websocket.accept"})
        self.received()
        self.transport.clear()

    def reply(self, message: dict[str, Any]) -> bytes:
        """Pass a message from the application to the protocol, and return what it wrote."""
        self.transport.clear()
        self.protocol.handle_reply(message)
        return bytes(self.transport.value())

    def send(self, *texts: str) -> bytes:
        """Send texts without going through daphne's server, and return what the protocol wrote."""
        self.transport.clear()
        self.protocol.send_texts(texts)
        return bytes(self.transport.value())

    def received(self) -> list[dict[str, Any]]:
        """Return the messages that the application has received since the last call."""
        return [self.queue.get_nowait() for _message in range(self.queue.qsize())]

    def outcome(self) -> tuple[object, ...]:
        transport = self.transport
        return self.received(), transport.value(), transport.aborted, transport.disconnecting, self.protocol.state


def check_same_outcome(chunks: Sequence[bytes]) -> None:
    """Check that the bytes have the same effects here as in daphne's own protocol."""
    ours, reference = Connection(GuardedProtocol), Connection(WebSocketProtocol)
    for chunk in chunks:
        for connection in (ours, reference):
            connection.protocol.dataReceived(chunk)
    assert ours.outcome() == reference.outcome()


# The parser's states have their own tests below; this one looks for what they miss.
@settings(max_examples=scaled(40), deadline=None)
@given(chunks=chunks_of_frames)
def test_any_bytes_lead_to_the_same_messages_and_answers(chunks: Sequence[bytes]) -> None:
    check_same_outcome(chunks)


@pytest.mark.parametrize("chunks", SPLIT_FRAMES)
def test_what_only_looks_like_a_short_text_is_parsed(chunks: list[bytes]) -> None:
    check_same_outcome(chunks)


def test_a_short_text_needs_no_parser_and_anything_else_does() -> None:
    assert read_text_frame(frame(TEXT, b'{"type":"sync"}')) == b'{"type":"sync"}'
    assert read_text_frame(frame(TEXT, b"x" * 125)) == b"x" * 125
    assert read_text_frame(frame(TEXT, b"x", mask=bytes(4))) == b"x"
    whole = frame(TEXT, b"sync")
    others = [
        b"", whole[:1], whole[:6], whole[:-1], whole + b"\x81", whole + whole,
        frame(TEXT, b""), frame(TEXT, b"x" * 126), frame(TEXT, "é".encode()), frame(TEXT, b"\xff"),
        frame(TEXT, b"sync", final=False), frame(TEXT, b"sync", mask=None), frame(TEXT, b"sync", rsv=4),
        frame(CONTINUATION, b"sync"), frame(BINARY, b"sync"), frame(PING, b"sync"), frame(CLOSE, b""),
    ]  # fmt: skip
    assert [read_text_frame(data) for data in others] == [None] * len(others)


@pytest.mark.parametrize("length", [1, 125, 126, 65_535, 65_536])
@pytest.mark.parametrize("letter", ["x", "é"])
def test_texts_of_all_lengths_are_framed_as_autobahn_does(length: int, letter: str) -> None:
    text = letter * (length // len(letter.encode())) or "x"
    reference = Connection(WebSocketProtocol).reply({"type": "websocket.send", "text": text})
    assert Connection().send(text) == reference
    assert Connection().send(text, text) == 2 * reference


def test_nothing_is_sent_after_the_close_frame() -> None:
    connection = Connection()
    assert connection.reply({"type": "websocket.close", "code": 4404})
    for send in (connection.send, lambda text: connection.reply({"type": "websocket.send", "text": text})):
        with pytest.raises(Exception, match="closed protocol"):
            send("late")
        assert not connection.transport.value()


def test_frames_cost_the_same_whether_they_are_parsed_or_not() -> None:
    allowed = int(process_limits().new_raw_allowance().size)
    short, long = frame(TEXT, b"sync"), frame(TEXT, b"x" * 200)
    for data in (short, long):
        connection = Connection()
        for _frame in range(allowed // 2):
            for sent in (data, short):
                connection.protocol.dataReceived(sent)
                assert len(connection.received()) == 1
        for _frame in range(20 * allowed):  # meanwhile, the allowance is partly refilled
            if connection.transport.aborted:
                break
            connection.protocol.dataReceived(data)
            connection.received()
        assert connection.transport.aborted
        connection.protocol.dataReceived(short)
        assert not connection.received()


def test_frames_wait_for_the_application_up_to_a_limit() -> None:
    allowed = int(process_limits().new_raw_allowance().size)
    connection = Connection()
    for _frame in range(20 * allowed):
        if connection.transport.aborted:
            break
        connection.protocol.dataReceived(frame(TEXT, b"sync"))
    assert connection.transport.aborted
    assert len(connection.received()) <= allowed


def test_any_frame_answers_a_ping_of_the_server() -> None:
    for kind in (GuardedProtocol, WebSocketProtocol):
        connection = Connection(kind)
        connection.protocol.last_ping = 0.0
        connection.protocol.check_timeouts()
        assert connection.transport.value()[0] == 0x80 | PING
        assert connection.protocol.autoPingTimeoutCall is not None
        connection.protocol.dataReceived(frame(TEXT, b"sync"))
        assert connection.protocol.autoPingTimeoutCall is None
        assert connection.received() == [{"type": "websocket.receive", "text": "sync"}]
