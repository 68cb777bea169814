"""ASGI middleware for rate limits per network address. It refuses before a session, thread or view is involved."""

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
HANDSHAKE_RETRY_SECONDS = 3  # pages allow more time for a socket to open
WORKED_ON_AT_ONCE = 4  # concurrent requests or handshakes per address, each until it is answered
HELD_AT_ONCE = 500  # delayed refusals per address; further ones are sent at once

_HEADERS = [(b"content-type", b"text/plain; charset=utf-8"), (b"retry-after", b"%d" % RETRY_SECONDS)]
_REFUSAL = b"Too many requests. Wait a moment.\n"
_API_HEADERS = [(b"content-type", b"application/json"), *_HEADERS[1:], (b"access-control-allow-origin", b"*")]
_API_REFUSAL = b'{"code": "busy", "message": "Too many requests. Retry after the number of seconds in Retry-After."}'


class _DelayedRefusals:
    """Delay refusals by a few seconds, to slow down clients that wait for an answer before they retry."""

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
    """Limit the concurrent requests or handshakes of each address. The others queue, in order."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.Semaphore] = {}
        self._here: Counter[str] = Counter()

    @asynccontextmanager
    async def take(self, address: str) -> AsyncIterator[Callable[[], None]]:
        """Wait for a turn. It ends with the context, or earlier when the function that the context yields is called."""
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
    """Limit the requests of each address to ``application``: 429 over the rate limit, and a few concurrent requests."""
    delayed_refusals, turns = _DelayedRefusals(RETRY_SECONDS), _ConcurrencyQueue()

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
        await delayed_refusals.wait(address)
        is_api = scope["path"].startswith("/api/v1/")
        headers, body = (_API_HEADERS, _API_REFUSAL) if is_api else (_HEADERS, _REFUSAL)
        headers = [*headers, (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 429, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return guarded


def _noting_response(send: Send, begun: Callable[[], None], refused: Callable[[], None]) -> Send:
    """Wrap ``send`` to call ``begun`` when the response starts, and ``refused`` if it is a 429.

    It does not wait for the response to end: a stream never does, and a slow client must not hold a turn.
    """

    async def watched(message: Any) -> None:
        begun()
        if message.get("status") == HTTPStatus.TOO_MANY_REQUESTS:
            refused()
        await send(message)

    return watched


def limit_sockets(application: Application, limits: RateLimits | None = None) -> Application:
    """Limit the handshakes of sessions and addresses, and the open sockets of addresses.

    Too many handshakes are rejected (403) before the session is looked up, and those of one address are answered a few
    at a time. A socket over the limit is accepted and closed with a code, which a page can read. Sets
    ``scope["address"]`` to the network address that was counted.
    """
    delayed_refusals, turns = _DelayedRefusals(HANDSHAKE_RETRY_SECONDS), _ConcurrencyQueue()

    async def guarded(scope: Any, receive: Any, send: Any) -> None:
        peer = Peer.of_handshake(scope.get("client"), scope["headers"])
        shared = limits or process_limits()
        if not shared.take_handshake(peer):
            await delayed_refusals.wait(peer.address)
            await receive()
            await send({"type": "websocket.close"})
            return
        try:
            with shared.address_sockets.hold(peer.address):
                async with turns.take(peer.address) as end_turn:

                    def answer(message: Any) -> Any:  # not a coroutine: every frame passes here
                        end_turn()
                        return send(message)

                    await application({**scope, "address": peer.address}, receive, answer)
        except TooManyError:
            shared.charge_flood(peer)
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": TOO_MUCH})

    return guarded
