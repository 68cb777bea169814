"""The base class for the site's WebSocket consumers. It answers frames and enforces rate limits."""

from __future__ import annotations

import asyncio
import logging
from contextlib import ExitStack, suppress
from typing import Any
from urllib.parse import parse_qs

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils.translation import get_supported_language_variant, override
from django.utils.translation import gettext as _

from accounts.signals import session_mark
from games.live.connections import SIGNED_OUT
from games.live.limits import (
    MALFORMED_FRAMES,
    REFUSED_A_SECOND,
    REFUSED_AT_ONCE,
    TooManyError,
    process_limits,
)
from games.live.messages import FrameError, encode_frame, read_id
from games.live.peers import Peer
from games.live.socket import TOO_MANY_MALFORMED, TOO_MUCH, Socket
from games.live.token_buckets import TokenBucket
from games.live.websocket_frames import SEND_TEXTS
from games.live.writer import ClosedError
from games.services.receipts import Receipt
from games.state.errors import ServiceError

logger = logging.getLogger(__name__)

MAX_LANGUAGE = 16  # maximum length of a language code


class BaseConsumer(AsyncWebsocketConsumer):
    """A leaner version of Channels' ``AsyncWebsocketConsumer``.

    It has no channel of its own, because the hubs' channels serve the whole process. Before handling each frame,
    Channels' consumer switches to a thread to close old database connections. This one doesn't, because the event loop
    never uses a database connection.
    """

    def __init__(self) -> None:
        super().__init__()
        self.limits = process_limits()
        self.allowance = TokenBucket(self.limits.rates.frames)
        self.refusals = TokenBucket(REFUSED_A_SECOND, REFUSED_AT_ONCE)
        self.places = ExitStack()
        self.malformed = 0

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Serve one socket until it closes."""
        self.scope = scope
        self.base_send = send
        user = scope["user"]
        self.is_suspended = user.is_authenticated and user.is_suspended
        may_act = user.is_authenticated and user.is_active and not self.is_suspended
        self.user_id: int | None = user.pk if may_act else None
        self.address: str = scope["address"]
        self.socket = Socket(
            send,
            self.user_id,
            _session_of(scope),
            language=_language_of(scope),
            send_texts=scope.get("extensions", {}).get(SEND_TEXTS, {}).get("send"),
        )
        try:
            # Run as a separate task, which each frame wakes directly rather than through all the middleware around it.
            await asyncio.create_task(self._answer_frames(receive))
        finally:
            self.places.close()
            self.on_disconnect()
            self.socket.drop()

    async def _answer_frames(self, receive: Any) -> None:
        with override(self.socket.language), suppress(StopConsumer):  # in the context of this task only
            while True:
                await self.dispatch(await receive())

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Pass an ASGI message to its handler."""
        if message["type"] == "websocket.receive":
            await self._receive(message.get("text"))
        elif message["type"] == "websocket.connect":
            await self.accept()
            if self.is_suspended:
                await self.socket.close(SIGNED_OUT)
            elif self._reserve_socket():
                await self.on_connect()
            else:
                await self._close_as_too_much()
        else:
            raise StopConsumer

    # ---- for subclasses ----

    @property
    def version(self) -> int:
        """The version that the page shows. It is sent with each refusal."""
        return 0

    async def on_connect(self) -> None:
        """Handle a newly opened socket."""

    async def carry_out(self, text: str | None) -> None:
        """Carry out the command in a frame. Raises FrameError, ServiceError."""

    def on_disconnect(self) -> None:
        """Clean up after the socket has closed."""

    # ---- shared ----

    def _reserve_socket(self) -> bool:
        """Return whether the account may open another socket. If so, count this socket until it closes."""
        if self.user_id is None:
            return True  # signed-out visitors are limited by address only
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
        except ClosedError:  # the page will reconnect and send the frame again to the next process
            pass
        except ServiceError as error:
            self.refuse(error.code, str(error.message), read_id(text))
        except Exception:
            logger.exception("a frame could not be answered")
            self.refuse("error", _("Something went wrong on the server."), read_id(text))

    async def _refuse_as_busy(self, frame_id: str | None) -> None:
        """Refuse a frame that exceeds the rate limit. Close the socket if it keeps sending such frames."""
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
        """Tell the page that its frame was refused and changed nothing. ``frame_id`` is the frame's id, if any."""
        users_named = {} if frame_id is None else {"id": frame_id}
        frame = {"type": "refused", "code": code, "message": message, "version": self.version, **users_named}
        self.socket.deliver(encode_frame(frame))

    def confirm(self, frame_id: str, receipt: Receipt) -> None:
        """Tell the page that the command with this id was carried out, unless the receipt holds a refusal."""
        if not receipt.refusal:
            self.socket.deliver(encode_frame({"type": "done", "id": frame_id, "version": receipt.version}))


def _language_of(scope: dict[str, Any]) -> str:
    """Return the language named in the page's URL, or the site's default if the site does not offer that language."""
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    try:
        return get_supported_language_variant(query.get("language", [""])[0][:MAX_LANGUAGE])
    except LookupError:
        return settings.LANGUAGE_CODE


def _session_of(scope: dict[str, Any]) -> str:
    """Return the ``session_mark`` of the socket's session."""
    session = scope.get("session")
    return session_mark(None if session is None else session.session_key)
