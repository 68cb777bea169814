"""The frames that a match's pages send and receive, with one real server process and SQLite."""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.live.conftest import OpenPage
from tests.match_client import MatchClient, play_on, without_cuts
from tests.servers import Server, Site


async def test_a_player_receives_the_table_with_their_own_hand_on_connecting(
    server: Server, match: dict[str, Any], open_page: OpenPage
) -> None:
    page = await open_page(server, match, 0)
    assert page.state["status"] == "running"
    assert page.state["me"] == 0
    assert page.state["recent"]
    assert len(page.view["seats"][0]["hand"]) == 3
    assert page.view["seats"][1]["hand"] is None


async def test_anyone_with_the_link_watches_without_hands_or_possible_moves(
    server: Server, match: dict[str, Any], open_page: OpenPage
) -> None:
    page = await open_page(server, match, None)
    assert page.state["me"] is None
    assert [seat["hand"] for seat in page.view["seats"]] == [None, None]
    assert page.view["moves"] == []


async def test_a_move_reaches_every_page_of_the_match(
    server: Server, match: dict[str, Any], open_page: OpenPage
) -> None:
    pages = [await open_page(server, match, seat) for seat in (0, 1, None)]
    mover = next(page for page in pages if page.view["moves"])
    before = mover.state["version"]
    await mover.move(["announce", "nothing"])
    for page in pages:
        assert (await page.reach(before + 1))["events"][0] == {
            "kind": "announce",
            "seat": mover.state["me"],
            "call": "nothing",
        }


async def test_a_repeated_move_without_an_id_is_made_once_and_stale_once(
    server: Server, match: dict[str, Any], open_page: OpenPage
) -> None:
    pages = [await open_page(server, match, seat) for seat in (0, 1)]
    mover = next(page for page in pages if page.view["moves"])
    twin = await open_page(server, match, mover.state["me"])
    version = mover.state["version"]
    for page in (mover, twin):
        await page.send(type="move", version=version, move=["announce", "nothing"])
    refusals = []
    for page in (mover, twin):
        await page.until(lambda frame: frame["type"] == "state" and frame["version"] == version + 1)
        await page.send(type="sync")
        await page.until(lambda frame: frame["type"] == "state" and "recent" in frame)
        refusals += [frame["code"] for frame in page.frames if frame["type"] == "refused"]
    assert refusals == ["stale"]
    assert len(server.site.call("log", match["code"])["moves"]) == 1


async def test_a_command_with_an_id_is_answered_with_it_and_carried_out_once(
    server: Server, match: dict[str, Any], open_page: OpenPage
) -> None:
    pages = [await open_page(server, match, seat) for seat in (0, 1)]
    mover = next(page for page in pages if page.view["moves"])
    twin = await open_page(server, match, mover.state["me"])
    version = mover.state["version"]
    move = {"type": "move", "id": "first", "version": version, "move": ["announce", "nothing"]}
    done = {"type": "done", "id": "first", "version": version + 1}
    assert [await page.command(**move) for page in (mover, twin, mover)] == [done] * 3
    assert len(server.site.call("log", match["code"])["moves"]) == 1


async def test_every_command_of_the_table_takes_an_id(
    server: Server, match: dict[str, Any], open_page: OpenPage
) -> None:
    page, other = await open_page(server, match, 0), await open_page(server, match, 1)
    version = page.state["version"]
    commands: list[dict[str, Any]] = [
        {"type": "auto_call", "on": False},
        {"type": "say", "text": "salam"},
        {"type": "phrase", "key": "hello"},
        {"type": "back"},
        {"type": "abort"},
        {"type": "rematch"},
    ]
    answers = [await page.command(**command, id=command["type"]) for command in commands]
    versions = [None, None, None, None, version + 1, version + 2]
    assert [answer.get("version") for answer in answers] == versions
    assert {answer["type"] for answer in answers} == {"done"}
    assert (await other.command(type="claim_win"))["code"] == "match_over"
    assert (await other.command(type="resign"))["code"] == "match_over"
    assert [await page.command(**command, id=command["type"]) for command in commands] == answers
    await other.reach(version + 2)
    await other.send(type="talk")
    told = await other.until(lambda frame: frame["type"] == "chat" and frame["whole"])
    assert [line.get("text") or line["phrase"] for line in told["lines"]] == ["salam", "hello"]


async def test_a_refusal_has_the_id_and_is_repeated(server: Server, match: dict[str, Any], open_page: OpenPage) -> None:
    pages = [await open_page(server, match, seat) for seat in (0, 1)]
    mover, waiter = sorted(pages, key=lambda page: not page.view["moves"])
    version = mover.state["version"]
    too_early = {"type": "move", "id": "a", "version": version, "move": ["announce", "nothing"]}
    refused = await waiter.command(**too_early)
    assert refused["code"] == "not_your_turn"
    await mover.move(["announce", "nothing"])
    again = await waiter.command(**too_early)
    assert (again["code"], again["message"]) == (refused["code"], refused["message"])
    assert (await waiter.command(type="resign", id="a"))["code"] == "id_reused"
    nobody = await open_page(server, match, None)
    assert (await nobody.command(type="resign"))["code"] == "forbidden"


async def test_a_refused_malformed_frame_has_its_id_if_that_can_be_parsed(
    server: Server, match: dict[str, Any], open_page: OpenPage
) -> None:
    page = await open_page(server, match, 0)
    assert (await page.command(type="resign", id="a", seat=1))["code"] == "malformed"
    for wrong in ("", "a" * 65, "a b", "a\n", 7, ["a"]):
        await page.send(type="resign", id=wrong)
        answer = await page.answer()
        assert (answer["code"], "id" in answer) == ("malformed", False)
    assert server.site.call("log", match["code"])["status"] == "running"


async def test_a_stale_move_is_answered_with_the_state(
    server: Server, match: dict[str, Any], open_page: OpenPage
) -> None:
    page = await open_page(server, match, 0)
    refused = await page.move(["play", "1O"], version=0)
    assert (refused["type"], refused["code"], refused["version"]) == ("refused", "stale", 2)
    assert (await page.next())["type"] == "state"


async def test_a_stale_move_sends_nothing_to_others(server: Server, match: dict[str, Any], open_page: OpenPage) -> None:
    page, other = await open_page(server, match, 0), await open_page(server, match, 1)
    other.frames.clear()
    assert (await page.move(["done"], version=999_999))["code"] == "stale"
    await page.until(lambda frame: frame["type"] == "state")
    await other.send(type="sync")
    await other.until(lambda frame: "recent" in frame)
    assert [frame["type"] for frame in other.frames if frame["type"] not in {"presence", "chat"}] == ["state"]


async def test_illegal_forbidden_and_malformed_moves_each_get_their_own_error(
    server: Server, match: dict[str, Any], new_matches: Iterator[dict[str, Any]], open_page: OpenPage
) -> None:
    pages = [await open_page(server, match, seat) for seat in (0, 1)]
    mover, waiter = sorted(pages, key=lambda page: not page.view["moves"])
    foreign = await open_page(server, {**match, "players": next(new_matches)["players"]}, 0)
    nobody = await open_page(server, match, None)
    assert (await waiter.move(["announce", "nothing"]))["code"] == "not_your_turn"
    assert (await mover.move(["play", mover.view["seats"][mover.state["me"]]["hand"][0]]))["code"] == "not_now"
    assert (await mover.move(["dance"]))["code"] == "malformed"
    assert (await foreign.move(["announce", "nothing"]))["code"] == "forbidden"
    assert (await nobody.move(["announce", "nothing"]))["code"] == "forbidden"
    assert server.site.call("log", match["code"])["moves"] == []


async def test_a_deactivated_user_can_watch_but_cannot_move(
    server: Server, match: dict[str, Any], open_page: OpenPage
) -> None:
    server.site.call("deactivate", match["players"][0]["id"])
    page = await open_page(server, match, 0)
    assert page.state["me"] is None
    await page.send(type="resign")
    assert (await page.answer())["code"] == "forbidden"


async def test_twenty_malformed_frames_close_the_socket(
    server: Server, match: dict[str, Any], open_page: OpenPage
) -> None:
    page = await open_page(server, match, 0)
    for _time in range(20):
        await page.send(type="move", version=1, move=["announce", "nothing"], seat=0)
        assert (await page.answer())["code"] == "malformed"
    with pytest.raises(ConnectionClosed) as closed:
        await page.next()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4400


async def test_a_socket_of_an_unknown_match_is_closed_with_4404(server: Server) -> None:
    with pytest.raises(ConnectionClosed) as closed:
        await MatchClient(server.port, "nothing-here", None).open()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404


async def test_a_page_of_another_site_cannot_open_a_socket(server: Server, match: dict[str, Any]) -> None:
    page = MatchClient(server.port, match["code"], match["players"][0]["cookie"], origin="http://elsewhere.example")
    with pytest.raises(InvalidStatus):
        await page.open()


async def test_an_address_without_a_match_is_refused_without_a_traceback(server: Server) -> None:
    page = MatchClient(server.port, "../nowhere", None)
    with pytest.raises(InvalidStatus):
        await page.open()
    assert server.complaints() == []


async def test_resigning_sends_everyone_the_result(server: Server, match: dict[str, Any], open_page: OpenPage) -> None:
    pages = [await open_page(server, match, seat) for seat in (0, 1, None)]
    await pages[0].send(type="resign")
    for page in pages:
        await page.until(lambda frame: frame["type"] == "state" and frame["status"] == "finished")
        assert page.state["result"]["reason"] == "resigned"
        assert page.state["result"]["winners"] == [1]


async def test_presence_changes_are_sent(server: Server, match: dict[str, Any], open_page: OpenPage) -> None:
    page = await open_page(server, match, 0)
    assert [seat["online"] for seat in page.state["seats"]] == [True, False]
    other = await open_page(server, match, 1)
    await page.until(lambda frame: frame == {"type": "presence", "online": [True, True], "watching": 0})
    twin = await open_page(server, match, 1)
    await other.close()
    await twin.close()
    await page.until(lambda frame: frame == {"type": "presence", "online": [True, False], "watching": 0})


async def test_the_site_makes_automatic_calls_for_a_seat(
    server: Server, match: dict[str, Any], open_page: OpenPage
) -> None:
    pages = [await open_page(server, match, seat) for seat in (0, 1)]
    for page in pages:
        await page.send(type="auto_call", on=True)
        await page.until(lambda frame: frame["type"] == "state" and frame["seats"][frame["me"]]["auto_call"])
    assert pages[0].state["seats"][1]["auto_call"] is None
    await pages[0].until(lambda frame: frame["type"] == "state" and frame["view"]["phase"] == "play")
    assert all(call["call"] for call in pages[0].view["calls"])


async def test_a_match_against_a_bot_is_played_to_its_end(server: Server, open_page: OpenPage) -> None:
    match = server.site.call("bot_match", "lone", {"players": 3, "target": 5})
    page = await open_page(server, match, 0)
    rng = random.Random(3)
    while page.state["status"] == "running":
        if page.view["moves"]:
            assert (await page.move(rng.choice(page.view["moves"])))["type"] == "state"
        else:
            await page.next()
    assert page.state["result"]["reason"] == "rules"
    assert {seat for _number, seat, _move in server.site.call("log", match["code"])["moves"]} == {0, 1, 2}


async def test_the_log_contains_the_moves_that_were_played(
    server: Server, match: dict[str, Any], open_page: OpenPage
) -> None:
    pages = [await open_page(server, match, seat) for seat in (0, 1)]
    made = without_cuts(await play_on(pages, 60, random.Random(5)))
    log = server.site.call("log", match["code"])
    assert [[seat, move] for _number, seat, move in log["moves"]] == made
    assert [number for number, _seat, _move in log["moves"]] == list(range(1, len(made) + 1))


async def test_a_stopping_server_announces_it_to_its_pages(sqlite_site: Site, match: dict[str, Any]) -> None:
    with Server(sqlite_site) as server:
        page = await MatchClient(server.port, match["code"], match["players"][0]["cookie"]).open()
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        await page.until(lambda frame: frame["type"] == "closing")
        with pytest.raises(ConnectionClosed) as closed:
            await page.until(lambda _frame: False)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4012
    assert server.complaints() == []
