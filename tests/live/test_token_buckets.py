"""Rate limits per account and address, shared by all their sockets, with a fake clock."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.signals import session_mark
from games.live import base_consumer, limits, rate_limiting, token_buckets
from games.live.address_queues import WORKED_ON_AT_ONCE
from games.live.base_consumer import BaseConsumer
from games.live.limits import REFUSED_AT_ONCE, LimitSettings, RateLimits
from games.live.match_consumer import MatchConsumer
from games.live.match_room import MatchRoom
from games.live.peers import Peer as HandshakePeer
from games.live.rate_limiting import Application, limit_requests, limit_sockets
from games.live.socket import TOO_MUCH
from games.services.pairing import ADDRESS_SEEKS_A_MINUTE, check_seeks_of_address
from games.state.errors import Busy

RATES = LimitSettings(frames=2, address_frames=3, sockets=2, address_sockets=3, requests=0.5)
FRAMES, ADDRESS_FRAMES = 6, 9  # at once


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The fake clock, which advances only when a test says so."""
    now = [100.0]
    monkeypatch.setattr(token_buckets, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def shared(now: list[float], monkeypatch: pytest.MonkeyPatch) -> RateLimits:
    """The limits of the process."""
    shared = RateLimits(RATES)
    monkeypatch.setattr(base_consumer, "process_limits", lambda: shared)
    monkeypatch.setattr(rate_limiting, "process_limits", lambda: shared)
    return shared


@pytest.fixture(autouse=True)
def without_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refusals are sent without a delay."""
    monkeypatch.setattr(rate_limiting, "RETRY_SECONDS", 0)
    monkeypatch.setattr(rate_limiting, "HANDSHAKE_RETRY_SECONDS", 0)


class Echo(BaseConsumer):
    """A consumer that counts the frames it receives."""

    done = 0

    async def carry_out(self, text: str | None) -> None:
        self.done += 1


class Peer:
    """An open socket of a user, without a server."""

    def __init__(self, user_id: int | None = None, address: str = "203.0.113.1") -> None:
        who: Any = AnonymousUser()
        if user_id is not None:
            who = SimpleNamespace(pk=user_id, is_authenticated=True, is_active=True, is_suspended=False)
        self.echo = Echo()
        self.sent: list[dict[str, Any]] = []
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._is_idle = asyncio.Event()
        scope = {"user": who, "address": address}
        self._inbox.put_nowait({"type": "websocket.connect"})
        self.serving = asyncio.create_task(self.echo(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        if self._inbox.empty():
            self._is_idle.set()
        return await self._inbox.get()

    async def _send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)

    async def settle(self) -> None:
        """Wait until all frames that were sent are answered."""
        await self._is_idle.wait()
        for _turn in range(5):  # the frames that a task of the socket has not delivered yet
            await asyncio.sleep(0)

    async def send(self, frames: int) -> None:
        for _frame in range(frames):
            self._inbox.put_nowait({"type": "websocket.receive", "text": "{}"})
        self._is_idle.clear()
        await self.settle()

    async def leave(self) -> None:
        self._inbox.put_nowait({"type": "websocket.disconnect"})
        await self.serving

    @property
    def refused(self) -> list[str]:
        return [json.loads(message["text"])["code"] for message in self.sent if "text" in message]

    @property
    def closed(self) -> list[int]:
        return [message["code"] for message in self.sent if message["type"] == "websocket.close"]


async def test_the_sockets_of_an_account_share_its_frames(shared: RateLimits, now: list[float]) -> None:
    one, other, somebody_else = Peer(1), Peer(1), Peer(2)
    await one.send(FRAMES)
    await other.send(2)
    assert (one.echo.done, one.refused) == (FRAMES, [])
    assert (other.echo.done, other.refused) == (0, ["busy", "busy"])
    await somebody_else.send(1)
    assert somebody_else.echo.done == 1
    now[0] += 1
    await other.send(3)
    assert other.echo.done == 2


async def test_reconnecting_brings_no_new_frames(shared: RateLimits) -> None:
    first = Peer(1)
    await first.send(FRAMES)
    await first.leave()
    second = Peer(1)
    await second.send(1)
    assert second.refused == ["busy"]


async def test_strangers_share_the_frames_of_their_address_and_take_none_from_players(shared: RateLimits) -> None:
    strangers = [Peer(), Peer()]
    await strangers[0].send(FRAMES + 1)
    assert strangers[0].refused == ["busy"]
    await strangers[1].send(ADDRESS_FRAMES - FRAMES + 1)
    assert strangers[1].refused == ["busy"]
    player, elsewhere = Peer(1), Peer(address="203.0.113.2")
    await player.send(1)
    await elsewhere.send(1)
    assert (player.echo.done, elsewhere.echo.done) == (1, 1)


async def test_accounts_of_one_address_share_its_frames(shared: RateLimits) -> None:
    first, second, elsewhere = Peer(1), Peer(2), Peer(3, "203.0.113.2")
    await first.send(FRAMES)
    await second.send(FRAMES)
    assert second.refused == ["busy"] * (2 * FRAMES - ADDRESS_FRAMES)
    await elsewhere.send(FRAMES)
    assert elsewhere.refused == []


async def test_a_socket_that_goes_on_beyond_its_budget_is_closed(shared: RateLimits) -> None:
    peer, tab = Peer(1), Peer(1)
    await peer.send(FRAMES + int(REFUSED_AT_ONCE) + 3)
    assert peer.refused == ["busy"] * int(REFUSED_AT_ONCE)
    assert peer.closed == [TOO_MUCH]
    await tab.send(1)
    assert (tab.refused, tab.closed) == (["busy"], [])
    assert not shared.take_handshake(HandshakePeer("203.0.113.1"))
    assert shared.take_handshake(HandshakePeer("203.0.113.2"))


class Written:
    """A writer that records the names of the services that it should run."""

    def __init__(self) -> None:
        self.done: list[str] = []

    async def call(self, _code: str, act: partial[Any]) -> None:
        self.done.append(act.func.__name__)


@pytest.mark.parametrize(
    ("frame", "service"),
    [('{"type":"auto_call","on":true}', "set_auto_call"), ('{"type":"hint","version":1}', "ask_for_hint")],
)
async def test_rare_commands_have_a_smaller_budget_than_moves(
    frame: str, service: str, shared: RateLimits, now: list[float]
) -> None:
    writer: Any = Written()

    def page(user_id: int) -> MatchConsumer:
        page = MatchConsumer(hub=Any, writer=writer)  # type: ignore[arg-type]  # nobody asks it for anything
        page.scope = {"url_route": {"kwargs": {"code": "abc"}}}
        page.user_id, page.room = user_id, MatchRoom("abc")
        return page

    async def toggle(page: MatchConsumer) -> None:
        await page.carry_out(frame)

    one, other = page(1), page(1)
    for tab in [one, other]:
        await toggle(tab)
    with pytest.raises(Busy):
        await toggle(one)
    await one.carry_out('{"type":"move","version":1,"move":["play","1O"]}')
    await toggle(page(2))
    now[0] += 1 / (limits.RARE_SHARE * RATES.frames)
    await toggle(other)
    assert writer.done == [service, service, "make_move", service, service]


async def test_one_socket_too_many_is_closed_and_the_others_stay(shared: RateLimits) -> None:
    tabs = [Peer(1) for _tab in range(RATES.sockets)]
    for tab in tabs:
        await tab.settle()
    refused = Peer(1)
    await refused.send(1)
    assert (refused.closed, refused.echo.done) == ([TOO_MUCH], 0)
    await tabs[0].send(1)
    assert (tabs[0].closed, tabs[0].echo.done) == ([], 1)
    await tabs[0].leave()
    again = Peer(1)
    await again.send(1)
    assert (again.closed, again.echo.done) == ([], 1)
    assert shared.account_sockets["1"] == RATES.sockets


# ---- addresses ----


async def run(
    application: Application, kind: str, address: str = "203.0.113.1", path: str = "/", session: str = ""
) -> list[dict[str, Any]]:
    """Return the response of a guarded application to one request or handshake."""
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
    for _turn in range(10):
        await asyncio.sleep(0)
    assert sorted(working) == ["203.0.113.1"] * WORKED_ON_AT_ONCE + ["203.0.113.2"]
    begin.set()  # a response that has started frees its place, however long it takes
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
        await asyncio.Event().wait()  # an open socket holds no turn

    guarded = limit_sockets(serve, RateLimits(replace(RATES, address_sockets=20)))
    flood = [asyncio.create_task(run(guarded, "websocket", "203.0.113.1")) for _socket in range(10)]
    bystander = asyncio.create_task(run(guarded, "websocket", "203.0.113.2"))
    for _turn in range(10):
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
    """An application that opens every socket."""
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
    assert (await run(guarded, "websocket"))[0]["type"] == "websocket.close"  # the refused one has cost its address
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
