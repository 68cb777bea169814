"""What one network address may ask of this process: refused before it costs a session, a thread or a page."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

from django.conf import settings

from accounts.addresses import client_network_of_peer
from games.live.limits import RateLimits, TooManyError, process_limits
from games.live.peers import Peer
from games.live.socket import TOO_MUCH

Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]

RETRY_SECONDS = 1
HANDSHAKE_RETRY_SECONDS = 3  # a page gives its socket longer to open
WORKED_ON_AT_ONCE = 4  # requests of one address, until each begins to be answered
HELD_AT_ONCE = 500  # refusals of one address that wait: the rest is answered at once

_HEADERS = [(b"content-type", b"text/plain; charset=utf-8"), (b"retry-after", b"%d" % RETRY_SECONDS)]
_REFUSAL = b"Too many requests. Wait a moment.\n"
_API_HEADERS = [(b"content-type", b"application/json"), *_HEADERS[1:], (b"access-control-allow-origin", b"*")]
_API_REFUSAL = b'{"code": "busy", "message": "Too many requests. Retry after the number of seconds in Retry-After."}'


class _DelayedRefusals:
    """Refusals are held back for some seconds: a client that waits for its answer asks less often."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._held: Counter[str] = Counter()

    async def wait(self, address: str) -> None:
        if self._held[address] >= HELD_AT_ONCE:
            return
        self._held[address] += 1
        try:
            await asyncio.sleep(self._seconds)
        finally:
            self._held[address] -= 1
            if not self._held[address]:
                del self._held[address]


class _ConcurrencyQueue:
    """So many requests of an address are worked on at once, in order; the others wait for their turn."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.Semaphore] = {}
        self._here: Counter[str] = Counter()

    @asynccontextmanager
    async def take(self, address: str) -> AsyncIterator[Callable[[], None]]:
        """Wait for a turn, which lasts until the context does or what it gives is called."""
        turn = self._running.setdefault(address, asyncio.Semaphore(WORKED_ON_AT_ONCE))
        is_over = True

        def end() -> None:
            nonlocal is_over
            if not is_over:
                is_over = True
                turn.release()

        self._here[address] += 1
        try:
            await turn.acquire()
            is_over = False
            yield end
        finally:
            end()
            self._here[address] -= 1
            if not self._here[address]:
                del self._here[address], self._running[address]


def limit_requests(application: Application, limits: RateLimits | None = None) -> Application:
    """``application``, with the requests of each address limited: 429 beyond its budget, and a few at once."""
    patience, turns = _DelayedRefusals(RETRY_SECONDS), _ConcurrencyQueue()

    async def guarded(scope: Any, receive: Any, send: Any) -> None:
        address = client_network_of_peer(scope.get("client"), scope["headers"])
        is_static = scope["path"].startswith(settings.STATIC_URL)
        shared = limits or process_limits()
        if is_static and shared.static_requests.take(address):
            await application(scope, receive, send)
            return
        if not is_static and shared.requests.take(address):
            async with turns.take(address) as end_turn:
                await application(
                    scope, receive, _noting_response(send, end_turn, lambda: shared.charge_refusal(address))
                )
            return
        await patience.wait(address)
        is_api = scope["path"].startswith("/api/v1/")
        headers, body = (_API_HEADERS, _API_REFUSAL) if is_api else (_HEADERS, _REFUSAL)
        headers = [*headers, (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 429, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return guarded


def _noting_response(send: Send, begun: Callable[[], None], refused: Callable[[], None]) -> Send:
    """``send``, which tells when the answer begins, and whether it is a refusal.

    It does not wait for the end: a stream has none, and a slow reader must not take up a turn.
    """

    async def watched(message: Any) -> None:
        begun()
        if message.get("status") == HTTPStatus.TOO_MANY_REQUESTS:
            refused()
        await send(message)

    return watched


def limit_sockets(application: Application, limits: RateLimits | None = None) -> Application:
    """``application``, with the handshakes of sessions and addresses, and the open sockets of addresses, limited.

    Too many handshakes are rejected (403), before a session is looked up; too many sockets are accepted and closed with
    a code that a page can read.
    ``scope["address"]`` is what was counted by.
    """
    patience = _DelayedRefusals(HANDSHAKE_RETRY_SECONDS)

    async def guarded(scope: Any, receive: Any, send: Any) -> None:
        peer = Peer.of_handshake(scope.get("client"), scope["headers"])
        shared = limits or process_limits()
        if not shared.take_handshake(peer):
            await patience.wait(peer.address)
            await receive()
            await send({"type": "websocket.close"})
            return
        try:
            with shared.address_sockets.hold(peer.address):
                await application({**scope, "address": peer.address}, receive, send)
        except TooManyError:
            shared.charge_flood(peer)
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": TOO_MUCH})

    return guarded
