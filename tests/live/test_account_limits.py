"""An account's rate limits, which all its sockets share, tested with a fake clock."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from games.live import limits
from games.live.base_consumer import BaseConsumer
from games.live.limits import REFUSED_AT_ONCE, RateLimits
from games.live.match_consumer import MatchConsumer
from games.live.match_room import MatchRoom
from games.live.peers import Peer as HandshakePeer
from games.live.socket import TOO_MUCH
from games.state.errors import Busy
from tests.live.conftest import ADDRESS_FRAMES, FRAMES, RATES


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
        """Wait until all frames that were sent have been answered."""
        await self._is_idle.wait()
        for _turn in range(5):  # let the socket's task deliver the remaining frames
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
    """A writer that records the names of the services that it is asked to run."""

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
        page = MatchConsumer(hub=Any, writer=writer)  # type: ignore[arg-type]  # the hub is not used
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
