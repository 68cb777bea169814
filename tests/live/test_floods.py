"""Clients that flood a real server, or do not read, are disconnected below the consumers; others are served."""

from __future__ import annotations

import select
import socket
import struct
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection
from itertools import count
from typing import Any

import psutil
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from games.live.limits import CONTROL_FRAMES_AT_ONCE
from games.live.socket import TOO_MUCH
from games.live.websocket_frames import MAX_BEHIND_BYTES
from tests.live.conftest import on_daphne
from tests.match_client import MatchClient
from tests.servers import Server, Site

SOCKETS, ADDRESS_SOCKETS = 2, 4
PINGS = 20_000
PATIENCE_SECONDS = 30
SYNCS_AT_ONCE, MOST_ROUNDS = 10, 2_000
MEBIBYTE = 2**20
TEXT, PING = 0x1, 0x9
_numbers = count(1)


@pytest.fixture(scope="module")
def strict(sqlite_site: Site) -> Iterator[Server]:
    """A server with few sockets per account and address, behind a proxy that appends the client's address."""
    site = Site(
        sqlite_site.folder,
        RONDA_PROXIES="1",
        RONDA_SOCKETS=str(SOCKETS),
        RONDA_ADDRESS_SOCKETS=str(ADDRESS_SOCKETS),
        RONDA_FRAME_RATE="10",
    )
    with Server(site) as server:
        yield server


@pytest.fixture(scope="module")
def strict_daphne(strict: Server) -> Iterator[Server]:
    """The strict server on daphne, even if the other tests run on a different server."""
    with on_daphne(strict) as daphne:
        yield daphne


@pytest.fixture
def client_address() -> str:
    """An address that no request has used before."""
    return f"203.0.113.{next(_numbers)}"


async def open_socket(server: Server, path: str, client_address: str, cookie: str = "") -> ClientConnection:
    headers = {"X-Forwarded-For": f"198.51.100.1, {client_address}"} | (
        {"Cookie": f"sessionid={cookie}"} if cookie else {}
    )
    address = f"ws://127.0.0.1:{server.port}{path}"
    return await connect(address, origin=Origin(server.url), additional_headers=headers, proxy=None)


async def close_code(line: ClientConnection) -> int | None:
    """Return the server's close code for the socket, ignoring earlier frames."""
    with suppress(ConnectionClosed):
        while True:
            await line.recv()
    return line.close_code


async def test_too_many_sockets_of_an_account_are_closed_and_ordinary_tabs_work(
    strict: Server, match: dict[str, Any], client_address: str
) -> None:
    path, cookie = f"/ws/match/{match['code']}/", match["players"][0]["cookie"]
    tabs = [await open_socket(strict, path, client_address, cookie) for _tab in range(SOCKETS)]
    states = [await tab.recv() for tab in tabs]
    assert all('"type":"state"' in str(state) for state in states)
    elsewhere = await open_socket(strict, "/ws/site/", "203.0.113.254", cookie)
    assert await close_code(elsewhere) == TOO_MUCH
    for tab in tabs:
        await tab.send('{"type":"talk"}')
        while '"type":"chat"' not in str(await tab.recv()):
            pass
        await tab.close()


async def test_a_session_that_reconnects_without_end_is_refused_wherever_it_comes_from(
    strict: Server, match: dict[str, Any]
) -> None:
    path, cookie = f"/ws/match/{match['code']}/", match["players"][1]["cookie"]
    came = [f"203.0.113.{next(_numbers)}" for _handshake in range(10 * SOCKETS)]

    async def reconnect() -> None:
        for address in came:
            await (await open_socket(strict, path, address, cookie)).close()

    with pytest.raises(InvalidStatus, match="403"):
        await reconnect()
    other = match["players"][0]["cookie"]
    line = await open_socket(strict, path, came[-1], other)
    assert '"type":"state"' in str(await line.recv())
    await line.close()


async def test_too_many_sockets_of_an_address_are_refused_and_others_connect(
    strict: Server, client_address: str
) -> None:
    inside = [await open_socket(strict, "/ws/site/", client_address) for _socket in range(ADDRESS_SOCKETS)]
    try:
        code = await close_code(await open_socket(strict, "/ws/site/", client_address))
    except InvalidStatus as error:  # this many at once exceed the handshake limit
        code = error.response.status_code
    assert code in {TOO_MUCH, 403}
    neighbour = await open_socket(strict, "/ws/site/", f"203.0.113.{200 + next(_numbers)}")
    for line in [*inside, neighbour]:
        await line.send('{"type":"sync"}')
        assert "waiting" in str(await line.recv())
        await line.close()


def plain_socket(server: Server, path: str, *, client_address: str = "", receive_buffer: int = 0) -> socket.socket:
    """Open a WebSocket over a raw socket that only the test reads from."""
    line = socket.socket()
    if receive_buffer:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    line.settimeout(PATIENCE_SECONDS)
    line.connect(("127.0.0.1", server.port))
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{server.port}",
        f"Origin: {server.url}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        f"X-Forwarded-For: {client_address}",
    ]
    line.sendall("\r\n".join([*lines, "", ""]).encode())
    head = b""
    while b"\r\n\r\n" not in head:
        head += line.recv(1)
    assert b" 101 " in head
    return line


def frame(kind: int, payload: bytes = b"") -> bytes:
    """Return a WebSocket frame with an all-zero mask, which leaves the payload unchanged."""
    return bytes([0x80 | kind, 0x80 | len(payload)]) + bytes(4) + payload


def received(line: socket.socket) -> bytes:
    """Return everything received until the server closes or aborts the connection."""
    found = b""
    with suppress(ConnectionError):
        while chunk := line.recv(65_536):
            found += chunk
    return found


def test_a_flood_of_pings_ends_the_connection(strict_daphne: Server, client_address: str) -> None:
    with closing(plain_socket(strict_daphne, "/ws/site/", client_address=client_address)) as line:
        with suppress(ConnectionError):
            line.sendall(frame(PING) * PINGS)
        assert received(line).count(b"\x8a\x00") <= 2 * CONTROL_FRAMES_AT_ONCE
    with closing(HTTPConnection("127.0.0.1", strict_daphne.port)) as health:
        health.request("GET", "/healthz")
        assert health.getresponse().status == 200


def test_a_flood_of_fragments_ends_the_connection(strict_daphne: Server, client_address: str) -> None:
    begin, more = struct.pack("BB4x", TEXT, 0x80), struct.pack("BB4x", 0, 0x80)
    with closing(plain_socket(strict_daphne, "/ws/site/", client_address=client_address)) as line:
        with suppress(ConnectionError):
            line.sendall(begin + more * PINGS)
        assert received(line) == b""


def is_aborted(line: socket.socket) -> bool:
    """Return, without reading from the connection, whether the server has aborted it."""
    events = select.poll()
    events.register(line, 0)  # only errors, which are always reported
    return bool(events.poll(0))


async def test_a_client_that_does_not_read_is_disconnected_and_its_memory_freed(
    daphne: Server, match: dict[str, Any]
) -> None:
    assert daphne.process is not None
    process = psutil.Process(daphne.process.pid)
    reader = await MatchClient(daphne.port, match["code"], None).open()
    held = process.memory_info().rss
    with closing(plain_socket(daphne, f"/ws/match/{match['code']}/", receive_buffer=4_096)) as line:
        rounds = 0
        while not is_aborted(line):
            with suppress(ConnectionError):
                line.sendall(frame(TEXT, b'{"type":"sync"}') * SYNCS_AT_ONCE)
            await reader.send(type="sync")
            await reader.until(
                lambda frame: frame["type"] == "state"
            )  # the other client's frames have been written by then
            rounds += 1
            assert rounds < MOST_ROUNDS
    assert process.memory_info().rss - held < MAX_BEHIND_BYTES + 16 * MEBIBYTE
    await reader.close()
