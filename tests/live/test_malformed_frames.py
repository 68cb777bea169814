"""Malformed frames on a socket change nothing and break nothing."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.live.conftest import OpenPage
from tests.match_client import MatchClient
from tests.servers import Server, Site

Garbage = str | bytes
FRAMES = 1_000

VALID: list[dict[str, Any]] = [
    {"type": "move", "version": 999_999, "move": ["play", "7O"]},
    {"type": "move", "version": 999_999, "move": ["challenge", 1]},
    {"type": "auto_call", "on": True},
    {"type": "phrase", "key": "no such phrase"},
    {"type": "say", "text": " "},
    {"type": "resign"},
]
VALUES: list[Any] = [
    None,
    True,
    -1,
    2**70,
    1.5,
    "",
    "x" * 30,
    "\u0000",
    "ronda\ud83c",
    [],
    [[]],
    {},
    {"type": "resign"},
]


@pytest.fixture(scope="module")
def sqlite_site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A site that runs only this module's matches, because these tests count the rows of the whole site."""
    return Site(tmp_path_factory.mktemp("malformed"))


@pytest.fixture(scope="module")
def new_matches(sqlite_site: Site) -> Iterator[dict[str, Any]]:
    return iter(sqlite_site.call("matches", 2, {"players": 2}))


@pytest.fixture(scope="module")
def server(sqlite_site: Site) -> Iterator[Server]:
    with Server(sqlite_site) as server:
        yield server


def noise(rng: random.Random) -> Garbage:
    return rng.randbytes(rng.randrange(1, 300))


def characters(rng: random.Random) -> Garbage:
    return "".join(chr(rng.choice([rng.randrange(32, 127), rng.randrange(160, 0xD7FF)])) for _ in range(60))


def wrong_value(rng: random.Random) -> Garbage:
    frame = {**rng.choice(VALID[:4])}
    key = rng.choice([key for key in frame if key != "type"])
    frame[key] = rng.choice([value for value in VALUES if value is not frame[key]])
    return json.dumps(frame)


def wrong_type(rng: random.Random) -> Garbage:
    return json.dumps({**rng.choice(VALID), "type": rng.choice(VALUES)})


def unknown_field(rng: random.Random) -> Garbage:
    return json.dumps({**rng.choice(VALID), rng.choice(["seat", "user", "code", ""]): 0})


def broken(rng: random.Random) -> Garbage:
    text = json.dumps(rng.choice(VALID))
    return text[: rng.randrange(1, len(text))]


def wrong_move(rng: random.Random) -> Garbage:
    words = ["play", "announce", "claim", "dance", "7O", "40O", 0, 99, "in-place", ""]
    move = [rng.choice(words) for _word in range(rng.randrange(0, 6))]
    return json.dumps({"type": "move", "version": rng.choice([0, 2, 999_999]), "move": move})


def oversized(rng: random.Random) -> Garbage:
    return json.dumps({"type": "sync", "x": "y" * rng.choice([2_000, 60_000])})


def deep(rng: random.Random) -> Garbage:
    return '{"type":"move","version":1,"move":' + "[" * rng.randrange(2, 1_900)


KINDS: list[Callable[[random.Random], Garbage]] = [
    noise, characters, wrong_value, wrong_type, unknown_field, broken, wrong_move, oversized, deep,
]  # fmt: skip


async def send_all(page: MatchClient, frames: list[Garbage]) -> None:
    """Send the frames and check that each is refused; reconnect when the server closes the socket."""
    for frame in frames:
        try:
            await page.socket.send(frame)
            answer = await page.until(lambda frame: frame["type"] == "refused")  # a state follows "stale"
        except ConnectionClosed as closed:
            if closed.rcvd is None or closed.rcvd.code != 4400:
                raise
            await page.open()
            continue
        assert answer["code"] in {"malformed", "stale", "forbidden"}, frame


def kept(site: Site, code: str) -> list[Any]:
    """Return what the site stores, except for versions, which also change when players connect or disconnect."""
    *rows, _versions = site.call("row_totals")
    return [{**site.call("log", code), "version": None}, rows]


async def test_a_thousand_random_broken_and_oversized_frames_change_nothing(
    server: Server, sqlite_site: Site, match: dict[str, Any], open_page: OpenPage
) -> None:
    before = kept(sqlite_site, match["code"])
    rng = random.Random(23)
    player, stranger = await open_page(server, match, 0), await open_page(server, match, None)
    view = player.view
    garbage = [rng.choice(KINDS)(rng) for _frame in range(FRAMES)]
    await send_all(player, garbage[: FRAMES // 2])
    # A spectator's frames may even be well-formed: without a seat, they have no effect.
    await send_all(stranger, [*garbage[FRAMES // 2 :], *map(json.dumps, VALID)])
    assert (await open_page(server, match, 0)).view == view
    assert kept(sqlite_site, match["code"]) == before
    assert server.complaints() == []


async def test_bytes_that_are_not_a_websocket_leave_no_trace(server: Server, match: dict[str, Any]) -> None:
    rng = random.Random(29)
    hello = f"GET /ws/match/{match['code']}/ HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
    upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    origin = f"Origin: {server.url}\r\n\r\n"
    for opening in (b"", hello.encode(), (hello + upgrade + key + origin).encode()):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(opening + rng.randbytes(500))
        writer.write_eof()
        await reader.read()
        writer.close()
        await writer.wait_closed()
    page = await MatchClient(server.port, match["code"], None).open()
    await page.close()
    assert server.complaints() == []
