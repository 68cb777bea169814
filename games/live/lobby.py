"""The live lobby. Each process renders it after changes, but at most once a second, and shares the result among pages.

Pages share a rendering if they have the same language and leave out the same hosts' tables.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import partial

from django.utils.translation import override

from games.live.db_threads import Read
from games.live.messages import encode_frame
from games.live.presence import REFRESH_SECONDS
from games.live.socket import Socket
from games.rendering.lobby import render_lobby
from games.selectors.lobby import Lobby, hosts_apart, lobby_mark, read_lobby

logger = logging.getLogger(__name__)

PAUSE_SECONDS = 1.0
REST = 10.0  # the pause after rendering, as a multiple of the rendering time, so that moves are not delayed

Frames = dict[Socket, str]


class LiveLobby:
    """The pages that show the lobby, each with its language and the last frame sent to it."""

    def __init__(self, read: Read) -> None:
        self.pages: dict[Socket, str] = {}
        self._read = read
        self._shown: Frames = {}
        self._changed = asyncio.Event()
        # The ``lobby_mark`` of the last lobby, the data read for each language, and the frames rendered from that data.
        self._mark: list[tuple[str, int]] | None = None
        self._lobbies: dict[str, Lobby] = {}
        self._rendered: dict[tuple[str, frozenset[str]], str] = {}

    def add(self, socket: Socket) -> None:
        """Start sending the lobby to a page, in its language."""
        self.pages[socket] = socket.language
        self._shown.pop(socket, None)
        self._changed.set()

    def remove(self, socket: Socket) -> None:
        """Stop sending the lobby to a page. Does nothing for an unknown page."""
        self.pages.pop(socket, None)
        self._shown.pop(socket, None)

    def change(self) -> None:
        """Schedule a new rendering, because the lobby may have changed."""
        self._changed.set()

    async def run(self) -> None:
        """Render and send the lobby after each change, until cancelled.

        The lobby is also checked every ``REFRESH_SECONDS``, to make up for messages that the channel layer lost.
        """
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(REFRESH_SECONDS):
                    await self._changed.wait()
            self._changed.clear()
            if not self.pages:
                continue
            began = time.monotonic()
            try:
                self._show(await self._read(partial(self._render, dict(self.pages))))
            except Exception:
                logger.exception("cannot render the lobby")
            await asyncio.sleep(max(PAUSE_SECONDS, REST * (time.monotonic() - began)))

    def _render(self, pages: Mapping[Socket, str]) -> Frames:
        """Return the current frame for each page.

        The lobby is read again only if its ``lobby_mark`` has changed, because most changes do not affect it.
        """
        mark = lobby_mark()
        if mark != self._mark:
            self._mark, self._lobbies, self._rendered = None, {}, {}
        for language in set(pages.values()) - self._lobbies.keys():
            with override(language):
                self._lobbies[language] = read_lobby()
        self._mark = mark
        hosts = {host for lobby in self._lobbies.values() for host in lobby.hosts}
        apart = hosts_apart(hosts, {page.user_id for page in pages if page.user_id is not None})
        return {page: self._frame(language, apart.get(page.user_id or 0)) for page, language in pages.items()}

    def _frame(self, language: str, without: frozenset[str] | None) -> str:
        """Return the frame for a language, leaving out tables whose host is in ``without``.

        Pages with the same language and ``without`` share one string.
        """
        audience = language, without or frozenset()
        if audience not in self._rendered:
            with override(language):
                html = render_lobby(self._lobbies[language].without_hosts(audience[1]))
            self._rendered[audience] = encode_frame({"type": "lobby", "html": html})
        return self._rendered[audience]

    def _show(self, frames: Frames) -> None:
        for socket, frame in frames.items():
            if socket in self.pages and self._shown.get(socket) != frame:
                self._shown[socket] = frame
                socket.deliver(frame)
