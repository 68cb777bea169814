"""Writes go straight to the kernel; data that it doesn't accept follows in order. Tested on real TCP connections."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from twisted.internet.error import ConnectionDone, ConnectionLost
from twisted.internet.protocol import Protocol

from games.live.tcp_transport import ImmediateTransport

MANY_BYTES = 1_000_000  # more than the buffers at both ends hold
BUFFER_BYTES = 65_536  # of each buffer; a buffer of a set size does not grow with the traffic


class Reactor:
    """An event loop in which the test decides when a socket is writable."""

    def __init__(self) -> None:
        self.writers: set[Any] = set()
        self.later: list[Any] = []

    def addReader(self, _reader: Any) -> None:  # noqa: N802  twisted's names
        """Do nothing, because the transport never reads in these tests."""

    removeReader = addReader  # noqa: N815

    def addWriter(self, writer: Any) -> None:  # noqa: N802
        self.writers.add(writer)

    def removeWriter(self, writer: Any) -> None:  # noqa: N802
        self.writers.discard(writer)

    def callLater(self, _seconds: float, call: Any, *arguments: Any) -> None:  # noqa: N802
        self.later.append(lambda: call(*arguments))


class Producer:
    """A producer that records when it is told to pause, resume or stop."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def pauseProducing(self) -> None:  # noqa: N802
        self.calls.append("pause")

    def resumeProducing(self) -> None:  # noqa: N802
        self.calls.append("resume")

    def stopProducing(self) -> None:  # noqa: N802
        self.calls.append("stop")


class Pair:
    """A transport, its event loop, and the other end of its connection."""

    def __init__(self, here: socket.socket, peer: socket.socket) -> None:
        self.reactor, self.peer = Reactor(), peer
        self.ended: object = None  # why the event loop has to end the connection
        peer.settimeout(20)
        port: Any = SimpleNamespace(_realPortNumber=1)
        reactor: Any = self.reactor
        self.transport = ImmediateTransport(here, Protocol(), peer.getsockname(), port, 1, reactor)

    @property
    def is_waiting(self) -> bool:
        """Return whether there is data that the event loop still has to send."""
        return self.transport in self.reactor.writers

    def received(self, count: int) -> bytes:
        """Read this many bytes at the other end while the event loop sends what the kernel accepts, and return them."""
        found = bytearray()
        while len(found) < count:
            if self.is_waiting and self.ended is None:
                self.ended = self.transport.doWrite()
            found += self.peer.recv(count - len(found))
        return bytes(found)

    def received_without_the_loop(self, count: int) -> bytes:
        """Read this many bytes at the other end and return them. The kernel must have accepted all of them already."""
        found = bytearray()
        while len(found) < count:
            found += self.peer.recv(count - len(found))
        return bytes(found)

    def finish(self) -> None:
        """Have the event loop notice that everything has been sent."""
        if self.is_waiting:
            assert self.transport.doWrite() is None


@pytest.fixture
def pair() -> Iterator[Pair]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        peer = socket.socket()
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER_BYTES)
        peer.connect(server.getsockname())
        here, _address = server.accept()
        here.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER_BYTES)
    with here, peer:
        yield Pair(here, peer)


def test_what_the_kernel_takes_is_sent_without_the_event_loop(pair: Pair) -> None:
    for number in range(3):
        pair.transport.write(b"frame %d" % number)
        assert not pair.is_waiting
        assert pair.received(7) == b"frame %d" % number


def test_the_rest_of_a_partial_write_and_all_later_writes_follow_in_order(pair: Pair) -> None:
    sent = [bytes([number]) * (MANY_BYTES // 4) for number in range(8)]
    for data in sent:
        pair.transport.write(data)
    assert pair.is_waiting
    begin = pair.received_without_the_loop(BUFFER_BYTES)
    pair.transport.write(b"last")  # the kernel would accept it now
    assert begin + pair.received(2 * MANY_BYTES + 4 - len(begin)) == b"".join(sent) + b"last"
    pair.finish()
    assert not pair.is_waiting
    pair.transport.write(b"again at once")
    assert not pair.is_waiting
    assert pair.received(13) == b"again at once"


def test_a_producer_pauses_only_while_something_is_buffered(pair: Pair) -> None:
    producer = Producer()
    pair.transport.registerProducer(producer, True)  # type: ignore[arg-type]
    pair.transport.write(bytes(1_000))
    assert producer.calls == []
    pair.transport.write(bytes(MANY_BYTES))
    assert producer.calls == ["pause"]
    pair.received(1_000 + MANY_BYTES)
    pair.finish()
    assert producer.calls == ["pause", "resume"]


def test_a_connection_that_is_closed_still_sends_what_is_buffered(pair: Pair) -> None:
    pair.transport.write(bytes(MANY_BYTES))
    pair.transport.loseConnection()
    pair.received(MANY_BYTES)
    assert isinstance(pair.ended or pair.transport.doWrite(), ConnectionDone)


def test_nothing_is_sent_after_an_abort(pair: Pair) -> None:
    pair.transport.abortConnection()
    pair.transport.write(b"too late")
    for call in pair.reactor.later:
        call()
    with pytest.raises(ConnectionResetError):
        pair.peer.recv(8)
    pair.transport.write(b"much too late")


def test_a_lost_connection_is_reported_by_the_event_loop_not_by_the_write(pair: Pair) -> None:
    pair.transport.socket.shutdown(socket.SHUT_WR)
    pair.transport.write(b"lost")
    assert pair.is_waiting
    assert isinstance(pair.transport.doWrite(), ConnectionLost)


def test_data_must_be_bytes(pair: Pair) -> None:
    text: Any = "text"
    with pytest.raises(TypeError):
        pair.transport.write(text)
