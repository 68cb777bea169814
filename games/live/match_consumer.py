"""The WebSocket consumer for matches.

It parses each frame, calls one service and answers. It contains no queries and no rules of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import asdict

from games.chat.services import send_chat_line, send_chat_phrase
from games.live.base_consumer import BaseConsumer
from games.live.hub import Hub
from games.live.match_room import MatchRoom
from games.live.messages import (
    AbortFrame,
    AutoCallFrame,
    BackFrame,
    ChatHistoryFrame,
    ChatLineFrame,
    ChatPhraseFrame,
    ClaimFrame,
    Frame,
    HintFrame,
    MoveFrame,
    RareFrame,
    RematchFrame,
    Request,
    ResignFrame,
    SyncFrame,
    decode_frame,
)
from games.live.socket import NO_SUCH_MATCH
from games.live.writer import Writer
from games.services.hints import ask_for_hint
from games.services.leaving import abort_match, claim_win, resign_match
from games.services.play import make_move, set_auto_call
from games.services.presence import mark_back
from games.services.receipts import CommandId
from games.services.rematch import offer_rematch
from games.state.errors import Busy, Forbidden, NotFound, Stale

# The service for each frame type. A frame's fields are the service's parameters.
SERVICES: dict[type[Request], Callable[..., Any]] = {
    MoveFrame: make_move,
    ResignFrame: resign_match,
    ClaimFrame: claim_win,
    AbortFrame: abort_match,
    RematchFrame: offer_rematch,
    BackFrame: mark_back,
    ChatLineFrame: send_chat_line,
    ChatPhraseFrame: send_chat_phrase,
    AutoCallFrame: set_auto_call,
    HintFrame: ask_for_hint,
}


class MatchConsumer(BaseConsumer):
    """A match socket. Spectators and players receive the match's states; signed-in users can also send commands."""

    def __init__(self, *, hub: Hub, writer: Writer) -> None:
        super().__init__()
        self.hub = hub
        self.writer = writer
        self.code = ""
        self.room: MatchRoom | None = None

    @property
    def version(self) -> int:
        """The match's version in this process."""
        return self.room.version if self.room is not None else 0

    async def on_connect(self) -> None:
        """Join the room of the match."""
        self.code = self.scope["url_route"]["kwargs"]["code"]
        self.hub.connections.add(self.socket)
        try:
            self.room = await self.hub.join(self.code, self.socket)
        except NotFound:
            await self.socket.close(NO_SUCH_MATCH)

    def on_disconnect(self) -> None:
        """Leave the room."""
        self.hub.connections.remove(self.socket)
        if self.room is not None:
            self.hub.leave(self.room, self.socket)

    async def carry_out(self, text: str | None) -> None:
        """Carry out the command in a frame. Raises FrameError, ServiceError."""
        if self.room is not None:  # otherwise, the match does not exist, and the socket is closing
            await self._act(decode_frame(text), self.room)

    async def _act(self, frame: Frame, room: MatchRoom) -> None:
        if isinstance(frame, SyncFrame):
            await self.hub.send_state(room, self.socket)
            return
        if isinstance(frame, ChatHistoryFrame):
            self.hub.send_chat(room, self.socket)
            return
        if self.user_id is None:
            raise Forbidden
        if isinstance(frame, RareFrame) and not self.limits.take_rare_command(self.user_id):
            raise Busy
        try:
            await self._command(frame, self.user_id)
        except Stale as error:
            self.refuse(error.code, str(error.message), frame.id)
            if isinstance(frame, MoveFrame | HintFrame):
                await self.hub.send_state(room, self.socket, beyond=frame.version)

    async def _command(self, frame: Request, user_id: int) -> None:
        """Carry out a command. The hub sends the new state, if there is one, to this page and all others."""
        fields = asdict(frame)
        del fields["id"]
        act = partial(SERVICES[type(frame)], code=self.code, user_id=user_id, **fields)
        if frame.id is None:
            await self.writer.call(self.code, act)
        else:
            command_id = CommandId.of(act, user_id=user_id, place=self.code, client_id=frame.id)
            receipt = await self.writer.call(self.code, act, command_id, partial(self.confirm, frame.id))
            receipt.check()
