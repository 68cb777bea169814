"""Players who disconnect and return, as seen by the others at the table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.match_client import MatchClient, play_on
from tests.servers import Server, Site, postgresql, valkey

Match = dict[str, Any]
Frame = dict[str, Any]

AT_ONCE = {"RONDA_AWAY_DELAY": "0"}


@pytest.fixture(scope="module")
def lone_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """One process on SQLite, which is used as both servers."""
    with Server(Site(tmp_path_factory.mktemp("absence"), **AT_ONCE)) as server:
        yield [server, server]


@pytest.fixture(scope="module")
def pair_of_servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two processes on PostgreSQL and Valkey, on their own site: kills in other tests would give players extra time."""
    with postgresql() as database, valkey() as layer:
        site = Site(tmp_path_factory.mktemp("absence"), DATABASE_URL=database, RONDA_REDIS_URL=layer, **AT_ONCE)
        with Server(site) as one, Server(site) as other:
            yield [one, other]


@pytest.fixture(params=["lone_server", "pair_of_servers"])
def servers(request: pytest.FixtureRequest) -> list[Server]:
    """Servers without a delay: a player counts as disconnected as soon as their last page closes."""
    servers: list[Server] = request.getfixturevalue(request.param)
    return servers


async def open_all(servers: list[Server], match: Match) -> list[MatchClient]:
    """Open a page for each player, alternating between the processes, and return when all players are online."""
    pages = [
        await MatchClient(servers[seat % 2].port, match["code"], player["cookie"]).open()
        for seat, player in enumerate(match["players"])
    ]
    for page in pages:
        await until_state(page, lambda frame: all(seat["grace"] is None for seat in frame["seats"]))
        while not all(seat["online"] for seat in page.state["seats"]):
            frame = await page.next()
            for seat, online in enumerate(frame.get("online", ())):
                page.state["seats"][seat]["online"] = online
    return pages


async def until_state(page: MatchClient, wanted: Any) -> Frame:
    """Return the first state that satisfies ``wanted``, beginning with the current one."""
    while not wanted(page.state):
        await page.next()
    return page.state


async def play_a_card_each(pages: list[MatchClient]) -> None:
    while pages[0].state["early"]:
        await play_on(pages, 1, random.Random(3))
        await pages[0].reach(max(page.state["version"] for page in pages))


async def test_a_win_is_claimed_from_a_player_who_does_not_return(servers: list[Server]) -> None:
    match = servers[0].site.call("matches", 1, {"players": 2}, "claim")[0]
    stays, goes = await open_all(servers, match)
    await play_a_card_each([stays, goes])
    await goes.close()
    await until_state(stays, lambda frame: frame["seats"][1]["grace"] is not None)
    assert (await stays.command(type="claim_win"))["code"] == "not_yet"
    assert stays.state["status"] == "running"
    servers[0].site.call("end_grace", match["code"])
    await stays.send(type="claim_win")
    ended = await until_state(stays, lambda frame: frame["status"] == "finished")
    assert (ended["result"]["reason"], ended["result"]["seat"], ended["result"]["winners"]) == ("left", 1, [0])
    await stays.close()


async def test_a_player_who_returns_in_time_has_lost_nothing(servers: list[Server]) -> None:
    match = servers[0].site.call("matches", 1, {"players": 2}, "back")[0]
    stays, goes = await open_all(servers, match)
    await play_a_card_each([stays, goes])
    await goes.close()
    await until_state(stays, lambda frame: frame["seats"][1]["grace"] is not None)
    again = await MatchClient(servers[0].port, match["code"], match["players"][1]["cookie"]).open()
    for page in (stays, again):
        await until_state(page, lambda frame: frame["seats"][1]["grace"] is None)
    await play_on([stays, again], 4, random.Random(4))
    for page in (stays, again):
        await page.close()


async def test_a_bot_plays_for_a_disconnected_player_and_gives_the_seat_back(servers: list[Server]) -> None:
    site = servers[0].site
    match = site.call("matches", 1, {"players": 3}, "bot")[0]
    pages = await open_all(servers, match)
    await play_a_card_each(pages)
    goes = next(page for page in pages if page.view["moves"])
    seat = goes.state["me"]
    stay = [page for page in pages if page is not goes]
    await goes.close()
    for page in stay:
        await until_state(page, lambda frame: frame["seats"][seat]["grace"] is not None)
    site.call("end_grace", match["code"])
    for page in stay:
        await until_state(page, lambda frame: frame["seats"][seat]["stand_in"])
        await until_state(page, lambda frame: frame["view"]["to_act"] != seat)
    moved = [made for _number, made, _move in site.call("log", match["code"])["moves"]]
    assert moved[-1] == seat, "the bot has played"
    again = await MatchClient(servers[0].port, match["code"], match["players"][seat]["cookie"]).open()
    for page in [*stay, again]:
        await until_state(page, lambda frame: not frame["seats"][seat]["stand_in"])
    assert again.state["me"] == seat
    await play_on(sorted([*stay, again], key=lambda page: page.state["me"]), 6, random.Random(5))
    for page in [*stay, again]:
        await page.close()


async def test_the_servers_logged_no_errors(servers: list[Server]) -> None:
    for server in servers:
        assert server.complaints() == []
