"""Short text frames bypass the parser on uvicorn too, and the protocol still behaves like uvicorn's own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from uvicorn import Config
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from games.live.uvicorn_protocol import MAX_WAITING, LiveProtocol
from games.live.websocket_frames import MAX_BEHIND_BYTES, SEND_TEXTS
from tests.live.client_frames import BINARY, CLOSE, HANDSHAKE, SPLIT_FRAMES, TEXT, chunks_of_frames, frame
from tests.random_sizes import scaled

SYNC = frame(TEXT, b"sync")


class Transport(asyncio.Transport):
    """An in-memory transport. ``unread`` is the number of bytes that its peer has not read, 0 by default."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.unread = 0
        self.is_paused = self.is_closed = self.is_aborted = False

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def get_write_buffer_size(self) -> int:
        return self.unread

    def pause_reading(self) -> None:
        self.is_paused = True

    def resume_reading(self) -> None:
        self.is_paused = False

    def is_closing(self) -> bool:
        return self.is_closed

    def close(self) -> None:
        self.is_closed = True

    def abort(self) -> None:
        self.is_aborted = True


class Connection:
    """An open uvicorn WebSocket, without a network. Its application accepts it, and stores all messages received."""

    def __init__(self, kind: type[WebSocketsSansIOProtocol] = LiveProtocol) -> None:
        config = Config(
            self._application,
            interface="asgi3",
            lifespan="off",
            log_config=None,
            proxy_headers=False,
            ws_per_message_deflate=False,
        )
        config.load()
        self.received: list[Any] = []
        self.takes = asyncio.Event()  # cleared while the application is busy
        self.takes.set()
        self.transport = Transport()
        self.protocol = kind(config, ServerState(), {})

    async def _application(self, scope: Any, receive: Any, send: Any) -> None:
        self.scope, self.reply = scope, send
        await receive()
        await send({"type": "websocket.accept"})
        while not self.received or self.received[-1]["type"] != "websocket.disconnect":
            self.received.append(await receive())
            await self.takes.wait()

    async def open(self) -> Connection:
        """Open the connection, and discard the handshake's output."""
        self.protocol.connection_made(self.transport)
        await self.feed(HANDSHAKE)
        assert self.transport.written.startswith(b"HTTP/1.1 101 ")
        self.transport.written = b""
        return self

    async def feed(self, *chunks: bytes) -> None:
        """Receive these chunks, one by one, and give the application time to process them."""
        for chunk in chunks:
            if not self.transport.is_closed:
                self.protocol.data_received(chunk)
            for _iteration in range(5):
                await asyncio.sleep(0)

    def end(self) -> None:
        """Simulate a lost connection."""
        self.protocol.connection_lost(ConnectionResetError())

    async def sent(self, *messages: dict[str, Any]) -> bytes:
        """Send messages through uvicorn, and return what it wrote."""
        self.transport.written = b""
        for message in messages:
            await self.reply(message)
        return self.transport.written

    def sent_together(self, *texts: str) -> bytes:
        """Send texts through the extension, and return what was written."""
        self.transport.written = b""
        self.scope["extensions"][SEND_TEXTS]["send"](texts)
        return self.transport.written


async def outcome(kind: type[WebSocketsSansIOProtocol], chunks: Sequence[bytes]) -> tuple[object, ...]:
    connection = await Connection(kind).open()
    await connection.feed(*chunks)
    transport = connection.transport
    found = list(connection.received), transport.written, transport.is_closed, transport.is_paused
    connection.end()
    await asyncio.sleep(0)
    return found


def check_same_outcome(chunks: Sequence[bytes]) -> None:
    """Check that the bytes have the same effects here as in uvicorn's own protocol."""
    assert asyncio.run(outcome(LiveProtocol, chunks)) == asyncio.run(outcome(WebSocketsSansIOProtocol, chunks))


@settings(max_examples=scaled(40), deadline=None)
@given(chunks=chunks_of_frames)
def test_any_bytes_lead_to_the_same_messages_and_answers(chunks: Sequence[bytes]) -> None:
    check_same_outcome(chunks)


@pytest.mark.parametrize("chunks", SPLIT_FRAMES)
def test_what_only_looks_like_a_short_text_is_parsed(chunks: list[bytes]) -> None:
    check_same_outcome(chunks)


async def test_a_short_text_bypasses_the_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    connection = await Connection().open()
    parsed: list[bytes] = []
    monkeypatch.setattr(connection.protocol.conn, "receive_data", parsed.append)
    await connection.feed(SYNC, frame(BINARY, b"sync"))
    assert connection.received == [{"type": "websocket.receive", "text": "sync"}]
    assert parsed == [frame(BINARY, b"sync")]
    connection.end()


async def test_reading_stops_when_many_messages_wait_and_resumes_when_they_are_taken() -> None:
    connection = await Connection().open()
    connection.takes.clear()
    await connection.feed(SYNC, *[SYNC] * (MAX_WAITING - 1))
    assert not connection.transport.is_paused
    await connection.feed(SYNC)
    assert connection.transport.is_paused
    connection.takes.set()
    await connection.feed()
    for _message in range(2 * MAX_WAITING):
        await asyncio.sleep(0)
    assert not connection.transport.is_paused
    assert len(connection.received) == MAX_WAITING + 1
    connection.end()


async def test_texts_of_all_lengths_are_framed_as_uvicorn_does() -> None:
    connection = await Connection().open()
    for length in (1, 125, 126, 65_535, 65_536):
        for text in ("x" * length, "é" * length):
            message = {"type": "websocket.send", "text": text}
            assert connection.sent_together(text, text) == await connection.sent(message, message)
    connection.end()


async def test_nothing_is_sent_after_the_close_frame() -> None:
    connection = await Connection().open()
    assert await connection.sent({"type": "websocket.close", "code": 4404})
    connection.transport.written = b""
    with pytest.raises(ClientDisconnected):
        connection.sent_together("late")
    await connection.feed(SYNC)  # sent before the peer read the close frame
    assert connection.transport.written == b""
    assert [message["type"] for message in connection.received] == ["websocket.disconnect"]
    connection.end()


async def test_nothing_is_sent_to_a_peer_that_has_closed() -> None:
    connection = await Connection().open()
    await connection.feed(frame(CLOSE, b"\x03\xe8"))
    connection.transport.written = b""
    with pytest.raises(ClientDisconnected):
        connection.sent_together("late")
    with pytest.raises(ClientDisconnected):
        await connection.sent({"type": "websocket.send", "text": "late"})
    assert connection.transport.written == b""
    connection.end()


async def test_nothing_is_sent_on_a_lost_connection() -> None:
    connection = await Connection().open()
    connection.end()
    with pytest.raises(ClientDisconnected):
        connection.sent_together("late")


async def test_a_peer_that_does_not_answer_a_ping_is_cut_off() -> None:
    connection = await Connection().open()
    connection.protocol.keepalive_timeout()
    assert connection.transport.is_aborted
    connection.end()


async def test_a_peer_that_does_not_read_is_cut_off() -> None:
    connection = await Connection().open()
    connection.transport.unread = MAX_BEHIND_BYTES
    connection.sent_together("x")
    assert not connection.transport.is_aborted
    connection.transport.unread += 1
    connection.sent_together("x")
    assert connection.transport.is_aborted
    connection.end()
