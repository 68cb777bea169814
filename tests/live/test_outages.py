"""Outages of Valkey and PostgreSQL in the middle of matches on two processes."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from games.live.socket import SERVER_RESTARTS
from tests.match_client import MatchClient, play_on
from tests.outages import FragilePostgreSQL, FragileValkey, ask, fragile_postgresql, fragile_valkey
from tests.servers import Server, Site
from tests.site_client import SiteClient

Tables = list[list[MatchClient]]

MATCHES = 3


@pytest.fixture(scope="module")
def database() -> Iterator[FragilePostgreSQL]:
    with fragile_postgresql() as database:
        yield database


@pytest.fixture(scope="module")
def layer() -> Iterator[FragileValkey]:
    with fragile_valkey() as layer:
        yield layer


@pytest.fixture(scope="module")
def servers(
    database: FragilePostgreSQL, layer: FragileValkey, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[Server]]:
    folder = tmp_path_factory.mktemp("outages")
    site = Site(folder, DATABASE_URL=database.url, RONDA_REDIS_URL=layer.url, RONDA_METRICS="1")
    with Server(site) as one, Server(site) as other:
        yield [one, other]


async def open_tables(servers: list[Server], prefix: str) -> Tables:
    """Start matches whose players are on different processes, and return their pages."""
    plan = {"ruleset": "moroccan", "options": {"players": 2, "target": 121}, "clock": "300+10", "people": 2}
    matches = await asyncio.to_thread(servers[0].site.call, "tables", [plan] * MATCHES, prefix)
    return [
        [await MatchClient(server.port, match["code"], one["cookie"]).open() for server, one in pairs]
        for match in matches
        for pairs in [list(zip(servers, match["players"], strict=True))]
    ]


async def play_all(tables: Tables, moves: int) -> list[list[Any]]:
    """Play in all matches at once; return the moves made in each. All of them were acknowledged."""
    return await asyncio.gather(*(play_on(table, moves, random.Random(5)) for table in tables))


async def until_notified(tables: Tables, part: str) -> None:
    """Wait until every page is notified that this service is down or, if ``part`` is empty, that everything is up."""
    for page in (page for table in tables for page in table):
        if [frame["part"] for frame in page.frames if frame["type"] == "outage"][-1:] != [part]:
            await page.until(lambda frame: frame["type"] == "outage" and frame["part"] == part)


async def check_logs(servers: list[Server], tables: Tables, *parts: list[list[Any]]) -> None:
    """Check that the logs contain exactly the acknowledged moves, in order, and close the pages."""
    codes = [table[0].code for table in tables]
    logs = await asyncio.to_thread(servers[0].site.call, "logs", codes)
    assert [log["made"] for log in logs] == [list(chain(*made)) for made in zip(*parts, strict=True)]
    assert [log["status"] for log in logs] == ["running"] * len(logs)
    for page in (page for table in tables for page in table):
        await page.close()


async def test_matches_and_pages_continue_without_valkey(servers: list[Server], layer: FragileValkey) -> None:
    complained = [len(server.complaints()) for server in servers]  # of the other test's outage, if that came first
    tables = await open_tables(servers, "v")
    before = await play_all(tables, 4)
    layer.kill()
    try:
        await until_notified(tables, "messages")
        during = await play_all(tables, 4)
        await check_pages(servers)
        await check_people(servers)
    finally:
        layer.start()
    await until_notified(tables, "")
    after = await play_all(tables, 4)
    await check_logs(servers, tables, before, during, after)
    for server, earlier in zip(servers, complained, strict=True):
        lines = server.complaints()[earlier:]
        assert [line for line in lines if "is unreachable" not in line and "Redis is" not in line] == []


async def check_pages(servers: list[Server]) -> None:
    """Check that requests with rate limits still work."""
    name = {"username": "newcomer", "password1": "a long password 93", "email": ""}
    for server, path, form, wanted in [
        (servers[0], "/accounts/signup/", name, 302),
        (servers[1], "/accounts/login/", {"login": "newcomer", "password": "a long password 93"}, 302),
        (servers[0], "/accounts/login/", {"login": "newcomer", "password": "a wrong one"}, 200),
        (servers[1], "/play/guest/", {}, 302),
        (servers[0], "/api/v1/rulesets", None, 200),
        (servers[1], "/healthz", None, 200),
    ]:
        status, body, _headers = await asyncio.to_thread(ask, server, path, form)
        assert status == wanted, (path, body)
    metrics = (await asyncio.to_thread(ask, servers[0], "/metrics"))[1]
    assert "ronda_counters_shared 0.0" in metrics
    assert 'ronda_channel_connected{wire="tables"} 0.0' in metrics


async def check_people(servers: list[Server]) -> None:
    """Check that two players on different processes are paired and both are notified."""
    people = await asyncio.to_thread(servers[0].site.call, "players", ["seeker-one", "seeker-two"])
    pages = [await SiteClient(server.port, one["cookie"]).open() for server, one in zip(servers, people, strict=True)]
    for page in pages:
        await page.seek()
    notices = [await page.notice("paired") for page in pages]
    assert notices[0]["code"] == notices[1]["code"]
    assert [notice["by"] for notice in notices] == ["seeker-two", "seeker-one"]
    for page in pages:
        await page.close()


async def test_without_postgresql_nothing_is_lost_and_play_resumes_by_itself(
    servers: list[Server], database: FragilePostgreSQL
) -> None:
    tables = await open_tables(servers, "p")
    before = await play_all(tables, 4)
    cookie = tables[0][0].cookie or ""
    database.kill()
    try:
        await until_notified(tables, "database")
        for table in tables:
            mover = next(page for page in table if page.view["moves"])
            assert (await mover.move(mover.view["moves"][0]))["code"] == "error"
        await check_refusals(servers, cookie)
        with pytest.raises(ConnectionClosed) as closed:
            await MatchClient(servers[0].port, tables[0][0].code, cookie).open()
        assert closed.value.rcvd
        assert closed.value.rcvd.code == SERVER_RESTARTS
    finally:
        database.start()
    await until_notified(tables, "")
    after = await play_all(tables, 4)
    await check_logs(servers, tables, before, after)


async def check_refusals(servers: list[Server], cookie: str) -> None:
    for server in servers:
        for path, form in (("/", None), ("/settings/", None), ("/play/bot/", {}), ("/accounts/login/", {"login": "x"})):
            status, body, headers = await asyncio.to_thread(ask, server, path, form, cookie=cookie)
            assert (status, headers.get("Retry-After")) == (503, "5"), (path, body)
            assert "Back in a moment" in body
        status, body, headers = await asyncio.to_thread(ask, server, "/api/v1/players/somebody")
        assert (status, headers["Retry-After"], json.loads(body)["code"]) == (503, "5", "unreachable")
