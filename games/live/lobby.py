"""The lobby on every page that shows it: read once a change, process and language, at most once a second."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from functools import partial

from django.conf import settings
from django.utils.translation import get_supported_language_variant, override

from games.live.db_threads import Read
from games.live.messages import encode_frame
from games.live.socket import Socket
from games.rendering.lobby import render_lobby
from games.selectors.lobby import Lobby, hosts_apart, lobby_mark, read_lobby

logger = logging.getLogger(__name__)

PAUSE_SECONDS = 1.0
REST = 10.0  # times as long as rendering took: moves go on beside it

Frames = dict[Socket, str]


class LiveLobby:
    """The pages that show the lobby, each with its language, and the frame that it was shown last."""

    def __init__(self, read: Read) -> None:
        self.pages: dict[Socket, str] = {}
        self._read = read
        self._shown: Frames = {}
        self._changed = asyncio.Event()
        # Of the lobby as it was last: its mark, and what was read and rendered of it.
        self._mark: list[tuple[str, int]] | None = None
        self._lobbies: dict[str, Lobby] = {}
        self._rendered: dict[tuple[str, frozenset[str]], str] = {}

    def add(self, socket: Socket, language: str = "") -> None:
        """Show the lobby on a page from now on, in its language or, where the site has no such, in the site's own."""
        self.pages[socket] = _known(language)
        self._shown.pop(socket, None)
        self._changed.set()

    def remove(self, socket: Socket) -> None:
        """Show it there no longer; harmless when it is not shown."""
        self.pages.pop(socket, None)
        self._shown.pop(socket, None)

    def change(self) -> None:
        """The lobby may look different now."""
        if self.pages:
            self._changed.set()

    async def run(self) -> None:
        """Render and send, again and again."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            began = time.monotonic()
            try:
                self._show(await self._read(partial(self._render, dict(self.pages))))
            except Exception:
                logger.exception("the lobby could not be rendered")
            await asyncio.sleep(max(PAUSE_SECONDS, REST * (time.monotonic() - began)))

    def _render(self, pages: Mapping[Socket, str]) -> Frames:
        """The lobby as it is, for each page. Most changes of matches are none of the lobby."""
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
        """What pages in this language are shown whose readers are kept apart from these hosts; the same object each."""
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


def _known(language: str) -> str:
    try:
        return get_supported_language_variant(language)
    except LookupError:
        return settings.LANGUAGE_CODE
