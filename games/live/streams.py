"""Streams: what pages get over sockets, for programs as an HTTP answer that goes on, a line of JSON a frame."""

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

from games.live.doors import SIGNED_OUT
from games.live.hub import Hub
from games.live.messages import encode_frame
from games.live.site import Site, notice_frame
from games.live.socket import NO_SUCH_MATCH, SERVER_RESTARTS, TOO_SLOW, Socket
from games.models import Status
from games.selectors.waiting import count_waiting, notices_of_bot
from games.state.errors import Busy, NotFound

KEEP_ALIVE_SECONDS = 15.0  # without a frame, after which an empty line says that the stream is still there
OF_ONE = 20  # streams of one reader, in each process
OF_ALL = 1_000

BUSY = "busy"
ENDED_BY = {SIGNED_OUT: "signed_out", NO_SUCH_MATCH: "not_found", TOO_SLOW: "too_slow", SERVER_RESTARTS: "restart"}


class _Seen(Struct):
    """What of a frame has to be known here."""

    type: str
    status: str = ""


_read_seen = Decoder(_Seen).decode


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a stream.

    ``name`` is what streams are counted by; ``user_id`` whose view it is, None for the public's; ``holder`` and
    ``session`` are who, and the mark of the token, that the stream ends with, at ``ends`` at the latest.
    """

    name: str
    user_id: int | None = None
    holder: int | None = None
    session: str = ""
    ends: datetime | None = None


class Streams:
    """The streams of one process; all of it on the hub's loop. A stream is counted from its first line to its last."""

    def __init__(self, hub: Hub, site: Site) -> None:
        self.hub = hub
        self._site = site
        self._open: Counter[str] = Counter()

    def check_room(self, reader: Reader) -> None:
        """Whether there may be one more. Raises Busy."""
        if self._open[reader.name] >= OF_ONE or self._open.total() >= OF_ALL:
            raise Busy

    async def match(self, code: str, reader: Reader) -> AsyncIterator[str]:
        """The states of a match, as the reader may see it, until it is over."""
        lines = _Lines(reader)
        try:
            with self._counted(reader, lines.socket):
                watch = await self.hub.join(code, lines.socket)
                try:
                    async for line in lines.read():
                        yield line
                finally:
                    self.hub.leave(watch, lines.socket)
        except NotFound:
            yield _last_line(ENDED_BY[NO_SUCH_MATCH])
        except Busy:
            yield _last_line(BUSY)

    async def events(self, reader: Reader) -> AsyncIterator[str]:
        """What concerns a bot wherever it plays: first what waits for it now, then each notice."""
        lines = _Lines(reader)
        try:
            with self._counted(reader, lines.socket):
                await self._site.join(lines.socket)
                try:
                    for line in await self._waiting(reader.user_id or 0):
                        yield line
                    yield "\n"  # there may be nothing to say for long, and the reader is to know that it is heard
                    async for line in lines.read():
                        yield line
                finally:
                    self._site.leave(lines.socket)
        except Busy:
            yield _last_line(BUSY)

    async def _waiting(self, user_id: int) -> list[str]:
        """Lines, not frames of the socket: that would take a reader of many for one who is too slow."""
        notices, count = await self._site.read(lambda: (notices_of_bot(user_id), count_waiting(user_id)))
        return [encode_frame(notice_frame(notice, count)) + "\n" for notice in notices]

    @contextmanager
    def _counted(self, reader: Reader, socket: Socket) -> Any:
        self.check_room(reader)  # many may have been let in at the same time
        self._open[reader.name] += 1
        self.hub.start()
        self.hub.doors.add(socket)
        try:
            yield
        finally:
            self.hub.doors.remove(socket)
            socket.drop()
            self._open[reader.name] -= 1
            if not self._open[reader.name]:
                del self._open[reader.name]


class _Lines:
    """A socket that is read as lines. Frames wait in the socket, which gives a reader up that is too slow."""

    def __init__(self, reader: Reader) -> None:
        self._frames: asyncio.Queue[str | int] = asyncio.Queue(1)
        self._ends = reader.ends
        self.socket = Socket(self._send, reader.user_id, reader.session, holder=reader.holder, talks=False)

    async def _send(self, message: dict[str, Any]) -> None:
        await self._frames.put(message["code"] if message["type"] == "websocket.close" else message["text"])

    async def read(self) -> AsyncIterator[str]:
        """The lines, to the one that says why it is the last, or to the end of the match."""
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
