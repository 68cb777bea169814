"""Rate limits per address: requests, handshakes and sockets."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from accounts.signals import session_mark
from games.live import limits, rate_limiting
from games.live.address_queues import WORKED_ON_AT_ONCE
from games.live.limits import RateLimits
from games.live.peers import Peer as HandshakePeer
from games.live.rate_limiting import Application, limit_requests, limit_sockets
from games.live.socket import TOO_MUCH
from games.services.pairing import ADDRESS_SEEKS_A_MINUTE, check_seeks_of_address
from games.state.errors import Busy
from tests.live.conftest import ADDRESS_FRAMES, RATES


@pytest.fixture(autouse=True)
def without_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send refusals without delay."""
    monkeypatch.setattr(rate_limiting, "RETRY_SECONDS", 0)
    monkeypatch.setattr(rate_limiting, "HANDSHAKE_RETRY_SECONDS", 0)


async def run(
    application: Application, kind: str, address: str = "203.0.113.1", path: str = "/", session: str = ""
) -> list[dict[str, Any]]:
    """Return the messages that a guarded application sends in response to one request or handshake."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    headers = [(b"cookie", f"theme=dark; sessionid={session}".encode())] if session else []
    await application({"type": kind, "path": path, "headers": headers, "client": [address, 1]}, receive, send)
    return sent


async def answer(_scope: Any, _receive: Any, send: Any) -> None:
    """Answer every request with 200."""
    await send({"type": "http.response.start", "status": 200, "headers": []})


async def test_requests_of_an_address_are_answered_429_beyond_its_budget(shared: RateLimits) -> None:
    guarded = limit_requests(answer)
    assert [(await run(guarded, "http"))[0]["status"] for _request in range(7)] == [200] * 5 + [429] * 2
    start, body = await run(guarded, "http")
    assert dict(start["headers"])[b"retry-after"].isdigit()
    assert b"Too many requests" in body["body"]
    start, body = await run(guarded, "http", path="/api/v1/rulesets")
    assert json.loads(body["body"])["code"] == "busy"
    assert (await run(guarded, "http", "203.0.113.2"))[0]["status"] == 200
    assert (await run(guarded, "http", path="/static/js/site/site.js"))[0]["status"] == 200


async def test_an_address_that_goes_on_after_429_is_refused_by_the_guard(now: list[float]) -> None:
    asked: list[str] = []

    async def refuse(scope: Any, _receive: Any, send: Any) -> None:
        asked.append(scope["client"][0])
        await send({"type": "http.response.start", "status": 429, "headers": []})

    guarded = limit_requests(refuse, RateLimits(replace(RATES, requests=10)))
    answers = [(await run(guarded, "http"))[0]["status"] for _request in range(50)]
    assert answers == [429] * 50
    assert len(asked) == 10, "ten times ten requests at once, each of which has cost eleven"
    await run(guarded, "http", "203.0.113.2")
    assert asked[-1] == "203.0.113.2"


async def test_few_requests_of_an_address_are_worked_on_at_once(shared: RateLimits, now: list[float]) -> None:
    working: list[str] = []
    begin, end = asyncio.Event(), asyncio.Event()

    async def stream(scope: Any, _receive: Any, send: Any) -> None:
        working.append(scope["client"][0])
        await begin.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await end.wait()

    guarded = limit_requests(stream, RateLimits(replace(RATES, requests=100)))
    flood = [asyncio.create_task(run(guarded, "http")) for _one in range(3 * WORKED_ON_AT_ONCE)]
    bystander = asyncio.create_task(run(guarded, "http", "203.0.113.2"))
    for _turn in range(ADDRESS_FRAMES + 1):
        await asyncio.sleep(0)
    assert sorted(working) == ["203.0.113.1"] * WORKED_ON_AT_ONCE + ["203.0.113.2"]
    begin.set()  # a response that has started frees its slot, however long it takes
    for _turn in range(50):
        await asyncio.sleep(0)
    assert len(working) == len(flood) + 1
    end.set()
    await asyncio.gather(bystander, *flood)


async def test_handshakes_of_an_address_are_limited(shared: RateLimits, now: list[float]) -> None:
    async def serve(scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept", "address": scope["address"]})

    guarded = limit_sockets(serve)
    answers = [(await run(guarded, "websocket"))[0]["type"] for _socket in range(4)]
    assert answers == ["websocket.accept"] * RATES.address_sockets + ["websocket.close"]
    assert (await run(guarded, "websocket", "203.0.113.2"))[0]["address"] == "203.0.113.2"
    now[0] += 2 / (limits.ADDRESS_SOCKETS_SHARE * RATES.address_sockets)
    assert (await run(guarded, "websocket"))[0]["type"] == "websocket.accept"


async def test_handshakes_of_an_address_are_answered_a_few_at_a_time() -> None:
    looked_up, working = asyncio.Event(), Counter[str]()

    async def serve(scope: Any, _receive: Any, send: Any) -> None:
        working[scope["address"]] += 1
        await looked_up.wait()
        await send({"type": "websocket.accept"})
        await asyncio.Event().wait()  # an open socket no longer counts as in progress

    guarded = limit_sockets(serve, RateLimits(replace(RATES, address_sockets=20)))
    flood = [asyncio.create_task(run(guarded, "websocket", "203.0.113.1")) for _socket in range(ADDRESS_FRAMES + 1)]
    bystander = asyncio.create_task(run(guarded, "websocket", "203.0.113.2"))
    for _turn in range(ADDRESS_FRAMES + 1):
        await asyncio.sleep(0)
    assert working == {"203.0.113.1": WORKED_ON_AT_ONCE, "203.0.113.2": 1}
    looked_up.set()
    for _turn in range(50):
        await asyncio.sleep(0)
    assert working["203.0.113.1"] == len(flood)
    for task in (bystander, *flood):
        task.cancel()
    await asyncio.gather(bystander, *flood, return_exceptions=True)


async def accept(_scope: Any, _receive: Any, send: Any) -> None:
    """An ASGI application that accepts every socket."""
    await send({"type": "websocket.accept"})


async def test_handshakes_of_a_session_are_limited_and_cost_its_neighbours_nothing(now: list[float]) -> None:
    guarded = limit_sockets(accept, RateLimits(replace(RATES, address_sockets=10)))
    burst = int(limits.SESSION_BURST_SHARE * RATES.sockets)

    async def opened(session: str, handshakes: int) -> int:
        answers = [await run(guarded, "websocket", session=session) for _socket in range(handshakes)]
        return [answer[0]["type"] for answer in answers].count("websocket.accept")

    assert await opened("hers", 50) == burst
    assert await opened("his", 2) == 2
    assert await opened("", 50) == 10 - burst - 2
    now[0] += 1 / (limits.SESSION_SOCKETS_SHARE * RATES.sockets)
    assert await opened("hers", 50) == 1


async def test_a_flood_shuts_out_its_session_at_every_address(shared: RateLimits, now: list[float]) -> None:
    guarded = limit_sockets(accept)
    shared.charge_flood(HandshakePeer("203.0.113.1", session_mark("hers")))
    assert (await run(guarded, "websocket", "203.0.113.2", session="hers"))[0]["type"] == "websocket.close"
    assert (await run(guarded, "websocket", "203.0.113.2", session="his"))[0]["type"] == "websocket.accept"


async def test_open_sockets_of_an_address_are_limited(shared: RateLimits, now: list[float]) -> None:
    end = asyncio.Event()

    async def serve(_scope: Any, _receive: Any, _send: Any) -> None:
        await end.wait()

    guarded = limit_sockets(serve)
    serving = [asyncio.create_task(run(guarded, "websocket")) for _socket in range(RATES.address_sockets)]
    await asyncio.sleep(0)
    now[0] += 60
    assert await run(guarded, "websocket") == [
        {"type": "websocket.accept"},
        {"type": "websocket.close", "code": TOO_MUCH},
    ]
    end.set()
    await asyncio.gather(*serving)
    assert (await run(guarded, "websocket"))[0]["type"] == "websocket.close"  # the refused socket was counted too
    now[0] += 60
    assert await run(guarded, "websocket") == []
    assert shared.address_sockets["203.0.113.1"] == 0


def test_control_frames_are_counted_by_address(shared: RateLimits) -> None:
    assert [shared.control_frames.take("203.0.113.1") for _ping in range(ADDRESS_FRAMES + 1)][-1] is False
    assert shared.control_frames.take("203.0.113.2")


@pytest.mark.django_db
def test_searches_are_counted_by_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.services.ratelimit.time.time", lambda: 1_800_000_000.0)
    for _search in range(ADDRESS_SEEKS_A_MINUTE):
        check_seeks_of_address(address="203.0.113.1")
    with pytest.raises(Busy):
        check_seeks_of_address(address="203.0.113.1")
    check_seeks_of_address(address="203.0.113.2")
