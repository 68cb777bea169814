"""The site on uvicorn, with the options that docs/operations.md recommends.

Some tests from other modules run again here on uvicorn. With RONDA_TEST_SERVER=uvicorn, all live tests run on it.
"""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.live.conftest import OpenPage
from tests.live.test_bots import (  # noqa: F401  pytest finds fixtures and tests by their names
    Listen,
    listen,
)
from tests.live.test_killed import check_log, kill_with_a_pending_move, open_pages, repeat_move
from tests.live.test_malformed_frames import test_bytes_that_are_not_a_websocket_leave_no_trace  # noqa: F401
from tests.live.test_table import (  # noqa: F401
    test_a_command_with_an_id_is_answered_with_it_and_carried_out_once,
    test_a_move_reaches_every_page_of_the_match,
    test_a_page_of_another_site_cannot_open_a_socket,
    test_a_player_receives_the_table_with_their_own_hand_on_connecting,
    test_a_socket_of_an_unknown_match_is_closed_with_4404,
    test_an_address_without_a_match_is_refused_without_a_traceback,
    test_illegal_forbidden_and_malformed_moves_each_get_their_own_error,
    test_presence_changes_are_sent,
    test_the_log_contains_the_moves_that_were_played,
    test_twenty_malformed_frames_close_the_socket,
)
from tests.match_client import MatchClient, play_on, without_cuts
from tests.servers import Server, Site, answers

MATCHES = 10  # played simultaneously, so that moves are committed in groups


@pytest.fixture(scope="module")
def sqlite_site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A site on SQLite that is served by uvicorn."""
    return Site(tmp_path_factory.mktemp("uvicorn"), asgi_server="uvicorn")


@pytest.fixture(scope="module")
def new_matches(sqlite_site: Site) -> Iterator[dict[str, Any]]:
    return iter(sqlite_site.call("matches", 20 + MATCHES, {"players": 2}))


@pytest.fixture(scope="module")
def server(sqlite_site: Site) -> Iterator[Server]:
    with Server(sqlite_site) as server:
        yield server


async def close_code(page: MatchClient) -> int | None:
    """Return the server's close code for the socket, ignoring earlier frames."""
    with suppress(ConnectionClosed):
        await page.until(lambda _frame: False)
    return page.socket.close_code


async def test_matches_at_once_keep_every_acknowledged_move(
    server: Server, new_matches: Iterator[dict[str, Any]], open_page: OpenPage
) -> None:
    matches = [next(new_matches) for _match in range(MATCHES)]
    tables = [[await open_page(server, match, seat) for seat in (0, 1)] for match in matches]
    made = await asyncio.gather(*(play_on(pages, 10, random.Random(seed)) for seed, pages in enumerate(tables)))
    for match, moves in zip(matches, made, strict=True):
        log = server.site.call("log", match["code"])
        assert [[seat, move] for _number, seat, move in log["moves"]] == without_cuts(moves)
    assert server.complaints() == []


async def test_a_match_is_played_on_uvicorns_own_protocol(tmp_path: Path, open_page: OpenPage) -> None:
    site = Site(tmp_path, asgi_server="plain uvicorn")
    (match,) = site.call("matches", 1, {"players": 2})
    with Server(site) as server:
        pages = [await open_page(server, match, seat) for seat in (0, 1)]
        moves = await play_on(pages, 10, random.Random(7))
        assert [[seat, move] for _number, seat, move in site.call("log", match["code"])["moves"]] == without_cuts(moves)
    assert server.complaints() == []


async def test_players_read_each_others_chat(server: Server, match: dict[str, Any], open_page: OpenPage) -> None:
    one, other = [await open_page(server, match, seat) for seat in (0, 1)]
    await other.until(lambda frame: frame["type"] == "chat")  # the latest lines: none yet
    assert (await one.command(type="say", text="salam"))["type"] == "done"
    told = await other.until(lambda frame: frame["type"] == "chat" and not frame["whole"])
    assert [line["text"] for line in told["lines"]] == ["salam"]


async def test_a_stream_tells_a_move_and_ends_with_the_match(
    server: Server, match: dict[str, Any], open_page: OpenPage, listen: Listen
) -> None:
    pages = [await open_page(server, match, seat) for seat in (0, 1)]
    stream = listen(server, f"/matches/{match['code']}/stream")
    mover = next(page for page in pages if page.view["moves"])
    version = (await mover.move(["announce", "nothing"]))["version"]
    told = await asyncio.to_thread(stream.until, lambda frame: frame.get("version") == version)
    assert told["view"]["seats"][0]["hand"] is None
    assert (await mover.command(type="resign"))["type"] == "done"
    last = await asyncio.to_thread(stream.end)
    assert (last["type"], last["status"]) == ("state", "finished")


async def test_too_long_a_message_closes_its_socket_and_no_other(
    server: Server, match: dict[str, Any], open_page: OpenPage
) -> None:
    one, other = [await open_page(server, match, seat) for seat in (0, 1)]
    await one.socket.send("x" * 65_537)
    assert await close_code(one) == 1009
    await other.send(type="sync")
    await other.until(lambda frame: frame["type"] == "state")
    again = await open_page(server, match, 0)
    assert again.state["version"] == other.state["version"]
    assert server.complaints() == []


async def test_killed_and_then_told_to_end_it_loses_nothing(
    sqlite_site: Site, match: dict[str, Any], listen: Listen
) -> None:
    rng = random.Random(31)
    with Server(sqlite_site) as server:
        pages = await open_pages([server], match)
        known = without_cuts(await play_on(pages, 10, rng))
        under_way = await kill_with_a_pending_move([server], pages, rng)
        log = sqlite_site.call("log", match["code"])
        check_log(log, known, pages)
        server.start()
        pages = await open_pages([server], match)
        await repeat_move(sqlite_site, match, pages, under_way, log)
        await play_on(pages, 5, rng)
        stream = listen(server, f"/matches/{match['code']}/stream")
        await asyncio.to_thread(stream.until, lambda frame: frame["type"] == "state")
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        for page in pages:
            await page.until(lambda frame: frame["type"] == "closing")
            assert not answers(server.port)
            assert await close_code(page) == 4012
        assert await asyncio.to_thread(stream.end) == {"type": "closed", "code": "restart"}
        await asyncio.to_thread(server.process.wait, 30)
    assert server.complaints() == []
