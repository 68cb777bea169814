"""Notifications on every page, the live lobby and quick pairing, on one process and on two."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import count
from typing import Any
from urllib.parse import urlencode
from urllib.request import ProxyHandler, Request, build_opener

import pytest

from games.live.socket import SERVER_RESTARTS
from tests.match_client import MatchClient
from tests.servers import Server, Site
from tests.site_client import SiteClient
from tests.views.test_new_table import FORM

Servers = tuple[Server, Server]
OpenPage = Callable[..., Awaitable[SiteClient]]

_numbers = count()


@pytest.fixture(params=["one process", "two processes"])
def servers(request: pytest.FixtureRequest) -> Servers:
    """The servers that the first and the second person are connected to."""
    if request.param == "one process":
        server = request.getfixturevalue("server")
        return server, server
    two: Servers = request.getfixturevalue("two_servers")
    return two


@pytest.fixture
async def people(servers: Servers) -> list[dict[str, Any]]:
    """Two new users."""
    names = [f"{name}{next(_numbers)}" for name in ("amina", "badr")]
    found: list[dict[str, Any]] = servers[0].site.call("players", names)
    return found


@pytest.fixture
async def open_page() -> AsyncIterator[OpenPage]:
    """A function that opens pages; they are closed after the test."""
    opened: list[SiteClient] = []

    async def open_page(server: Server, person: dict[str, Any] | None) -> SiteClient:
        page = await SiteClient(server.port, None if person is None else person["cookie"]).open()
        opened.append(page)
        return page

    yield open_page
    for page in opened:
        await page.close()


async def test_two_players_are_paired_once_and_both_are_sent_to_the_table(
    servers: Servers, people: list[dict[str, Any]], open_page: OpenPage
) -> None:
    pages = [await open_page(server, person) for server, person in zip(servers, people, strict=True)]
    await pages[0].seek()
    told = await pages[0].until(lambda frame: frame["type"] == "seek")
    assert (told["seek"]["clock"], told["seek"]["rating"]) == ("300+10", 1500)
    assert told["seek"]["windows"][0] == [0, 100]
    assert told["seek"]["windows"][-1] == [60_000, None]
    await pages[1].seek()
    notices = [await page.notice("paired") for page in pages]
    assert notices[0]["code"] == notices[1]["code"]
    assert [notice["by"] for notice in notices] == [people[1]["name"], people[0]["name"]]
    sitting = servers[0].site.call("seats_of", [person["id"] for person in people])
    assert sitting == [[notices[0]["code"]]] * 2
    player = await MatchClient(servers[0].port, notices[0]["code"], people[0]["cookie"]).open()
    assert player.state["status"] == "running"
    await player.close()


async def test_many_simultaneous_searches_each_lead_to_one_match(servers: Servers, open_page: OpenPage) -> None:
    site = servers[0].site
    crowd = site.call("players", [f"crowd{next(_numbers)}" for _ in range(16)])
    pages = [await open_page(servers[number % 2], person) for number, person in enumerate(crowd)]
    await asyncio.gather(*(page.seek(clock="180+5") for page in pages))
    notices = await asyncio.gather(*(page.notice("paired") for page in pages))
    codes = [notice["code"] for notice in notices]
    assert sorted(codes.count(code) for code in set(codes)) == [2] * 8
    assert site.call("seats_of", [person["id"] for person in crowd]) == [[code] for code in codes]
    for server in set(servers):
        assert server.complaints() == []


async def test_a_search_survives_a_page_reload_and_can_be_cancelled(
    servers: Servers, people: list[dict[str, Any]], open_page: OpenPage
) -> None:
    first = await open_page(servers[0], people[0])
    await first.seek("mufts", rated=False)
    await first.until(lambda frame: frame["type"] == "seek")
    await first.close()
    again = await open_page(servers[1], people[0])
    await again.send(type="lobby")
    told = await again.until(lambda frame: frame["type"] == "seek")
    assert (told["seek"]["ruleset"], told["seek"]["rated"]) == ("mufts", False)
    await again.send(type="cancel_seek")
    assert (await again.until(lambda frame: frame["type"] == "seek"))["seek"] is None
    other = await open_page(servers[1], people[0])
    await other.send(type="lobby")
    assert (await other.until(lambda frame: frame["type"] == "seek"))["seek"] is None


async def test_a_search_whose_answer_was_lost_is_repeated_but_started_once(
    servers: Servers, people: list[dict[str, Any]], open_page: OpenPage
) -> None:
    seek = {"type": "seek", "id": "a", "ruleset": "mufts", "clock": "300+10", "rated": False}
    one, other = [await open_page(server, people[0]) for server in servers]
    done = {"type": "done", "id": "a", "version": None}
    for page in (one, other):
        await page.send(**seek)
        assert (await page.until(lambda frame: frame["type"] == "seek"))["seek"]["ruleset"] == "mufts"
        assert await page.until(lambda frame: "id" in frame) == done
    await other.send(type="cancel_seek", id="b")
    assert (await other.until(lambda frame: "id" in frame))["type"] == "done"
    await one.send(**seek)  # late, but not a new search
    assert await one.until(lambda frame: "id" in frame) == done
    assert one.frames[-2] == {"type": "seek", "seek": None}
    await one.send(**{**seek, "rated": True})
    assert (await one.until(lambda frame: "id" in frame))["code"] == "id_reused"


async def test_an_open_table_appears_in_every_lobby_and_disappears(
    servers: Servers, people: list[dict[str, Any]], open_page: OpenPage
) -> None:
    looker = await open_page(servers[1], None)
    await looker.send(type="lobby")
    await looker.lobby(lambda html: people[0]["name"] not in html)
    code = await asyncio.to_thread(_open_table, servers[0], people[0])
    html = await looker.lobby(lambda html: f"/t/{code}/sit/" in html)
    assert people[0]["name"] in html
    assert "csrfmiddlewaretoken" not in html
    await asyncio.to_thread(_post, servers[0], people[0], f"/t/{code}/leave/")
    await looker.lobby(lambda html: code not in html)


async def test_a_seek_appears_in_every_lobby_and_disappears_with_the_pairing(
    servers: Servers, people: list[dict[str, Any]], open_page: OpenPage
) -> None:
    looker = await open_page(servers[1], None)
    await looker.send(type="lobby")
    await looker.lobby(lambda html: people[0]["name"] not in html)
    first, second = [await open_page(servers[0], person) for person in people[:2]]
    await first.seek("mufts", rated=False)
    html = await looker.lobby(lambda html: f'data-player="{people[0]["name"]}"' in html)
    assert "csrfmiddlewaretoken" not in html
    await second.seek("mufts", rated=False)
    await looker.lobby(lambda html: "data-player" not in html)
    await first.seek("mufts", rated=True)
    await looker.lobby(lambda html: "data-player" in html)
    await first.send(type="cancel_seek")
    await looker.lobby(lambda html: "data-player" not in html)


async def test_an_invitation_reaches_any_page_and_its_answer_reaches_the_host(
    servers: Servers, people: list[dict[str, Any]], open_page: OpenPage
) -> None:
    host, guest = [await open_page(server, person) for server, person in zip(servers, people, strict=True)]
    stranger = await open_page(servers[1], None)
    fields = {"who": "invited", "names": people[1]["name"]}
    code = await asyncio.to_thread(_open_table, servers[0], people[0], **fields)
    notice = await guest.notice("invited")
    assert (notice["code"], notice["by"], notice["waiting"]) == (code, people[0]["name"], 1)
    assert notice["url"] == f"/t/{code}/"
    await asyncio.to_thread(_post, servers[1], people[1], f"/t/{code}/decline/")
    assert (await host.notice("declined"))["by"] == people[1]["name"]
    await stranger.send(type="sync")
    await stranger.until(lambda frame: frame["type"] == "waiting")
    assert [frame["type"] for frame in stranger.frames] == ["waiting", "waiting"]


async def test_a_player_is_notified_of_their_turn_only_where_the_table_is_not_open(
    servers: Servers, open_page: OpenPage
) -> None:
    match = servers[0].site.call("matches", 1, {"players": 2}, f"turn{next(_numbers)}")[0]
    pages = [await open_page(server, person) for server, person in zip(servers, match["players"], strict=True)]
    first = await MatchClient(servers[0].port, match["code"], match["players"][0]["cookie"]).open()
    mover, other = (0, 1) if first.view["to_act"] == 0 else (1, 0)
    player = await MatchClient(servers[mover].port, match["code"], match["players"][mover]["cookie"]).open()
    if mover == 1:
        await first.close()
    while player.view["to_act"] == mover:
        assert (await player.move(player.view["moves"][0]))["type"] == "state"
    notice = await pages[other].notice("turn")
    assert (notice["code"], notice["waiting"], notice["by"]) == (match["code"], 1, match["players"][mover]["name"])
    assert [frame for frame in pages[mover].frames if frame["type"] == "notice"] == []
    await player.close()
    await first.close()


async def test_a_stopping_server_announces_it_on_every_page(sqlite_site: Site, open_page: OpenPage) -> None:
    person = sqlite_site.call("players", [f"late{next(_numbers)}"])[0]
    with Server(sqlite_site) as server:
        pages = [await open_page(server, person), await open_page(server, None)]
        await pages[1].send(type="lobby")
        await pages[1].until(lambda frame: frame["type"] == "lobby")
        ending = asyncio.create_task(asyncio.to_thread(server.signal, signal.SIGTERM))
        for page in pages:
            await page.until(lambda frame: frame["type"] == "closing")
            await page.socket.wait_closed()
            assert page.socket.close_code == SERVER_RESTARTS
        await ending
        assert server.complaints() == []


@pytest.mark.parametrize(
    "frame", [{"type": "seek", "ruleset": "moroccan"}, {"type": "dance"}, {"type": "lobby", "x": 1}, {"type": "move"}]
)
async def test_an_invalid_frame_is_refused(server: Server, open_page: OpenPage, frame: dict[str, Any]) -> None:
    page = await open_page(server, None)
    await page.send(**frame)
    assert (await page.until(lambda frame: frame["type"] == "refused"))["code"] == "malformed"


async def test_a_visitor_cannot_seek(server: Server, open_page: OpenPage) -> None:
    page = await open_page(server, None)
    await page.seek()
    assert (await page.until(lambda frame: frame["type"] == "refused"))["code"] == "forbidden"


async def test_an_invalid_search_is_refused(
    servers: Servers, people: list[dict[str, Any]], open_page: OpenPage
) -> None:
    page = await open_page(servers[0], people[0])
    await page.seek("poker")
    assert (await page.until(lambda frame: frame["type"] == "refused"))["code"] == "not_found"


async def test_only_one_of_two_simultaneous_rated_tables_is_joined(two_servers: Servers) -> None:
    site = two_servers[0].site
    for _ in range(5):
        hosts = [site.call("table", f"host{next(_numbers)}", {"players": 3}, "300+10") for _ in range(2)]
        guest = site.call("players", [f"hasty{next(_numbers)}"])[0]
        answers = site.call("join_at_once", [host["code"] for host in hosts], guest["id"])
        assert sorted(answers) == ["", "busy_rated"]


async def test_a_player_who_is_paired_while_joining_a_table_plays_one_rated_match(two_servers: Servers) -> None:
    site = two_servers[0].site
    for _ in range(3):
        tables = [site.call("table", f"busy{next(_numbers)}", {"players": 3}, "300+10")["code"] for _ in range(2)]
        people = [person["id"] for person in site.call("players", [f"torn{next(_numbers)}" for _ in range(6)])]
        answers = site.call("pair_and_join_at_once", tables, people, 4)
        assert set(answers) <= {"", "busy_rated"}
        sitting = [len(seats) for seats in site.call("seats_of", people)]
        assert sitting[:2] == [1, 1], "by the door or by being paired"
        assert set(sitting) <= {0, 1}


# ---- forms ----


def _open_table(server: Server, person: dict[str, Any], **fields: str) -> str:
    return _post(server, person, "/tables/new/", **{**FORM, **fields}).rstrip("/").rsplit("/", 1)[1]


def _post(server: Server, person: dict[str, Any], path: str, **fields: str) -> str:
    """Send a form, and return the URL that the response redirects to."""
    token = "a" * 32
    headers = {"Cookie": f"sessionid={person['cookie']}; csrftoken={token}", "X-CSRFToken": token}
    request = Request(server.url + path, urlencode(fields).encode(), headers)  # noqa: S310  our own server
    with build_opener(ProxyHandler({})).open(request) as answer:
        assert answer.url != server.url + path, answer.read().decode()
        return str(answer.url)
