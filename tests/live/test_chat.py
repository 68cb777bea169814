"""Chat and spectators over sockets: on one process with SQLite, and on two with PostgreSQL and Valkey."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from http.client import HTTPConnection
from typing import Any, NamedTuple

import pytest
from websockets.exceptions import ConnectionClosed

from tests.live.conftest import OpenPage
from tests.live.test_secrecy import layer_messages
from tests.match_client import MatchClient
from tests.servers import Server


class ChatSite(NamedTuple):
    """The processes of a site, and a match that has just been dealt."""

    servers: tuple[Server, ...]
    match: dict[str, Any]

    def call(self, name: str, *arguments: object) -> Any:
        return self.servers[0].site.call(name, *arguments)


@pytest.fixture(params=["one process", "two processes"])
def chat_site(request: pytest.FixtureRequest) -> ChatSite:
    if request.param == "one process":
        return ChatSite((request.getfixturevalue("server"),), next(request.getfixturevalue("new_matches")))
    return ChatSite(request.getfixturevalue("two_servers"), next(request.getfixturevalue("new_shared_matches")))


@pytest.fixture
def spectators(chat_site: ChatSite, spectator_names: Iterator[str]) -> list[dict[str, Any]]:
    """Two people who have accounts but no seats."""
    return list(chat_site.call("players", [next(spectator_names), next(spectator_names)]))


@pytest.fixture(scope="module")
def spectator_names() -> Iterator[str]:
    return (f"guest{number}" for number in range(1000))


class Sitting(NamedTuple):
    """The pages of both players and of two spectators, spread across the processes."""

    players: list[MatchClient]
    watchers: list[MatchClient]


@pytest.fixture
async def sitting(chat_site: ChatSite, spectators: list[dict[str, Any]], open_page: OpenPage) -> Sitting:
    servers = chat_site.servers
    players = [await open_page(servers[seat % len(servers)], chat_site.match, seat) for seat in (0, 1)]
    there = {**chat_site.match, "players": spectators}
    watchers = [await open_page(servers[place % len(servers)], there, place) for place in (0, 1)]
    for page in (*players, *watchers):
        await first_messages(page)  # otherwise the stored messages might arrive last
    return Sitting(players, watchers)


async def first_messages(page: MatchClient) -> dict[str, Any]:
    """Return the first frame of a page's chat, which contains the earlier messages."""
    return await page.until(lambda frame: frame["type"] == "chat")


async def next_message(page: MatchClient) -> dict[str, Any]:
    """Return the next message sent to the page."""
    frame = await page.until(lambda frame: frame["type"] == "chat" and not frame["whole"])
    line: dict[str, Any] = frame["lines"][0]
    return line


async def all_messages(page: MatchClient) -> list[str]:
    """Request the full chat, and return the texts of its messages. No older message arrives afterwards."""
    await page.send(type="talk")
    frame = await page.until(lambda frame: frame["type"] == "chat" and frame["whole"])
    return [line.get("text") or line["phrase"] for line in frame["lines"]]


def received(page: MatchClient) -> list[str]:
    """Return the texts of all messages that arrived individually, not as part of the full chat."""
    chats = [frame for frame in page.frames if frame["type"] == "chat" and not frame["whole"]]
    return [line.get("text") or line["phrase"] for frame in chats for line in frame["lines"]]


async def test_players_and_spectators_have_separate_chats(chat_site: ChatSite, sitting: Sitting) -> None:
    (anna, badr), (carl, dina) = sitting
    version = anna.state["version"]
    await anna.send(type="say", text=" salam \n badr ")
    await carl.send(type="phrase", key="bravo")
    for page in (anna, badr):
        line = await next_message(page)
        assert (line["seat"], line["name"], line["text"]) == (0, chat_site.match["players"][0]["name"], "salam badr")
        assert line["mine"] is (page is anna)
    for page in (carl, dina):
        line = await next_message(page)
        assert (line["seat"], line["phrase"], line["mine"]) == (None, "bravo", page is carl)
    for page in (anna, badr):
        assert await all_messages(page) == ["salam badr"] == received(page)
    for page in (carl, dina):
        assert await all_messages(page) == ["bravo"] == received(page)
    assert chat_site.call("log", chat_site.match["code"])["version"] == version


async def test_a_late_joiner_reads_the_earlier_messages_of_their_own_room(
    chat_site: ChatSite, sitting: Sitting, open_page: OpenPage
) -> None:
    for number in range(3):
        await sitting.players[0].send(type="say", text=f"line {number}")
        await next_message(sitting.players[1])
    chat = await first_messages(await open_page(chat_site.servers[-1], chat_site.match, 0))
    assert (chat["room"], chat["whole"]) == ("players", True)
    assert [line["text"] for line in chat["lines"]] == ["line 0", "line 1", "line 2"]
    assert all(line["mine"] for line in chat["lines"])
    chat = await first_messages(await open_page(chat_site.servers[-1], chat_site.match, None))
    assert (chat["room"], chat["lines"]) == ("spectators", [])


async def test_messages_of_a_muted_user_are_hidden_until_they_are_unmuted(
    chat_site: ChatSite, sitting: Sitting
) -> None:
    anna, badr = sitting.players
    ids = [player["id"] for player in chat_site.match["players"]]
    await badr.send(type="say", text="before")
    for page in (anna, badr):
        assert (await next_message(page))["text"] == "before"
    chat_site.call("mute", *ids)
    await badr.send(type="say", text="muted")
    assert (await next_message(badr))["text"] == "muted"
    await anna.send(type="say", text="mine")
    assert (await next_message(anna))["text"] == "mine"
    assert received(anna) == ["before", "mine"]
    assert await all_messages(anna) == ["mine"]
    chat_site.call("unmute", *ids)
    assert await all_messages(anna) == ["before", "muted", "mine"]


async def test_a_chat_flood_is_limited_whichever_process_receives_it(
    chat_site: ChatSite, sitting: Sitting, open_page: OpenPage
) -> None:
    anna = sitting.players[0]
    twin = await open_page(chat_site.servers[-1], chat_site.match, 0)
    for number in range(5):
        page = (anna, twin)[number % 2]
        await page.send(type="say", text=str(number))
        await next_message(anna)
    for page in (anna, twin):
        await page.send(type="say", text="too much")
        assert (await page.until(lambda frame: frame["type"] == "refused"))["code"] == "busy"
    assert await all_messages(anna) == ["0", "1", "2", "3", "4"]


async def test_messages_sent_at_once_through_every_process_are_counted_together(
    chat_site: ChatSite, sitting: Sitting, open_page: OpenPage
) -> None:
    pages = [sitting.players[0], *[await open_page(server, chat_site.match, 0) for server in chat_site.servers]]
    for page in pages:
        for number in range(6):
            await page.send(type="say", text=str(number))
        await page.send(type="phrase", key="the end")  # a page's frames are answered in order
    refused = 0
    for page in pages:
        await page.until(lambda frame: frame["type"] == "refused" and frame["code"] == "malformed")
        refused += sum(frame["type"] == "refused" and frame["code"] == "busy" for frame in page.frames)
    kept = await all_messages(sitting.players[1])
    assert 1 <= len(kept) <= 5
    assert len(kept) + refused == 6 * len(pages)


async def test_a_visitor_can_read_but_not_write(chat_site: ChatSite, sitting: Sitting, open_page: OpenPage) -> None:
    nobody = await open_page(chat_site.servers[0], chat_site.match, None)
    await nobody.until(lambda frame: frame["type"] == "chat")
    await nobody.send(type="say", text="salam")
    assert (await nobody.answer())["code"] == "forbidden"
    await sitting.watchers[0].send(type="say", text="salam")
    assert (await next_message(nobody))["text"] == "salam"


async def test_invisible_messages_are_refused_and_the_socket_stays_open(sitting: Sitting) -> None:
    anna = sitting.players[0]
    for frame in ({"type": "say", "text": " \u202e\x00 "}, {"type": "phrase", "key": "howdy"}):
        await anna.send(**frame)
        assert (await anna.answer())["code"] == "malformed"
    assert await all_messages(anna) == []


async def test_the_number_of_spectators_is_sent_to_all(
    chat_site: ChatSite, sitting: Sitting, open_page: OpenPage
) -> None:
    anna, carl = sitting.players[0], sitting.watchers[0]
    await anna.until(lambda frame: frame.get("watching") == 2)
    await open_page(chat_site.servers[-1], chat_site.match, None)
    for page in (anna, carl):
        await page.until(lambda frame: frame.get("watching") == 3)
    await sitting.watchers[1].close()
    for page in (anna, carl):
        await page.until(lambda frame: frame.get("watching") == 2)
    await anna.send(type="sync")
    assert (await anna.until(lambda frame: frame["type"] == "state"))["watching"] == 2


async def test_no_message_text_goes_over_the_channel_layer(
    two_servers: tuple[Server, Server], shared_match: dict[str, Any], open_page: OpenPage
) -> None:
    async with layer_messages(two_servers[0].site) as messages:
        pages = [await open_page(server, shared_match, seat) for seat, server in enumerate(two_servers)]
        for page in pages:
            await page.until(lambda frame: frame["type"] == "chat")
        await pages[0].send(type="say", text="between the two of us")
        assert (await next_message(pages[1]))["text"] == "between the two of us"
    assert "match.said" in str(messages)
    assert "between" not in str(messages)


async def test_of_a_hidden_message_every_page_keeps_only_the_place(
    two_servers: tuple[Server, Server], shared_match: dict[str, Any], open_page: OpenPage
) -> None:
    pages = [await open_page(server, shared_match, seat) for seat, server in enumerate(two_servers)]
    for page in pages:
        await page.until(lambda frame: frame["type"] == "chat")
    await pages[0].send(type="say", text="something foul")
    line, _same = [await next_message(page) for page in pages]
    two_servers[0].site.call("hide_message", line["id"], f"hider-{line['id']}")
    for page in pages:
        await page.until(lambda frame: frame == {"type": "chat_hidden", "ids": [line["id"]]})
        await page.send(type="talk")
        chat = await page.until(lambda frame: frame["type"] == "chat" and frame["whole"])
        assert chat["lines"] == [{"id": line["id"], "removed": True}]


async def closed_with(chat_site: ChatSite, code: str, cookie: str | None) -> int | None:
    """Check that the server closes the socket without sending anything, and return the close code."""
    page = MatchClient(chat_site.servers[-1].port, code, cookie)
    with pytest.raises(ConnectionClosed) as closed:
        await page.open()
    assert page.frames == []
    return closed.value.rcvd.code if closed.value.rcvd else None


async def test_no_address_of_a_table_without_spectators_reveals_that_it_exists(
    chat_site: ChatSite, spectators: list[dict[str, Any]], open_page: OpenPage
) -> None:
    match = chat_site.match
    chat_site.call("close_to_spectators", match["code"])
    player = await open_page(chat_site.servers[0], match, 0)
    assert player.state["status"] == "running"
    for cookie in (None, spectators[0]["cookie"]):
        for code in (match["code"], str(match["id"]), match["code"].lower(), match["code"][:-1], "nosuchmatch1"):
            assert await closed_with(chat_site, code, cookie) == 4404


async def test_no_hand_reaches_a_spectator_whatever_they_send(sitting: Sitting) -> None:
    carl = sitting.watchers[0]
    hands = [card for page in sitting.players for card in page.view["seats"][page.state["me"]]["hand"]]
    for frame in (
        {"type": "sync"},
        {"type": "talk"},
        {"type": "say", "text": hands[0]},
        {"type": "auto_call", "on": True},
        {"type": "move", "version": 1, "move": ["play", hands[0]]},
        {"type": "sync", "seat": 0},
    ):
        await carl.send(**frame)
    await carl.until(lambda frame: frame["type"] == "refused" and frame["code"] == "malformed")
    told = [frame for frame in carl.frames if frame["type"] != "chat"]
    assert not [card for card in hands if f'"{card}"' in str(told).replace("'", '"')]


async def test_spectators_are_disconnected_when_a_match_without_spectators_starts(
    chat_site: ChatSite, spectators: list[dict[str, Any]], spectator_names: Iterator[str], open_page: OpenPage
) -> None:
    table = chat_site.call("table", next(spectator_names), {"players": 2})
    chat_site.call("close_to_spectators", table["code"])
    there = {"code": table["code"], "players": [table["host"], *spectators]}
    host, second, third = [await open_page(chat_site.servers[-1], there, place) for place in range(3)]
    await second.until(lambda frame: frame["type"] == "chat")
    await asyncio.to_thread(sit_down, chat_site.servers[0], spectators[0], table["code"])
    for page in (host, second):
        await page.until(lambda frame: frame["type"] == "state" and frame["status"] == "running")
    with pytest.raises(ConnectionClosed) as closed:
        await third.until(lambda frame: frame["type"] == "state" and frame["status"] != "open")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404
    await host.send(type="say", text="welcome")
    assert (await next_message(second))["seat"] == 0
    assert [frame["room"] for frame in second.frames if frame["type"] == "chat"] == ["spectators", "players", "players"]


def sit_down(server: Server, person: dict[str, Any], code: str) -> None:
    """Take a seat with a request to this server. On SQLite, a server announces only its own changes to its pages."""
    token = "x" * 32
    headers = {"Cookie": f"sessionid={person['cookie']}; csrftoken={token}", "X-CSRFToken": token}
    line = HTTPConnection("127.0.0.1", server.port)
    line.request("POST", f"/t/{code}/sit/", headers=headers)
    assert line.getresponse().status == 302
    line.close()
