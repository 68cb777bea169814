"""Valkey and PostgreSQL go away in the middle of matches on two processes, and come back."""

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
from tests.outages import FragilePostgreSQL, FragileValkey, ask, fragile_postgresql, fragile_valkey
from tests.players import Player, play_on
from tests.servers import Server, Site
from tests.site_page import SitePage

Tables = list[list[Player]]

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
    """Running matches; the players of each sit on different processes."""
    plan = {"ruleset": "moroccan", "options": {"players": 2, "target": 121}, "clock": "300+10", "people": 2}
    matches = await asyncio.to_thread(servers[0].site.tool, "tables", [plan] * MATCHES, prefix)
    return [
        [await Player(server.port, match["code"], one["cookie"]).open() for server, one in pairs]
        for match in matches
        for pairs in [list(zip(servers, match["players"], strict=True))]
    ]


async def play_all(tables: Tables, moves: int) -> list[list[Any]]:
    """Play in all matches at once; what was made at each, all of it acknowledged."""
    return await asyncio.gather(*(play_on(table, moves, random.Random(5)) for table in tables))


async def until_told(tables: Tables, part: str) -> None:
    """Wait until every page has been told that this part is away; of none if it is empty."""
    for page in (page for table in tables for page in table):
        if [frame["part"] for frame in page.frames if frame["type"] == "outage"][-1:] != [part]:
            await page.until(lambda frame: frame["type"] == "outage" and frame["part"] == part)


async def check_logs(servers: list[Server], tables: Tables, *parts: list[list[Any]]) -> None:
    """What was acknowledged, all of it and nothing else, is in the logs, in order."""
    codes = [table[0].code for table in tables]
    logs = await asyncio.to_thread(servers[0].site.tool, "logs", codes)
    assert [log["made"] for log in logs] == [list(chain(*made)) for made in zip(*parts, strict=True)]
    assert [log["status"] for log in logs] == ["running"] * len(logs)
    for page in (page for table in tables for page in table):
        await page.close()


async def test_without_valkey_matches_and_pages_go_on(servers: list[Server], layer: FragileValkey) -> None:
    known = {line for server in servers for line in server.complaints()}  # of other tests' outages
    tables = await open_tables(servers, "v")
    before = await play_all(tables, 4)
    layer.kill()
    try:
        await until_told(tables, "messages")
        during = await play_all(tables, 4)
        await check_pages(servers)
        await check_people(servers)
    finally:
        layer.start()
    await until_told(tables, "")
    after = await play_all(tables, 4)
    await check_logs(servers, tables, before, during, after)
    for server in servers:
        new = [line for line in server.complaints() if line not in known]
        assert [line for line in new if "is away" not in line and "Redis is" not in line] == []


async def check_pages(servers: list[Server]) -> None:
    """Whatever counts somebody's attempts works on."""
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
    assert 'ronda_wire_connected{wire="tables"} 0.0' in metrics


async def check_people(servers: list[Server]) -> None:
    """Two on different processes are paired, and each hears of it."""
    people = await asyncio.to_thread(servers[0].site.tool, "players", ["seeker-one", "seeker-two"])
    pages = [await SitePage(server.port, one["cookie"]).open() for server, one in zip(servers, people, strict=True)]
    for page in pages:
        await page.seek()
    notices = [await page.notice("paired") for page in pages]
    assert notices[0]["code"] == notices[1]["code"]
    assert [notice["by"] for notice in notices] == ["seeker-two", "seeker-one"]
    for page in pages:
        await page.close()


async def test_without_postgresql_nothing_is_lost_and_play_goes_on_by_itself(
    servers: list[Server], database: FragilePostgreSQL
) -> None:
    tables = await open_tables(servers, "p")
    before = await play_all(tables, 4)
    cookie = tables[0][0].cookie or ""
    database.kill()
    try:
        await until_told(tables, "database")
        for table in tables:
            mover = next(page for page in table if page.view["moves"])
            assert (await mover.move(mover.view["moves"][0]))["code"] == "error"
        await check_refusals(servers, cookie)
        with pytest.raises(ConnectionClosed) as closed:
            await Player(servers[0].port, tables[0][0].code, cookie).open()
        assert closed.value.rcvd
        assert closed.value.rcvd.code == SERVER_RESTARTS
    finally:
        database.start()
    await until_told(tables, "")
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
