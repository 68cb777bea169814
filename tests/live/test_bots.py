"""Bots and streams on real servers: the example bot plays, and a stream sends the same frames as a socket."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from games.live.streams import OF_ONE
from games.rules.game import Game
from tests.api_client import EXAMPLE, Stream, ask, example_bot, wait_for
from tests.live.conftest import OpenPage
from tests.live.test_drain import PATIENCE_SECONDS
from tests.live.test_secrecy import known_from_log
from tests.live.test_suspended import AT_ONCE_SECONDS, post
from tests.secrecy import check_frame, check_salts
from tests.servers import Server, Site

Servers = tuple[Server, Server]
Bot = dict[str, Any]

SHORT = {"players": 2, "target": 11}

_numbers = count()
_bots: dict[Path, list[Bot]] = {}  # per site, created together, since each call takes a second


def new_bots(site: Site, many: int) -> list[Bot]:
    if len(_bots.get(site.folder, ())) < many:
        _bots[site.folder] = site.call("bots", [f"Zerda{next(_numbers)}x" for _bot in range(40)])
    return [_bots[site.folder].pop() for _bot in range(many)]


Listen = Callable[..., Stream]


@pytest.fixture
def listen() -> Iterator[Listen]:
    """A function that opens streams; they are closed after the test."""
    opened: list[Stream] = []

    def listen(server: Server, path: str, token: str | None = None, **headers: str) -> Stream:
        opened.append(Stream(server, path, token, **headers))
        return opened[-1]

    yield listen
    for stream in opened:
        stream.close()


@pytest.fixture(params=["one process", "two processes"])
def servers(request: pytest.FixtureRequest) -> Servers:
    """The server that a bot is connected to, and the server that receives all actions affecting the bot."""
    if request.param == "one process":
        server = request.getfixturevalue("server")
        return server, server
    one, other = request.getfixturevalue("two_servers")
    return one, other


def play(servers: Servers, bots: list[Bot], code: str, moves: int, rng: random.Random) -> dict[str, Any]:
    """Have bots make up to this many random moves, stopping if the match ends. Return the first bot's final state."""
    for _move in range(moves):
        states = [ask(servers[0], f"/bot/matches/{code}", bot["token"])[1] for bot in bots]
        if states[0]["status"] != "running":
            break
        bot, state = next((bot, state) for bot, state in zip(bots, states, strict=True) if state["view"]["moves"])
        move = {"version": state["version"], "move": rng.choice(state["view"]["moves"])}
        status, _answer = ask(servers[1], f"/bot/matches/{code}/move", bot["token"], **move)
        assert status == 200
    last: dict[str, Any] = ask(servers[0], f"/bot/matches/{code}", bots[0]["token"])[1]
    return last


def test_the_example_bot_is_short() -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 76


def test_the_example_bot_finishes_every_game_against_the_sites_bot(server: Server) -> None:
    (bot,) = new_bots(server.site, 1)
    codes = server.site.call("matches_against_site_bot", bot["id"], list(Game.registry))

    def found() -> list[dict[str, Any]]:
        matches = [ask(server, f"/matches/{code}")[1] for code in codes]
        return matches if all(match["finished"] for match in matches) else []

    with example_bot(server, bot["token"]) as said:
        over = wait_for(found)
    assert "Traceback" not in said.read_text()
    assert {(match["status"], match["reason"]) for match in over} == {("finished", "rules")}


def test_two_example_bots_are_paired_across_two_servers_and_finish_their_match(two_servers: Servers) -> None:
    site, bots = two_servers[0].site, new_bots(two_servers[0].site, 2)

    def played() -> list[str]:
        codes = site.call("seats_of", [bot["id"] for bot in bots])
        assert codes[0] == codes[1] or not all(codes)
        return [code for code in codes[0] if ask(two_servers[0], f"/matches/{code}")[1]["finished"]]

    with (
        example_bot(two_servers[0], bots[0]["token"], "moroccan"),
        example_bot(two_servers[1], bots[1]["token"], "moroccan"),
    ):
        code = wait_for(played)[0]
    match = ask(two_servers[1], f"/matches/{code}")[1]
    assert (match["status"], match["reason"], match["rated"], match["clock"]) == ("finished", "rules", False, "180+5")
    assert {seat["bot"] for side in match["sides"] for seat in side["seats"]} == {True}
    assert site.call("log_errors", [code]) == []
    assert [server.complaints() for server in two_servers] == [[], []]


async def test_a_stream_sends_what_a_socket_sends_and_no_card_that_its_reader_may_not_know(
    servers: Servers, open_page: OpenPage, listen: Listen
) -> None:
    site, bots = servers[0].site, new_bots(servers[0].site, 2)
    code = site.call("bots_match", [bot["id"] for bot in bots], {"players": 2, "target": 121})
    page = await open_page(servers[1], {"code": code}, None)
    person = site.call("players", [f"cookie{next(_numbers)}"])[0]
    path = f"/matches/{code}/stream"
    streams = {
        None: listen(servers[0], path),
        0: listen(servers[0], path, bots[0]["token"]),
        1: listen(servers[1], path, bots[1]["token"]),
    }
    with_cookie = listen(servers[0], path, Cookie=f"sessionid={person['cookie']}")
    version = play(servers, bots, code, 9, random.Random(5))["version"]
    assert with_cookie.until(lambda frame: frame.get("version", 0) >= version)["me"] is None
    log = site.call("log", code)
    assert len(log["deals"]) == 1
    known, salts = known_from_log(log, 2), [deal["salt"] for deal in log["deals"]]
    await page.reach(version)
    told = {frame["version"]: frame for frame in page.frames if frame["type"] == "state"}
    for seat, stream in streams.items():
        stream.until(lambda frame: frame.get("version", 0) >= version)
        assert stream.content_type.startswith("application/x-ndjson")
        assert {frame["type"] for frame in stream.frames} <= {"state", "presence"}
        for frame in stream.frames:
            check_frame(str(frame), known.may_know(seat), known.may_know(seat), f"a line to {seat}")
            check_salts(str(frame), salts, f"a line to {seat}")
        states = {frame["version"]: frame for frame in stream.frames if frame["type"] == "state"}
        assert {state["me"] for state in states.values()} == {seat}
        shared = states.keys() & told.keys()
        assert version in shared
        if seat is None:
            assert all(states[at]["view"] == told[at]["view"] for at in shared)
        else:
            assert states[version]["view"]["seats"][seat]["hand"]


def test_the_stream_of_a_match_ends_with_it(servers: Servers, listen: Listen) -> None:
    bots = new_bots(servers[0].site, 2)
    code = servers[0].site.call("bots_match", [bot["id"] for bot in bots], SHORT)
    stream = listen(servers[0], f"/matches/{code}/stream")
    assert play(servers, bots, code, 500, random.Random(1))["status"] == "finished"
    assert stream.end()["result"]["reason"] == "rules"
    late = listen(servers[1], f"/matches/{code}/stream", bots[0]["token"])
    assert late.end()["status"] == "finished"


def test_the_same_move_sent_to_both_servers_counts_once(servers: Servers) -> None:
    bots = new_bots(servers[0].site, 2)
    code = servers[0].site.call("bots_match", [bot["id"] for bot in bots], SHORT)
    states = [ask(servers[0], f"/bot/matches/{code}", bot["token"])[1] for bot in bots]
    bot, state = next((bot, state) for bot, state in zip(bots, states, strict=True) if state["view"]["moves"])
    move = {"version": state["version"], "move": state["view"]["moves"][0]}
    answers = [ask(server, f"/bot/matches/{code}/move", bot["token"], **move) for server in servers]
    assert [status for status, _answer in answers] == [200, 409]
    assert answers[1][1]["code"] == "stale"


def test_a_bot_is_notified_of_invitations_turns_and_new_matches(servers: Servers, listen: Listen) -> None:
    site, bots = servers[0].site, new_bots(servers[0].site, 2)
    first = site.call("bots_match", [bot["id"] for bot in bots], SHORT)
    events = listen(servers[0], "/bot/events", bots[0]["token"])
    events.until(lambda frame: (frame.get("kind"), frame.get("code")) == ("started", first))
    _status, opened = ask(servers[1], "/bot/tables", bots[0]["token"], ruleset="moroccan")
    status, _joined = ask(servers[1], f"/bot/matches/{opened['code']}/join", bots[1]["token"], seat=1)
    assert status == 200
    events.until(lambda frame: (frame.get("kind"), frame.get("code")) == ("started", opened["code"]))
    play(servers, bots, first, 6, random.Random(1))
    events.until(lambda frame: (frame.get("kind"), frame.get("code")) == ("turn", first))
    host = site.call("table", f"host{next(_numbers)}", {"players": 2})
    post(servers[1], host["host"], f"/t/{host['code']}/invite/", names=bots[0]["name"])
    asked = events.until(lambda frame: frame.get("kind") == "invited")
    assert (asked["code"], asked["by"]) == (host["code"], host["host"]["name"])


@pytest.fixture(params=["the token is revoked", "the operator is suspended", "the bot is suspended"])
def end_access(request: pytest.FixtureRequest) -> Callable[[Server, Bot], None]:
    """A function that uses a server's pages to end a bot's access."""

    def end_access(server: Server, bot: Bot) -> None:
        if request.param == "the token is revoked":
            post(server, bot["operator"], f"/settings/tokens/{bot['token_id']}/revoke/")
            return
        judge = server.site.call("moderator", f"judge-{next(_numbers)}")
        whom = bot["operator"]["id"] if "operator" in request.param else bot["id"]
        verdict = {"measure": "suspend", "reason": "tried out", "message": "Why.", "duration": "ever"}
        post(server, judge, f"/admin/accounts/user/{whom}/sanction/", **verdict)

    return end_access


def test_ending_a_bots_access_ends_all_its_streams_at_once(
    servers: Servers, end_access: Callable[[Server, Bot], None], listen: Listen
) -> None:
    site, bots = servers[0].site, new_bots(servers[0].site, 2)
    code = site.call("bots_match", [bot["id"] for bot in bots], SHORT)
    streams = [
        listen(servers[0], "/bot/events", bots[0]["token"]),
        listen(servers[1], f"/matches/{code}/stream", bots[0]["token"]),
    ]
    other = listen(servers[0], f"/matches/{code}/stream", bots[1]["token"])
    streams[1].until(lambda frame: frame["type"] == "state")
    end_access(servers[1], bots[0])
    began = time.monotonic()
    for stream in streams:
        assert stream.end() == {"type": "closed", "code": "signed_out"}
    assert time.monotonic() - began < AT_ONCE_SECONDS
    status, _refusal = ask(servers[0], "/bot/matches", bots[0]["token"])
    assert status in {401, 403}
    assert not other.ended


def test_the_number_of_streams_of_a_reader_is_limited(server: Server, listen: Listen) -> None:
    (bot,) = new_bots(server.site, 1)
    streams = [listen(server, "/bot/events", bot["token"]) for _stream in range(OF_ONE)]
    assert {stream.status for stream in streams} == {200}
    wait_for(lambda: ask(server, "/bot/events", bot["token"])[0] == 429)
    refused = listen(server, "/bot/events", bot["token"])
    assert (refused.status, refused.reason, refused.retry_after) == (429, "Too Many Requests", "5")
    streams.pop().close()
    wait_for(lambda: listen(server, "/bot/events", bot["token"]).status == 200)


@pytest.fixture
def ending(sqlite_site: Site) -> Iterator[Server]:
    """A server that the test stops."""
    with Server(sqlite_site) as server:
        yield server


def test_a_stopping_server_announces_it_and_stops(ending: Server, listen: Listen) -> None:
    (bot, other) = new_bots(ending.site, 2)
    code = ending.site.call("bots_match", [bot["id"], other["id"]], SHORT)
    streams = [listen(ending, "/bot/events", bot["token"]), listen(ending, f"/matches/{code}/stream")]
    streams[1].until(lambda frame: frame["type"] == "state")
    assert ending.process is not None
    ending.process.send_signal(signal.SIGTERM)
    for stream in streams:
        assert stream.end() == {"type": "closed", "code": "restart"}
        assert stream.frames[-2]["type"] == "closing"
    ending.process.wait(PATIENCE_SECONDS)
