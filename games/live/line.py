"""What the sockets of the site have in common: frames in, one call each, refusals out; limits on both."""

from __future__ import annotations

import logging
from contextlib import ExitStack
from typing import Any

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils.translation import gettext as _

from accounts.signals import session_mark
from games.live.doors import SIGNED_OUT
from games.live.limits import (
    MALFORMED_FRAMES,
    REFUSED_A_SECOND,
    REFUSED_AT_ONCE,
    Allowance,
    TooManyError,
    limits_of_process,
)
from games.live.messages import FrameError, encode_frame, read_id
from games.live.peers import Peer
from games.live.socket import TOO_MANY_MALFORMED, TOO_MUCH, Socket
from games.live.writer import ClosedError
from games.services.receipts import Receipt
from games.state.errors import ServiceError

logger = logging.getLogger(__name__)


class Line(AsyncWebsocketConsumer):
    """Channels' consumer without what costs it most.

    It has no channel of its own, since one serves the whole process, and makes no hop to a thread before every
    frame, since that closes old database connections and there are none here.
    """

    def __init__(self) -> None:
        super().__init__()
        self.limits = limits_of_process()
        self.allowance = Allowance(self.limits.rates.frames)
        self.refusals = Allowance(REFUSED_A_SECOND, REFUSED_AT_ONCE)
        self.places = ExitStack()
        self.malformed = 0

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Serve one socket to its end."""
        self.scope = scope
        self.base_send = send
        user = scope["user"]
        self.is_barred = user.is_authenticated and user.is_barred
        may_act = user.is_authenticated and user.is_active and not self.is_barred
        self.user_id: int | None = user.pk if may_act else None
        self.address: str = scope["address"]
        self.socket = Socket(send, self.user_id, _session_of(scope))
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        finally:
            self.places.close()
            self.left()
            self.socket.drop()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Hand a server's message to its handler."""
        if message["type"] == "websocket.receive":
            await self._receive(message.get("text"))
        elif message["type"] == "websocket.connect":
            await self.accept()
            if self.is_barred:
                await self.socket.close(SIGNED_OUT)
            elif self._finds_place():
                await self.entered()
            else:
                await self._close_as_too_much()
        else:
            raise StopConsumer

    # ---- what each kind of socket does ----

    @property
    def version(self) -> int:
        """The version of what the page looks at, for refusals."""
        return 0

    async def entered(self) -> None:
        """The socket is open."""

    async def carry_out(self, text: str | None) -> None:
        """Do what a frame asks for. Raises FrameError, ServiceError."""

    def left(self) -> None:
        """The socket is gone."""

    # ---- the same for all ----

    def _finds_place(self) -> bool:
        """Whether the account may have one more socket, which then counts until this one is gone."""
        if self.user_id is None:
            return True  # strangers are counted by their address alone
        try:
            self.places.enter_context(self.limits.account_sockets.hold(str(self.user_id)))
        except TooManyError:
            return False
        return True

    async def _receive(self, text: str | None) -> None:
        """Answer one frame."""
        if self.socket.is_closing:
            return
        try:
            if self.limits.take_frame(self.user_id, self.address, self.allowance):
                await self.carry_out(text)
            else:
                await self._refuse_as_busy(read_id(text))
        except FrameError:
            await self._count_malformed(read_id(text))
        except ClosedError:  # the page is about to be closed, and sends it again to the next process
            pass
        except ServiceError as error:
            self.refuse(error.code, str(error.message), read_id(text))
        except Exception:
            logger.exception("a frame could not be answered")
            self.refuse("error", _("Something went wrong on the server."), read_id(text))

    async def _refuse_as_busy(self, frame_id: str | None) -> None:
        """Refuse a frame beyond the budget, and close a socket that goes on sending them."""
        if self.refusals.take():
            self.refuse("busy", _("Too fast. Wait a moment."), frame_id)
        else:
            await self._close_as_too_much()

    async def _close_as_too_much(self) -> None:
        self.limits.charge_flood(Peer(self.address, self.socket.session))
        await self.socket.close(TOO_MUCH)

    async def _count_malformed(self, frame_id: str | None) -> None:
        self.malformed += 1
        self.refuse("malformed", _("Unknown message type."), frame_id)
        if self.malformed >= MALFORMED_FRAMES:
            await self.socket.close(TOO_MANY_MALFORMED)

    def refuse(self, code: str, message: str, frame_id: str | None = None) -> None:
        """Tell the page that its frame, which ``frame_id`` names if it had an id, changed nothing."""
        named = {} if frame_id is None else {"id": frame_id}
        frame = {"type": "refused", "code": code, "message": message, "version": self.version, **named}
        self.socket.deliver(encode_frame(frame))

    def confirm(self, frame_id: str, receipt: Receipt) -> None:
        """Tell the page that the command with this id was carried out. Raises the refusal, if that is the answer."""
        receipt.check()
        self.socket.deliver(encode_frame({"type": "done", "id": frame_id, "version": receipt.version}))


def _session_of(scope: dict[str, Any]) -> str:
    """The mark of the session that a socket belongs to."""
    session = scope.get("session")
    return session_mark(None if session is None else session.session_key)
