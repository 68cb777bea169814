"""Sockets are closed at once, on every process, when a user is suspended, an account is closed or a session ends."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from http.client import HTTPConnection
from itertools import count
from typing import Any
from urllib.parse import urlencode

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from games.live.presence import REFRESH_SECONDS
from tests.live.conftest import OpenPage
from tests.match_client import MatchClient
from tests.servers import Server
from tests.site_client import SiteClient

OUT = 4403
# If the messages about the suspension or logout were lost, the sockets would be closed within REFRESH_SECONDS. Half of
# that allows for a busy machine, and lost messages would still make half of these tests fail.
AT_ONCE_SECONDS = REFRESH_SECONDS / 2

Servers = tuple[Server, Server]
ServersAndMatch = tuple[Servers, dict[str, Any]]

_numbers = count()


@pytest.fixture(params=["one process", "two processes"])
def servers_and_match(request: pytest.FixtureRequest) -> ServersAndMatch:
    """The servers for two pages of one user, and that user's running match."""
    if request.param == "one process":
        server, match = request.getfixturevalue("server"), request.getfixturevalue("match")
        return (server, server), match
    return request.getfixturevalue("two_servers"), request.getfixturevalue("shared_match")


async def closed(socket: ClientConnection) -> int | None:
    """Return the close code of a socket."""
    try:
        while True:
            await socket.recv()
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd else None


def post(server: Server, person: dict[str, Any], path: str, *, expected: int = 302, **fields: str) -> None:
    """Send a form and check the status, by default a redirect."""
    token = "a" * 32
    headers = {"Cookie": f"sessionid={person['cookie']}; csrftoken={token}", "X-CSRFToken": token}
    line = HTTPConnection("127.0.0.1", server.port)
    line.request("POST", path, urlencode(fields), headers | {"Content-Type": "application/x-www-form-urlencoded"})
    answer = line.getresponse()
    assert answer.status == expected, answer.read().decode()
    line.close()


async def raw(server: Server, cookie: str, path: str) -> ClientConnection:
    return await connect(
        f"ws://127.0.0.1:{server.port}{path}",
        origin=Origin(server.url),
        additional_headers={"Cookie": f"sessionid={cookie}"},
        proxy=None,
    )


async def test_a_suspended_player_loses_all_sockets_and_can_open_none(
    servers_and_match: ServersAndMatch, open_page: OpenPage
) -> None:
    (one, other), match = servers_and_match
    person = match["players"][0]
    table = await open_page(one, match, 0)
    site = await SiteClient(other.port, person["cookie"]).open()
    opponent = await open_page(other, match, 1)
    judge = one.site.call("moderator", f"judge-{next(_numbers)}")
    verdict = {"measure": "suspend", "reason": "tried out", "message": "You know why.", "duration": "ever"}
    await asyncio.to_thread(post, one, judge, f"/admin/accounts/user/{person['id']}/sanction/", **verdict)
    async with asyncio.timeout(AT_ONCE_SECONDS):
        assert await closed(table.socket) == OUT
        assert await closed(site.socket) == OUT
    for path in ("/ws/site/", f"/ws/match/{match['code']}/"):
        again = await raw(other, person["cookie"], path)
        with suppress(ConnectionClosed):
            await again.send('{"type":"seek","ruleset":"moroccan","clock":"300+10","rated":false}')
        assert await closed(again) == OUT
    await opponent.send(type="sync")  # other users stay connected
    await opponent.until(lambda frame: frame["type"] == "state" and not frame["seats"][0]["online"])
    assert opponent.state["status"] == "running"


async def test_ending_a_session_closes_only_its_own_sockets(
    servers_and_match: ServersAndMatch, open_page: OpenPage
) -> None:
    (one, other), match = servers_and_match
    person = match["players"][0]
    table = await open_page(other, match, 0)
    opponent: MatchClient = await open_page(one, match, 1)
    await asyncio.to_thread(post, one, person, "/accounts/logout/")
    assert await closed(table.socket) == OUT
    await opponent.send(type="sync")
    await opponent.until(lambda frame: frame["type"] == "state" and not frame["seats"][0]["online"])


async def test_closing_an_account_closes_all_its_sockets_at_once(
    servers_and_match: ServersAndMatch, open_page: OpenPage
) -> None:
    (one, other), match = servers_and_match
    person = match["players"][0]
    table = await open_page(one, match, 0)
    site = await SiteClient(other.port, person["cookie"]).open()
    opponent: MatchClient = await open_page(other, match, 1)
    await asyncio.to_thread(post, one, person, "/settings/close/", expected=200, understood="on")
    async with asyncio.timeout(AT_ONCE_SECONDS):
        assert await closed(table.socket) == OUT
        assert await closed(site.socket) == OUT
    await opponent.until(lambda frame: frame["type"] == "state" and frame["status"] != "running")
    assert opponent.state["seats"][0]["name"] == f"Closed {person['id']}"
