"""The socket behind a stream. Its frames are read line by line, with keep-alive lines and a closing line added."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from msgspec import Struct
from msgspec.json import Decoder

from games.live.connections import SIGNED_OUT
from games.live.messages import encode_frame
from games.live.socket import NO_SUCH_MATCH, SERVER_RESTARTS, TOO_SLOW, Socket
from games.models import Status

KEEP_ALIVE_SECONDS = 15.0  # seconds without a frame after which an empty line is sent

ENDED_BY = {SIGNED_OUT: "signed_out", NO_SUCH_MATCH: "not_found", TOO_SLOW: "too_slow", SERVER_RESTARTS: "restart"}


class _Seen(Struct):
    """The frame fields that are needed here."""

    type: str
    status: str = ""


_read_seen = Decoder(_Seen).decode


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a stream.

    ``name`` is the key for counting streams. ``user_id`` is the user whose view is streamed, or None for the public
    view. The stream closes when ``holder`` is suspended, when the token identified by ``session`` is revoked, or when
    the time ``ends`` is reached.
    """

    name: str
    user_id: int | None = None
    holder: int | None = None
    session: str = ""
    ends: datetime | None = None


class StreamLines:
    """A socket that is read line by line. Frames are queued in the socket, which closes if the reader is too slow."""

    def __init__(self, reader: Reader) -> None:
        self._frames: asyncio.Queue[str | int] = asyncio.Queue(1)
        self._ends = reader.ends
        self.socket = Socket(self._send, reader.user_id, reader.session, holder=reader.holder, receives_chat=False)

    async def _send(self, message: dict[str, Any]) -> None:
        await self._frames.put(message["code"] if message["type"] == "websocket.close" else message["text"])

    async def read(self) -> AsyncIterator[str]:
        """Yield lines until the match is over or the stream is closed.

        If the stream is closed early, the last line gives the reason.
        """
        while True:
            try:
                frame = await asyncio.wait_for(self._frames.get(), KEEP_ALIVE_SECONDS)
            except TimeoutError:
                frame = ""
            if self._ends is not None and self._ends <= timezone.now():
                frame = SIGNED_OUT
            if isinstance(frame, int):
                yield last_line(ENDED_BY.get(frame, "error"))
                return
            yield f"{frame}\n"
            if frame:
                seen = _read_seen(frame)
                if seen.type == "state" and seen.status not in {Status.OPEN, Status.RUNNING}:
                    return


def last_line(code: str) -> str:
    """Return the line that ends a stream before its match is over, with a code for the reason."""
    return encode_frame({"type": "closed", "code": code}) + "\n"
