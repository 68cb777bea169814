"""The talk at a table, told to those of its sockets that may read it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from typing import Any

from accounts.selectors import deaf_to
from games.chat.models import Room
from games.chat.selectors import TalkLine, find_line, last_lines, room_of
from games.live.messages import encode_frame
from games.live.reading import Read
from games.live.socket import Socket
from games.live.watch import Watch
from games.state.announce import Said

logger = logging.getLogger(__name__)


class Talk:
    """Lines come from the database, in every process, so that what is told is what is kept.

    ``Watch.talking`` puts what is told about one match in an order. It is taken in the order in which it is asked for:
    a socket gets the last lines of its room before any that is said later.
    """

    def __init__(self, read: Read, spawn: Callable[[Coroutine[Any, Any, None]], None]) -> None:
        self._read = read
        self._spawn = spawn

    def follow(self, watch: Watch) -> None:
        """Send the last lines to every socket that is new, or whose reader has sat down or got up."""
        for socket in watch.sockets:
            if socket.talks and socket.room != room_of(socket.seat):
                self.send(watch, socket)

    def send(self, watch: Watch, socket: Socket) -> None:
        """Send a socket the last lines of its room, which take the place of all that it was sent before."""
        socket.room = room_of(socket.seat)
        self._spawn(self._send(watch, socket, socket.room))

    def tell(self, watch: Watch, said: Said) -> None:
        """Tell the sockets of a line, or that it is hidden."""
        self._spawn(self._withdraw(watch, said.line) if said.hidden else self._tell(watch, said.line))

    async def _send(self, watch: Watch, socket: Socket, room: Room) -> None:
        async with watch.talking:
            if watch.table is None:
                return
            match_id, reader = watch.table.match_id, socket.user_id
            try:
                lines = await self._read(lambda: last_lines(match_id, room, reader))
            except Exception:
                logger.exception("the talk at a table could not be read")
                return
            if socket.room == room:
                watch.deliver(socket, _frame(room, lines, reader, whole=True))

    async def _tell(self, watch: Watch, line_id: int) -> None:
        async with watch.talking:
            readers = {socket.user_id for socket in watch.sockets if socket.user_id is not None}
            try:
                line, deaf = await self._read(lambda: _read_line(line_id, readers))
            except Exception:
                logger.exception("a line could not be read")
                return
            if line is None:
                return
            frames = {mine: _frame(line.room, [line], line.user_id if mine else None) for mine in (False, True)}
            for socket in watch.sockets:
                if socket.room == room_of(socket.seat) == line.room and socket.user_id not in deaf:
                    watch.deliver(socket, frames[socket.user_id == line.user_id])

    async def _withdraw(self, watch: Watch, line_id: int) -> None:
        async with watch.talking:
            frame = encode_frame({"type": "chat_hidden", "ids": [line_id]})
            for socket in watch.sockets:
                if socket.talks:
                    watch.deliver(socket, frame)


def _read_line(line_id: int, readers: set[int]) -> tuple[TalkLine | None, frozenset[int]]:
    """A line, and who of the readers does not want to read it."""
    line = find_line(line_id)
    return line, frozenset() if line is None else deaf_to(line.user_id, readers)


def _frame(room: str, lines: list[TalkLine], reader: int | None, *, whole: bool = False) -> str:
    told = [line.as_json(reader) for line in lines]
    return encode_frame({"type": "chat", "room": room, "whole": whole, "lines": told})
