"""A page's site-wide socket, without a browser."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

PATIENCE_SECONDS = 30.0


class SiteClient:
    """A page's socket and the frames received on it. If ``cookie`` is None, the client is a visitor."""

    def __init__(self, port: int, cookie: str | None) -> None:
        self.port = port
        self.cookie = cookie
        self.frames: list[dict[str, Any]] = []
        self._socket: ClientConnection | None = None

    async def open(self) -> Self:
        """Connect, and wait until the server has registered the socket."""
        headers = {"Cookie": f"sessionid={self.cookie}"} if self.cookie else {}
        origin = Origin(f"http://127.0.0.1:{self.port}")
        address = f"ws://127.0.0.1:{self.port}/ws/site/"
        self._socket = await connect(address, origin=origin, additional_headers=headers, proxy=None, max_queue=None)
        await self.send(type="sync")
        await self.until(lambda frame: frame["type"] == "waiting")
        return self

    async def close(self) -> None:
        await self.socket.close()

    @property
    def socket(self) -> ClientConnection:
        assert self._socket is not None
        return self._socket

    async def send(self, **frame: Any) -> None:
        await self.socket.send(json.dumps(frame))

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return the next frame that ``wanted`` accepts."""
        while True:
            text = await asyncio.wait_for(self.socket.recv(), PATIENCE_SECONDS)
            frame: dict[str, Any] = json.loads(text)
            self.frames.append(frame)
            if wanted(frame):
                return frame

    async def notice(self, kind: str) -> dict[str, Any]:
        """Return the next notice of this kind."""
        return await self.until(lambda frame: frame["type"] == "notice" and frame["kind"] == kind)

    async def lobby(self, wanted: Callable[[str], bool]) -> str:
        """Return the HTML of the next lobby that ``wanted`` accepts."""
        frame = await self.until(lambda frame: frame["type"] == "lobby" and wanted(frame["html"]))
        return str(frame["html"])

    async def seek(self, ruleset: str = "moroccan", clock: str = "300+10", *, rated: bool = True) -> None:
        await self.send(type="seek", ruleset=ruleset, clock=clock, rated=rated)
