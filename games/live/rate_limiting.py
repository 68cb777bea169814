"""ASGI middleware for rate limits by network address. It refuses requests before they use a session, thread or view."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

from django.conf import settings

from accounts.addresses import client_network_of_peer
from games.live.address_queues import ConcurrencyQueue, DelayedRefusals
from games.live.limits import RateLimits, TooManyError, process_limits
from games.live.peers import Peer
from games.live.socket import TOO_MUCH

Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]

RETRY_SECONDS = 1
HANDSHAKE_RETRY_SECONDS = 3  # pages allow more time for a socket to open

_HEADERS = [(b"content-type", b"text/plain; charset=utf-8"), (b"retry-after", b"%d" % RETRY_SECONDS)]
_REFUSAL = b"Too many requests. Wait a moment.\n"
_API_HEADERS = [(b"content-type", b"application/json"), *_HEADERS[1:], (b"access-control-allow-origin", b"*")]
_API_REFUSAL = b'{"code": "busy", "message": "Too many requests. Retry-After says how many seconds to wait."}'


def limit_requests(application: Application, limits: RateLimits | None = None) -> Application:
    """Wrap ``application`` to limit the requests from each address.

    A request over the rate limit gets a 429, and only a few requests from one address are served at the same time.
    """
    delayed_refusals, turns = DelayedRefusals(RETRY_SECONDS), ConcurrencyQueue()

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
        await _send_refusal(scope["path"], send)

    return guarded


async def _send_refusal(path: str, send: Send) -> None:
    headers, body = (_API_HEADERS, _API_REFUSAL) if path.startswith("/api/v1/") else (_HEADERS, _REFUSAL)
    headers = [*headers, (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _noting_response(send: Send, begun: Callable[[], None], refused: Callable[[], None]) -> Send:
    """Wrap ``send`` to call ``begun`` when the response starts, and ``refused`` if it is a 429.

    The end of the response is not awaited, because a stream may never end and a slow client must not hold a slot.
    """

    async def watched(message: Any) -> None:
        begun()
        if message.get("status") == HTTPStatus.TOO_MANY_REQUESTS:
            refused()
        await send(message)

    return watched


def limit_sockets(application: Application, limits: RateLimits | None = None) -> Application:
    """Wrap ``application`` to limit handshakes per session and address, and open sockets per address.

    Handshakes over the limit are rejected (403) before the session is looked up. The others are answered a few at a
    time per address. A socket over the limit is accepted, then closed with a code that the page can read. Sets
    ``scope["address"]`` to the network address that was counted.
    """
    delayed_refusals, turns = DelayedRefusals(HANDSHAKE_RETRY_SECONDS), ConcurrencyQueue()

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

                    def answer(message: Any) -> Any:  # not a coroutine, because every frame passes through it
                        end_turn()
                        return send(message)

                    await application({**scope, "address": peer.address}, receive, answer)
        except TooManyError:
            shared.charge_flood(peer)
            await _close_one_too_many(receive, send)

    return guarded


async def _close_one_too_many(receive: Any, send: Send) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": TOO_MUCH})
