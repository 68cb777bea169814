"""The lobby on every page that shows it: rendered once a change and process, at most once a second."""

from __future__ import annotations

import asyncio
import logging
import time

from games.live.messages import encode_frame
from games.live.reading import Read
from games.live.socket import Socket
from games.selectors.lobby import lobby_mark
from games.views.lobby import render_lobby

logger = logging.getLogger(__name__)

PAUSE_SECONDS = 1.0
REST = 10.0  # times as long as rendering took: moves go on beside it


class LiveLobby:
    """The pages that show the lobby, and what they were shown last."""

    def __init__(self, read: Read) -> None:
        self.sockets: set[Socket] = set()
        self._read = read
        self._new: set[Socket] = set()  # have not been shown anything yet
        self._changed = asyncio.Event()
        self._mark: list[tuple[str, int]] | None = None
        self._html = ""

    def add(self, socket: Socket) -> None:
        """Show the lobby on a page from now on."""
        self.sockets.add(socket)
        self._new.add(socket)
        self._changed.set()

    def remove(self, socket: Socket) -> None:
        """Show it there no longer; harmless when it is not shown."""
        self.sockets.discard(socket)
        self._new.discard(socket)

    def change(self) -> None:
        """The lobby may look different now."""
        if self.sockets:
            self._changed.set()

    async def run(self) -> None:
        """Render and send, again and again."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            began = time.monotonic()
            try:
                self._show(await self._read(self._render))
            except Exception:
                logger.exception("the lobby could not be rendered")
            await asyncio.sleep(max(PAUSE_SECONDS, REST * (time.monotonic() - began)))

    def _render(self) -> str:
        """The lobby as it is. Most changes of matches are none of the lobby."""
        mark = lobby_mark()
        html = self._html if mark == self._mark else render_lobby()
        self._mark = mark
        return html

    def _show(self, html: str) -> None:
        readers = self._new if html == self._html else self.sockets
        self._html = html
        frame = encode_frame({"type": "lobby", "html": html})
        for socket in readers:
            socket.deliver(frame)
        self._new = set()
