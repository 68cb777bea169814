"""The socket of one match: frames in, one service call each, refusals out. It holds no ORM and no rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import asdict

from games.chat.services import say_line, say_phrase
from games.live.hub import Hub
from games.live.line import Line
from games.live.messages import (
    AbortFrame,
    AutoCallFrame,
    BackFrame,
    ClaimFrame,
    Frame,
    MoveFrame,
    PhraseFrame,
    RareFrame,
    RematchFrame,
    Request,
    ResignFrame,
    SayFrame,
    SyncFrame,
    TalkFrame,
    decode_frame,
)
from games.live.socket import NO_SUCH_MATCH
from games.live.watch import Watch
from games.live.writer import Writer
from games.services.leaving import abort_match, claim_win, resign_match
from games.services.play import make_move, set_auto_call
from games.services.presence import note_back
from games.services.receipts import CommandId
from games.services.rematch import offer_rematch
from games.state.errors import Busy, Forbidden, NotFound, Stale

# What carries out each kind of frame; the fields of a frame are the service's parameters.
SERVICES: dict[type[Request], Callable[..., Any]] = {
    MoveFrame: make_move,
    ResignFrame: resign_match,
    ClaimFrame: claim_win,
    AbortFrame: abort_match,
    RematchFrame: offer_rematch,
    BackFrame: note_back,
    SayFrame: say_line,
    PhraseFrame: say_phrase,
    AutoCallFrame: set_auto_call,
}


class MatchConsumer(Line):
    """Whoever may see the match gets its states; who sits there plays."""

    def __init__(self, *, hub: Hub, writer: Writer) -> None:
        super().__init__()
        self.hub = hub
        self.writer = writer
        self.watch: Watch | None = None

    @property
    def version(self) -> int:
        """The version of the match that this process has."""
        return self.watch.version if self.watch is not None else 0

    @property
    def code(self) -> str:
        """The match."""
        return str(self.scope["url_route"]["kwargs"]["code"])

    async def entered(self) -> None:
        """Follow the match."""
        self.hub.doors.add(self.socket)
        try:
            self.watch = await self.hub.join(self.code, self.socket)
        except NotFound:
            await self.socket.close(NO_SUCH_MATCH)

    def left(self) -> None:
        """Follow it no longer."""
        self.hub.doors.remove(self.socket)
        if self.watch is not None:
            self.hub.leave(self.watch, self.socket)

    async def carry_out(self, text: str | None) -> None:
        """Do what a frame asks for. Raises FrameError, ServiceError."""
        if self.watch is not None:  # else there is no such match, and the socket is being closed
            await self._act(decode_frame(text), self.watch)

    async def _act(self, frame: Frame, watch: Watch) -> None:
        if isinstance(frame, SyncFrame):
            await self.hub.send_state(watch, self.socket)
            return
        if isinstance(frame, TalkFrame):
            self.hub.send_talk(watch, self.socket)
            return
        if self.user_id is None:
            raise Forbidden
        if isinstance(frame, RareFrame) and not self.limits.take_rare_command(self.user_id):
            raise Busy
        try:
            await self._command(frame, self.user_id)
        except Stale as error:
            self.refuse(error.code, str(error.message), frame.id)
            if isinstance(frame, MoveFrame):
                await self.hub.send_state(watch, self.socket, beyond=frame.version)

    async def _command(self, frame: Request, user_id: int) -> None:
        """Carry a command out. The match's new state, if there is one, comes from the hub, as to every other page."""
        fields = asdict(frame)
        del fields["id"]
        act = partial(SERVICES[type(frame)], code=self.code, user_id=user_id, **fields)
        if frame.id is None:
            await self.writer.call(self.code, act)
        else:
            command_id = CommandId.of(act, user_id=user_id, place=self.code, client_id=frame.id)
            self.confirm(frame.id, await self.writer.call(self.code, act, command_id))
