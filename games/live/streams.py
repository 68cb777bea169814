"""Streams: long-lived HTTP responses in JSON Lines, through which programs receive the same frames as pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import contextmanager
from typing import Any

from games.live.hub import Hub
from games.live.messages import encode_frame
from games.live.peoples_pages import notice_frame
from games.live.site_hub import SiteHub
from games.live.socket import NO_SUCH_MATCH, Socket
from games.live.stream_lines import ENDED_BY, Reader, StreamLines, last_line
from games.selectors.inbox import count_pending, notices_of_bot
from games.state.errors import Busy, NotFound

OF_ONE = 20  # streams per reader and process
OF_ALL = 1_000

BUSY = "busy"


class Streams:
    """A process's open streams, on the hub's event loop. A stream counts as open from its first line to its last."""

    def __init__(self, hub: Hub, site: SiteHub) -> None:
        self.hub = hub
        self._site = site
        self._open: Counter[str] = Counter()

    def check_room(self, reader: Reader) -> None:
        """Check that the reader may open another stream. Raises Busy."""
        if self._open[reader.name] >= OF_ONE or self._open.total() >= OF_ALL:
            raise Busy

    async def match(self, code: str, reader: Reader) -> AsyncIterator[str]:
        """Yield the frames of a match for this reader, as lines, until the match is over."""
        lines = StreamLines(reader)
        try:
            with self._counted(reader, lines.socket):
                room = await self.hub.join(code, lines.socket)
                try:
                    async for line in lines.read():
                        yield line
                finally:
                    self.hub.leave(room, lines.socket)
        except NotFound:
            yield last_line(ENDED_BY[NO_SUCH_MATCH])
        except Busy:
            yield last_line(BUSY)

    async def events(self, reader: Reader) -> AsyncIterator[str]:
        """Yield a bot's pending notices as lines, then each new one."""
        lines = StreamLines(reader)
        try:
            with self._counted(reader, lines.socket):
                await self._site.join(lines.socket)
                try:
                    for line in await self._waiting(reader.user_id or 0):
                        yield line
                    yield "\n"  # confirms that the stream is open, since the first notice may take a while
                    async for line in lines.read():
                        yield line
                finally:
                    self._site.leave(lines.socket)
        except Busy:
            yield last_line(BUSY)

    async def _waiting(self, user_id: int) -> list[str]:
        """Return the pending notices as lines.

        They are not queued on the socket, because many notices would make the reader look slow.
        """
        notices, count = await self._site.read(lambda: (notices_of_bot(user_id), count_pending(user_id)))
        return [encode_frame(notice_frame(notice, count)) + "\n" for notice in notices]

    @contextmanager
    def _counted(self, reader: Reader, socket: Socket) -> Any:
        self.check_room(reader)  # several streams may have passed the first check at the same time
        self._open[reader.name] += 1
        self.hub.start()
        self.hub.connections.add(socket)
        try:
            yield
        finally:
            self.hub.connections.remove(socket)
            socket.drop()
            self._open[reader.name] -= 1
            if not self._open[reader.name]:
                del self._open[reader.name]
