"""Two processes on PostgreSQL and Valkey show the same match to everyone."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from tests.live.conftest import OpenPage
from tests.match_client import MatchClient, play_on, without_cuts
from tests.servers import Server, Site, free_port

Servers = tuple[Server, Server]


@pytest.fixture
async def pages(two_servers: Servers, shared_match: dict[str, Any], open_page: OpenPage) -> list[MatchClient]:
    """The pages of both players of a match, each on a different process."""
    return [await open_page(server, shared_match, seat) for seat, server in enumerate(two_servers)]


async def test_a_match_is_played_across_processes(
    two_servers: Servers, shared_match: dict[str, Any], pages: list[MatchClient]
) -> None:
    made = await play_on(pages, 80, random.Random(7))
    log = two_servers[0].site.call("log", shared_match["code"])
    assert [[seat, move] for _number, seat, move in log["moves"]] == without_cuts(made)
    for page in pages:  # no version was missed, and each arrived once
        versions = [frame["version"] for frame in page.frames if frame["type"] == "state"]
        assert versions == list(range(2, len(made) + 3))


async def test_the_same_move_on_two_processes_at_once_is_made_once_and_stale_once(
    two_servers: Servers, shared_match: dict[str, Any], pages: list[MatchClient], open_page: OpenPage
) -> None:
    mover = next(page for page in pages if page.view["moves"])
    seat = mover.state["me"]
    twins = [mover, await open_page(two_servers[1 - seat], shared_match, seat)]
    for page in twins:
        await page.send(type="move", version=2, move=["announce", "nothing"])
    refusals = []
    for page in twins:
        await page.reach(3)
        await page.send(type="sync")
        await page.until(lambda frame: frame["type"] == "state" and "recent" in frame)
        refusals += [frame["code"] for frame in page.frames if frame["type"] == "refused"]
    assert refusals == ["stale"]
    assert len(two_servers[0].site.call("log", shared_match["code"])["moves"]) == 1


async def test_the_same_id_on_two_processes_at_once_gets_one_answer(
    two_servers: Servers, shared_match: dict[str, Any], pages: list[MatchClient], open_page: OpenPage
) -> None:
    mover = next(page for page in pages if page.view["moves"])
    seat = mover.state["me"]
    twins = [mover, await open_page(two_servers[1 - seat], shared_match, seat)]
    move = {"type": "move", "id": "only", "version": 2, "move": ["announce", "nothing"]}
    answers = await asyncio.gather(*[page.command(**move) for page in twins])
    assert list(answers) == [{"type": "done", "id": "only", "version": 3}] * 2
    assert len(two_servers[0].site.call("log", shared_match["code"])["moves"]) == 1


async def test_presence_is_shared_between_processes(
    two_servers: Servers, shared_match: dict[str, Any], open_page: OpenPage
) -> None:
    one = await open_page(two_servers[0], shared_match, 0)
    other = await open_page(two_servers[1], shared_match, 1)
    both = {"type": "presence", "online": [True, True], "watching": 0}
    await one.until(lambda frame: frame == both)
    await other.until(lambda frame: frame == both)
    await other.close()
    await one.until(lambda frame: frame == {"type": "presence", "online": [True, False], "watching": 0})


async def test_joining_on_another_process_starts_the_match_for_those_who_wait(
    two_servers: Servers, open_page: OpenPage
) -> None:
    site = two_servers[0].site
    table = site.call("table", "waiting-host", {"players": 2})
    guest = site.call("players", ["late-guest"])[0]
    match = {"code": table["code"], "players": [table["host"], guest]}
    host_page = await open_page(two_servers[0], match, 0)
    guest_page = await open_page(two_servers[1], match, 1)
    assert host_page.state["status"] == "open"
    assert host_page.view is None
    assert guest_page.state["me"] is None
    site.call("join_table", table["code"], guest["id"])
    for seat, page in enumerate([host_page, guest_page]):
        await page.until(lambda frame: frame["type"] == "state" and frame["status"] == "running")
        assert page.state["me"] == seat
    await play_on([host_page, guest_page], 1, random.Random(3))
    for seat, page in enumerate([host_page, guest_page]):
        assert page.state["pack"]["cut"]
        assert len(page.view["seats"][seat]["hand"]) == 3


async def test_a_match_voided_by_another_process_ends_on_every_page(
    two_servers: Servers, shared_match: dict[str, Any], pages: list[MatchClient]
) -> None:
    two_servers[0].site.call("void", shared_match["code"], "tried out")
    for page in pages:
        await page.until(lambda frame: frame["type"] == "state" and frame["status"] == "voided")
        assert page.view["moves"] == []


async def test_a_bot_answers_on_whichever_process_acts_first(two_servers: Servers, open_page: OpenPage) -> None:
    match = two_servers[0].site.call("bot_match", "lone", {"players": 2, "target": 5})
    page = await open_page(two_servers[1], match, 0)
    rng = random.Random(11)
    while page.state["status"] == "running":
        if page.view["moves"]:
            assert (await page.move(rng.choice(page.view["moves"])))["type"] == "state"
        else:
            await page.next()
    log = two_servers[0].site.call("log", match["code"])
    assert [number for number, _seat, _move in log["moves"]] == list(range(1, len(log["moves"]) + 1))
    for server in two_servers:
        assert server.complaints() == []


async def test_a_match_continues_while_the_channel_layer_is_down(shared_site: Site, open_page: OpenPage) -> None:
    nobody_there = f"redis://127.0.0.1:{free_port()}"
    lone = Site(shared_site.folder, DATABASE_URL=shared_site.environment["DATABASE_URL"], RONDA_REDIS_URL=nobody_there)
    match = lone.call("matches", 1, {"players": 2}, "lone")[0]
    with Server(lone) as server:
        pages = [await open_page(server, match, seat) for seat in (0, 1)]
        assert len(await play_on(pages, 20, random.Random(31))) == 20
