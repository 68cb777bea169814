"""Sending a table's chat to the sockets that may receive it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from typing import Any

from accounts.selectors import readers_muting
from games.chat.models import Room
from games.chat.selectors import ChatMessage, find_line, last_lines, room_of
from games.live.db_threads import Read
from games.live.match_room import MatchRoom
from games.live.messages import encode_frame
from games.live.socket import Socket
from games.state.announce import ChatEvent

logger = logging.getLogger(__name__)


class ChatRelay:
    """Sends chat lines. Every process reads them from the database, so only stored lines are sent.

    The lock ``MatchRoom.chat_lock`` ensures that a match's lines are sent in the order in which they were requested, so
    a socket gets the latest lines in its room before any newer line.
    """

    def __init__(self, read: Read, spawn: Callable[[Coroutine[Any, Any, None]], None]) -> None:
        self._read = read
        self._spawn = spawn

    def follow(self, match_room: MatchRoom) -> None:
        """Send the latest lines to each new socket, and to each socket whose user has taken or left a seat."""
        for socket in match_room.sockets:
            if socket.receives_chat and socket.room != room_of(socket.seat):
                self.send(match_room, socket)

    def send(self, match_room: MatchRoom, socket: Socket) -> None:
        """Send a socket the latest lines in its room. They replace everything that was sent to it before."""
        socket.room = room_of(socket.seat)
        self._spawn(self._send(match_room, socket, socket.room))

    def tell(self, match_room: MatchRoom, said: ChatEvent) -> None:
        """Tell the sockets about a chat event: a new line, or a line that has been hidden."""
        self._spawn(self._withdraw(match_room, said.line) if said.hidden else self._announce(match_room, said.line))

    async def _send(self, match_room: MatchRoom, socket: Socket, room: Room) -> None:
        async with match_room.chat_lock:
            if match_room.table is None:
                return
            match_id, reader = match_room.table.match_id, socket.user_id
            try:
                lines = await self._read(lambda: last_lines(match_id, room, reader))
            except Exception:
                logger.exception("could not read the chat of a match")
                return
            if socket.room == room:
                match_room.deliver(socket, _frame(room, lines, reader, whole=True))

    async def _announce(self, match_room: MatchRoom, line_id: int) -> None:
        async with match_room.chat_lock:
            readers = {socket.user_id for socket in match_room.sockets if socket.user_id is not None}
            try:
                line, muting = await self._read(lambda: _read_line(line_id, readers))
            except Exception:
                logger.exception("could not read a chat line")
                return
            if line is None:
                return
            frames = {mine: _frame(line.room, [line], line.user_id if mine else None) for mine in (False, True)}
            for socket in match_room.sockets:
                if socket.room == room_of(socket.seat) == line.room and socket.user_id not in muting:
                    match_room.deliver(socket, frames[socket.user_id == line.user_id])

    async def _withdraw(self, match_room: MatchRoom, line_id: int) -> None:
        async with match_room.chat_lock:
            frame = encode_frame({"type": "chat_hidden", "ids": [line_id]})
            for socket in match_room.sockets:
                if socket.receives_chat:
                    match_room.deliver(socket, frame)


def _read_line(line_id: int, readers: set[int]) -> tuple[ChatMessage | None, frozenset[int]]:
    """Return a line, and the readers who have muted its author."""
    line = find_line(line_id)
    return line, frozenset() if line is None else readers_muting(line.user_id, readers)


def _frame(room: str, lines: list[ChatMessage], reader: int | None, *, whole: bool = False) -> str:
    encoded_lines = [line.as_json(reader) for line in lines]
    return encode_frame({"type": "chat", "room": room, "whole": whole, "lines": encoded_lines})
