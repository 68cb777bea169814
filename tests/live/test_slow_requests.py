"""Our daphne protocols end requests and handshakes that arrive byte by byte, and serve others in the meantime."""

from __future__ import annotations

import socket
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import pytest
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.web.http import Request

from games.live.daphne_protocol import RequestTimeoutChannel
from tests.servers import Server, Site

MOST_BYTES = 200  # each takes at most a tenth of a second

SLOW = {
    "header": b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "body": b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n",
    "chunked body": b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nfffff\r\n",
    "handshake": b"GET /ws/site/ HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-Slow: ",
}


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A daphne server that waits at most half a second for a request."""
    site = Site(tmp_path_factory.mktemp("hasty"), asgi_server="daphne", RONDA_REQUEST_SECONDS="0.5")
    with Server(site) as server:
        yield server


def is_closed(line: socket.socket) -> bool:
    """Return whether the server ends the connection within a tenth of a second."""
    try:
        return line.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


@pytest.mark.parametrize("slow", SLOW)
def test_a_request_that_arrives_byte_by_byte_is_ended(hasty: Server, slow: str) -> None:
    with closing(socket.create_connection(("127.0.0.1", hasty.port), timeout=0.1)) as line:
        line.sendall(SLOW[slow])
        with urllib.request.urlopen(f"{hasty.url}/healthz") as answer:  # noqa: S310  our own server
            assert answer.status == 200
        for _byte in range(MOST_BYTES):
            if is_closed(line):
                return
            try:
                line.sendall(b"a")
            except ConnectionError:
                return
    pytest.fail("it never ends")


class Unanswered(Request):
    """A request that is never answered."""

    def process(self) -> None:
        pass


class Channel(RequestTimeoutChannel):
    """A connection with a fake clock. ``answered`` counts the requests that have arrived completely."""

    _queue: Any = SimpleNamespace(add=lambda resume: resume())  # there is no loop

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        setattr(self, "callLater", clock.callLater)  # noqa: B010  a method of twisted's
        self.answered = 0

    def allContentReceived(self) -> None:  # noqa: N802  twisted's name
        self.answered += 1
        super().allContentReceived()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def channel(clock: Clock) -> Channel:
    channel = Channel(clock)
    channel.requestFactory = Unanswered
    channel.makeConnection(StringTransport())
    return channel


def test_the_time_limit_of_a_request_begins_with_its_first_byte(channel: Channel, clock: Clock) -> None:
    clock.advance(50)  # an idle connection
    for byte in SLOW["header"]:
        channel.dataReceived(bytes([byte]))
        assert not channel.transport.disconnecting
        clock.advance(1)
    for _more in range(60 - len(SLOW["header"])):
        channel.dataReceived(b"a")
        clock.advance(1)
    assert channel.transport.disconnecting


def test_answering_a_request_may_take_longer(channel: Channel, clock: Clock) -> None:
    channel.dataReceived(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    clock.advance(1000)
    assert channel.answered == 1
    assert not channel.transport.disconnecting
