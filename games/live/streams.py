"""Streams, which send programs the same frames as the sockets, as endless HTTP responses in JSON Lines."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from msgspec import Struct
from msgspec.json import Decoder

from games.live.connections import SIGNED_OUT
from games.live.hub import Hub
from games.live.messages import encode_frame
from games.live.peoples_pages import notice_frame
from games.live.site_hub import SiteHub
from games.live.socket import NO_SUCH_MATCH, SERVER_RESTARTS, TOO_SLOW, Socket
from games.models import Status
from games.selectors.inbox import count_pending, notices_of_bot
from games.state.errors import Busy, NotFound

KEEP_ALIVE_SECONDS = 15.0  # seconds without a frame after which an empty line is sent
OF_ONE = 20  # streams per reader and process
OF_ALL = 1_000

BUSY = "busy"
ENDED_BY = {SIGNED_OUT: "signed_out", NO_SUCH_MATCH: "not_found", TOO_SLOW: "too_slow", SERVER_RESTARTS: "restart"}


class _Seen(Struct):
    """The fields of a frame that are needed here."""

    type: str
    status: str = ""


_read_seen = Decoder(_Seen).decode


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a stream.

    ``name`` is the key for counting streams. ``user_id`` is the user whose view is streamed, or None for the public
    view. The stream closes when ``holder`` is suspended, when the token with the mark ``session`` is revoked, or at the
    time ``ends``.
    """

    name: str
    user_id: int | None = None
    holder: int | None = None
    session: str = ""
    ends: datetime | None = None


class Streams:
    """A process's streams, on the hub's event loop. A stream counts from its first line to its last."""

    def __init__(self, hub: Hub, site: SiteHub) -> None:
        self.hub = hub
        self._site = site
        self._open: Counter[str] = Counter()

    def check_room(self, reader: Reader) -> None:
        """Check that another stream may be opened. Raises Busy."""
        if self._open[reader.name] >= OF_ONE or self._open.total() >= OF_ALL:
            raise Busy

    async def match(self, code: str, reader: Reader) -> AsyncIterator[str]:
        """Yield the states of a match, as the reader sees them, until it is over."""
        lines = _Lines(reader)
        try:
            with self._counted(reader, lines.socket):
                room = await self.hub.join(code, lines.socket)
                try:
                    async for line in lines.read():
                        yield line
                finally:
                    self.hub.leave(room, lines.socket)
        except NotFound:
            yield _last_line(ENDED_BY[NO_SUCH_MATCH])
        except Busy:
            yield _last_line(BUSY)

    async def events(self, reader: Reader) -> AsyncIterator[str]:
        """Yield a bot's pending notices, then each new one."""
        lines = _Lines(reader)
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
            yield _last_line(BUSY)

    async def _waiting(self, user_id: int) -> list[str]:
        """Return the pending notices as lines.

        If they were queued on the socket, many of them would look like a slow reader.
        """
        notices, count = await self._site.read(lambda: (notices_of_bot(user_id), count_pending(user_id)))
        return [encode_frame(notice_frame(notice, count)) + "\n" for notice in notices]

    @contextmanager
    def _counted(self, reader: Reader, socket: Socket) -> Any:
        self.check_room(reader)  # several may have passed the first check at the same time
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


class _Lines:
    """A socket that is read as lines. Frames are queued in the socket, which closes if the reader is too slow."""

    def __init__(self, reader: Reader) -> None:
        self._frames: asyncio.Queue[str | int] = asyncio.Queue(1)
        self._ends = reader.ends
        self.socket = Socket(self._send, reader.user_id, reader.session, holder=reader.holder, receives_chat=False)

    async def _send(self, message: dict[str, Any]) -> None:
        await self._frames.put(message["code"] if message["type"] == "websocket.close" else message["text"])

    async def read(self) -> AsyncIterator[str]:
        """Yield lines until the match is over or the stream is closed.

        If the stream is closed, the last line gives the reason.
        """
        while True:
            try:
                frame = await asyncio.wait_for(self._frames.get(), KEEP_ALIVE_SECONDS)
            except TimeoutError:
                frame = ""
            if self._ends is not None and self._ends <= timezone.now():
                frame = SIGNED_OUT
            if isinstance(frame, int):
                yield _last_line(ENDED_BY.get(frame, "error"))
                return
            yield f"{frame}\n"
            if frame:
                seen = _read_seen(frame)
                if seen.type == "state" and seen.status not in {Status.OPEN, Status.RUNNING}:
                    return


def _last_line(code: str) -> str:
    return encode_frame({"type": "closed", "code": code}) + "\n"
