"""Clients that read too slowly or not at all are disconnected below the consumers; tested without a network."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from autobahn.websocket.protocol import TrafficStats
from daphne.cli import CommandLineInterface
from twisted.internet.testing import StringTransport

from games.live.daphne_protocol import GuardedProtocol, RequestTimeoutChannel, install
from games.live.limits import LimitSettings, RateLimits
from games.live.websocket_frames import MAX_BEHIND_BYTES, SEND_TEXTS


class Transport:
    """A transport that counts the data written to it, and sends nothing."""

    def __init__(self) -> None:
        self.written = self.writes = 0

    def write(self, data: bytes) -> None:
        self.written += len(data)
        self.writes += 1


class Waiting:
    """A reactor's delayed call."""

    def __init__(self, _seconds: float, call: Any, *arguments: Any) -> None:
        self.run = lambda: call(*arguments)
        self.is_active = True

    def active(self) -> bool:
        return self.is_active

    def cancel(self) -> None:
        self.is_active = False


@pytest.fixture
def protocol() -> Any:
    """A daphne socket without a network; ``aborted`` is the number of times it was disconnected."""
    protocol: Any = GuardedProtocol()
    protocol._limits = RateLimits(
        LimitSettings(frames=10, address_frames=10, sockets=2, address_sockets=2, requests=10)
    )
    protocol.transport, protocol.aborted = Transport(), 0
    protocol.factory = SimpleNamespace(reactor=SimpleNamespace(callLater=Waiting))
    protocol.logOctets, protocol.send_queue, protocol.peer = False, [], "a peer"
    protocol.trafficStats = TrafficStats()
    protocol.state = protocol.STATE_OPEN

    def drop(*, abort: bool) -> None:
        protocol.aborted += abort

    protocol.dropConnection = drop
    return protocol


async def test_the_server_that_daphne_starts_offers_to_send_several_frames_at_once(protocol: Any) -> None:
    scopes = []

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        scopes.append(scope)

    install()
    server = CommandLineInterface.server_class(application, endpoints=["tcp:0"])
    server.connections = {protocol: {}}
    server.create_application(protocol, {"type": "websocket"})
    await server.connections[protocol]["application_instance"]
    scopes[0]["extensions"][SEND_TEXTS]["send"](["a state", "an answer"])
    assert protocol.transport.writes == 1


def test_a_client_that_does_not_read_is_disconnected_after_some_bytes(protocol: Any) -> None:
    for _frame in range(100):
        protocol.sendData(bytes(10_000))
    assert (protocol.aborted, protocol.transport.written) == (0, 1_000_000)  # the client reads
    for _frame in range(100):
        protocol.pauseProducing()  # Twisted calls this at every write
        protocol.sendData(bytes(10_000))
        if protocol.aborted:
            break
    assert protocol.aborted == 1
    assert protocol.transport.written <= 1_000_000 + MAX_BEHIND_BYTES


def test_a_client_that_reads_again_gets_a_new_allowance(protocol: Any) -> None:
    for _time in range(3):
        protocol.pauseProducing()
        protocol.sendData(bytes(MAX_BEHIND_BYTES))
        waiting = protocol._timer
        protocol.resumeProducing()
        assert not waiting.active()
    assert protocol.aborted == 0


def test_a_client_that_reads_too_slowly_is_disconnected_after_some_time(protocol: Any) -> None:
    protocol.pauseProducing()
    protocol._timer.run()
    assert protocol.aborted == 1


async def test_new_connections_are_read_one_in_a_turn_of_the_loop() -> None:
    transports = [StringTransport() for _connection in range(5)]
    for transport in transports:
        channel = RequestTimeoutChannel()
        channel.makeConnection(transport)
        channel.setTimeout(None)
    read = []
    for _turn in range(len(transports) + 1):
        read.append([transport.producerState for transport in transports].count("producing"))
        await asyncio.sleep(0)
    assert read == [0, 1, 2, 3, 4, 5]
