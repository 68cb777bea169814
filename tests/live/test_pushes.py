"""Push notifications that real servers send and the browsers behind a push service can read."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from typing import Any

import pytest

from tests.live.test_site import Servers, _open_table, _post
from tests.match_client import MatchClient
from tests.push_service import VAPID_KEY, PushService
from tests.servers import Server, Site
from tests.site_client import SiteClient
from tests.threaded_server import running

APPLICATION = "tests.push_site:application"
SETTINGS = {
    "RONDA_VAPID_PRIVATE_KEY": VAPID_KEY,
    "RONDA_CONTACT": "cards@example.org",
    "RONDA_AWAY_DELAY": "0",
    "NO_PROXY": "127.0.0.1",
}

_numbers = count()


@pytest.fixture(params=["one process", "two processes"], scope="module")
def servers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """The servers that the first and the second player connect to, on a site that sends push notifications."""
    folder = tmp_path_factory.mktemp("pushes")
    with ExitStack() as stack:
        if request.param == "one process":
            server = stack.enter_context(Server(Site(folder, **SETTINGS), APPLICATION))
            yield server, server
        else:
            shared = request.getfixturevalue("shared_site").environment
            same = {name: shared[name] for name in ("DATABASE_URL", "RONDA_REDIS_URL")}
            site = Site(folder, **same, **SETTINGS)
            yield stack.enter_context(Server(site, APPLICATION)), stack.enter_context(Server(site, APPLICATION))


@pytest.fixture
def service() -> Iterator[PushService]:
    with running(PushService()) as service:
        yield service


def new_match(servers: Servers, service: PushService) -> dict[str, Any]:
    """Start a match with days per move between two players, each with a browser."""
    match: dict[str, Any] = servers[0].site.call("started_match", 2, "3d", f"push{next(_numbers)}")
    for person in match["players"]:
        person["browser"] = add_device(servers[0].site, person, service)
    return match


def add_device(site: Site, person: dict[str, Any], service: PushService) -> str:
    browser = service.subscribe()
    site.call("add_push_device", person["id"], "fr", browser.facts)
    return browser.endpoint


async def open_table(server: Server, match: dict[str, Any], player: int) -> MatchClient:
    return await MatchClient(server.port, match["code"], match["players"][player]["cookie"]).open()


async def end_turn(page: MatchClient) -> None:
    """Move until it is the other player's turn."""
    own = page.state["me"]
    while page.view["to_act"] == own:
        assert (await page.move(page.view["moves"][0]))["type"] == "state"


async def wait_for_turn(page: MatchClient) -> None:
    while page.view["to_act"] != page.state["me"]:
        await page.next()


async def test_a_turn_is_pushed_to_a_player_who_has_no_page_at_the_table(
    servers: Servers, service: PushService
) -> None:
    match = new_match(servers, service)
    pages = [await open_table(server, match, number) for number, server in enumerate(servers)]
    mover = next(number for number, page in enumerate(pages) if page.view["to_act"] == page.state["me"])
    other = 1 - mover
    await end_turn(pages[mover])
    await wait_for_turn(pages[other])  # the other player sees it: nothing is pushed
    await end_turn(pages[other])
    await wait_for_turn(pages[mover])
    elsewhere = await SiteClient(servers[other].port, match["players"][other]["cookie"]).open()
    await pages[other].close()
    await pages[mover].until(
        lambda frame: frame["type"] == "presence" and not frame["online"][pages[other].state["me"]]
    )
    await end_turn(pages[mover])
    received = await asyncio.to_thread(service.take)
    assert received.browser.endpoint == match["players"][other]["browser"]
    assert (received.content["url"], received.content["lang"]) == (f"/t/{match['code']}/", "fr")
    assert service.received.empty()
    await pages[mover].close()
    await elsewhere.close()
    for server in servers:
        assert server.complaints() == []


async def test_an_invitation_is_pushed_to_a_player_who_has_no_page_of_the_site(
    servers: Servers, service: PushService
) -> None:
    site = servers[0].site
    host, here, away = site.call("players", [f"{name}{next(_numbers)}" for name in ("host", "here", "away")])
    for person in (here, away):
        person["browser"] = add_device(site, person, service)
    page = await SiteClient(servers[1].port, here["cookie"]).open()
    code = await asyncio.to_thread(_open_table, servers[0], host, who="invited", names=here["name"])
    await page.notice("invited")
    await asyncio.to_thread(_post, servers[0], host, f"/t/{code}/invite/", names=away["name"])
    received = await asyncio.to_thread(service.take)
    assert received.browser.endpoint == away["browser"]
    assert host["name"] in received.content["body"]
    assert received.headers["urgency"] == "high"
    assert service.received.empty()
    await page.close()


async def test_the_end_is_pushed_to_a_player_who_is_away(servers: Servers, service: PushService) -> None:
    match = new_match(servers, service)
    page = await open_table(servers[0], match, 0)
    assert (await page.command(type="resign"))["type"] == "done"
    received = await asyncio.to_thread(service.take)
    assert received.browser.endpoint == match["players"][1]["browser"]
    assert received.content["kind"] == "end"
    assert service.received.empty()
    await page.close()
