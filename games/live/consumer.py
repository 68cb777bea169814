"""The socket of one match: frames in, one service call each, refusals out. It holds no ORM and no rule."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils.translation import gettext as _

from games.live.hub import Hub
from games.live.limits import MALFORMED_FRAMES, Allowance
from games.live.messages import (
    AutoCallFrame,
    Frame,
    FrameError,
    MoveFrame,
    ResignFrame,
    SyncFrame,
    decode_frame,
    encode_frame,
)
from games.live.socket import NO_SUCH_MATCH, TOO_MANY_MALFORMED, Socket
from games.live.watch import Watch
from games.live.writer import Writer
from games.services.errors import Forbidden, NotFound, ServiceError, Stale
from games.services.play import make_move, resign_match, set_auto_call

logger = logging.getLogger(__name__)


class MatchConsumer(AsyncWebsocketConsumer):
    """Channels' consumer without what costs it most.

    It has no channel of its own, since the hub's serves the whole process, and makes no hop to a thread before every
    frame, since that closes old database connections and there are none here.
    """

    def __init__(self, *, hub: Hub, writer: Writer) -> None:
        super().__init__()
        self.hub = hub
        self.writer = writer
        self.allowance = Allowance(settings.RONDA_FRAME_RATE)
        self.malformed = 0
        self.watch: Watch | None = None

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Serve one socket to its end."""
        self.scope = scope
        self.base_send = send
        self.code: str = scope["url_route"]["kwargs"]["code"]
        user = scope["user"]
        self.user_id: int | None = user.pk if user.is_authenticated and user.is_active else None
        self.socket = Socket(send, self.user_id)
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        finally:
            if self.watch is not None:
                self.hub.leave(self.watch, self.socket)
            self.socket.drop()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Hand a server's message to its handler."""
        if message["type"] == "websocket.receive":
            await self._receive(message.get("text"))
        elif message["type"] == "websocket.connect":
            await self._connect()
        else:
            raise StopConsumer

    async def _connect(self) -> None:
        await self.accept()
        try:
            self.watch = await self.hub.join(self.code, self.socket)
        except NotFound:
            await self.socket.close(NO_SUCH_MATCH)

    async def _receive(self, text: str | None) -> None:
        """Answer one frame; whatever becomes of it, the socket stays."""
        if self.watch is None:  # no such match: the socket is being closed
            return
        try:
            if not self.allowance.take():
                self._refuse("busy", _("Too fast. Wait a moment."))
                return
            await self._carry_out(decode_frame(text), self.watch)
        except FrameError:
            await self._count_malformed()
        except ServiceError as error:
            self._refuse(error.code, str(error.message))
        except Exception:
            logger.exception("a frame could not be answered")
            self._refuse("error", _("Something went wrong on the server."))

    async def _carry_out(self, frame: Frame, watch: Watch) -> None:
        """Do what a frame asks for. Raises ServiceError."""
        if isinstance(frame, SyncFrame):
            await self.hub.send_state(watch, self.socket)
            return
        if self.user_id is None:
            raise Forbidden
        whose: dict[str, Any] = {"code": self.code, "user_id": self.user_id}
        if isinstance(frame, ResignFrame):
            await self.writer.call(self.code, partial(resign_match, **whose))
        elif isinstance(frame, AutoCallFrame):
            await self.writer.call(self.code, partial(set_auto_call, on=frame.on, **whose))
        else:
            await self._move(frame, whose, watch)

    async def _move(self, frame: MoveFrame, whose: dict[str, Any], watch: Watch) -> None:
        """Make a move. The table's new state, if there is one, comes from the hub like everybody else's."""
        run = partial(make_move, version=frame.version, move=list(frame.move), **whose)
        try:
            await self.writer.call(self.code, run)
        except Stale as error:
            self._refuse(error.code, str(error.message))
            await self.hub.send_state(watch, self.socket, beyond=frame.version)

    async def _count_malformed(self) -> None:
        self.malformed += 1
        self._refuse("malformed", _("This is not a message that the server knows."))
        if self.malformed >= MALFORMED_FRAMES:
            await self.socket.close(TOO_MANY_MALFORMED)

    def _refuse(self, code: str, message: str) -> None:
        version = self.watch.version if self.watch is not None else 0
        self.socket.deliver(encode_frame({"type": "refused", "code": code, "message": message, "version": version}))
