"""A minimal WebSocket client for the load generator: any CPU time it uses is taken from the servers.

The websockets library uses about as much CPU per frame as the server. This client reads only what the generator needs.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
NO_MASK = bytes(4)  # clients must mask frames; an all-zero mask leaves the payload unchanged

OnFrame = Callable[[bytes], None]


class Page(asyncio.Protocol):
    """One connection, which passes each text frame to ``on_frame``. ``closed`` fails when the connection is lost."""

    def __init__(self, request: bytes, on_frame: OnFrame) -> None:
        self._request = request
        self._on_frame = on_frame
        self._buffer = b""
        self._open = False
        self._transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        for future in (self.opened, self.closed):
            if not future.done():
                future.set_exception(exc or ConnectionError("the server closed the connection"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                raise RuntimeError(head.decode())
            self._open, self._buffer = True, rest
            self.opened.set_result(None)
        self._take_frames()

    def _take_frames(self) -> None:
        buffer, at = self._buffer, 0
        while len(buffer) >= at + 2:
            start, size = at + 2, buffer[at + 1]
            if size == 126:
                start, size = at + 4, int.from_bytes(buffer[at + 2 : at + 4], "big")
            elif size == 127:
                start, size = at + 10, int.from_bytes(buffer[at + 2 : at + 10], "big")
            if len(buffer) < start + size:
                break
            self._take(buffer[at] & 0x0F, buffer[start : start + size])
            at = start + size
        self._buffer = buffer[at:]

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == TEXT:
            self._on_frame(payload)
        elif kind == PING:
            self._write(PONG, payload)
        elif kind == CLOSE and not self.closed.done():
            self.closed.set_exception(ConnectionError(f"closed with {int.from_bytes(payload[:2], 'big')}"))

    def send(self, text: bytes) -> None:
        self._write(TEXT, text)

    def _write(self, kind: int, payload: bytes) -> None:
        assert self._transport is not None
        size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2, "big")
        self._transport.write(bytes([0x80 | kind]) + size + NO_MASK + payload)

    def drop(self) -> None:
        if self._transport is not None:
            self._transport.abort()


async def open_page(port: int, code: str, cookie: str | None, on_frame: OnFrame) -> Page:
    """Open a match's socket on a local server."""
    lines = [
        f"GET /ws/match/{code}/ HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Origin: http://127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        *([f"Cookie: sessionid={cookie}"] if cookie else []),
    ]
    request = "\r\n".join([*lines, "", ""]).encode()
    _transport, page = await asyncio.get_running_loop().create_connection(
        lambda: Page(request, on_frame), "127.0.0.1", port
    )
    await page.opened
    return page
