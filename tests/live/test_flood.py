"""A player cannot delay the end of their turn with a flood of requests."""

from __future__ import annotations

import asyncio
from itertools import cycle
from typing import Any

import pytest

from tests.live.conftest import OpenPage
from tests.match_client import MatchClient
from tests.servers import Server

SOCKETS = 3


async def flood(player: MatchClient) -> str:
    """Create new versions of the match until a change is refused. Return the error code."""
    for on in cycle([True, False]):
        await player.send(type="auto_call", on=on)
        await player.send(type="sync")  # guarantees an answer even if another socket made the same change
        if (frame := await player.next())["type"] == "refused":
            return str(frame["code"])
    raise AssertionError


@pytest.mark.parametrize("kind", ["sqlite", "shared"])
async def test_a_flood_of_requests_does_not_delay_the_end_of_a_turn(
    request: pytest.FixtureRequest, open_page: OpenPage, kind: str
) -> None:
    servers: list[Server] = (
        [request.getfixturevalue("server")] if kind == "sqlite" else list(request.getfixturevalue("two_servers"))
    )
    site = servers[0].site
    match: dict[str, Any] = site.call("started_match", 2, "600+5", f"flood-{kind}")
    bystanders: dict[str, Any] = site.call("started_match", 2, "600+5", f"calm-{kind}")
    calm = await open_page(servers[0], bystanders, 0)
    clocks = calm.state["clock"]
    opponent = await open_page(servers[-1], match, 0)
    seat = opponent.state["view"]["to_act"]
    watching = await open_page(servers[-1], match, 1 - seat)
    flooding = [await open_page(servers[number % len(servers)], match, seat) for number in range(SOCKETS)]
    floods = [asyncio.create_task(flood(player)) for player in flooding]
    await asyncio.to_thread(site.call, "pass_time", match["code"], 700.0)
    await watching.until(lambda frame: frame["type"] == "state" and frame["status"] != "running")
    assert set(await asyncio.gather(*floods)) == {"match_over"}
    result = watching.state["result"]
    assert (watching.state["status"], result["reason"], result["seat"]) == ("finished", "timeout", seat)
    late = await open_page(servers[0], match, seat)
    await late.send(type="move", version=late.state["version"], move=["announce", "nothing"])
    refused = await late.until(lambda frame: frame["type"] == "refused")
    assert refused["code"] == "match_over"
    await calm.send(type="sync")
    state = await calm.until(lambda frame: frame["type"] == "state")
    assert state["clock"]["banks"] == clocks["banks"]
    assert state["clock"]["left"] <= clocks["left"], "nobody was given time"
