"""A process that is killed in the middle of a match loses nothing that it has acknowledged."""

from __future__ import annotations

import random
import signal
from contextlib import ExitStack
from typing import Any, NamedTuple

from websockets.exceptions import ConnectionClosed

from games.rules.game import Deal
from games.rules.moroccan import Moroccan
from tests.match_client import MatchClient, play_on, without_cuts
from tests.servers import Server, Site

Match = dict[str, Any]

KILLS = 2  # of each process: the second finds what the first restart wrote. `dev.py bench kills` takes many more


class UnderWay(NamedTuple):
    """A move that was sent just before its server was killed; the answer, if there was time for one."""

    seat: int
    command: dict[str, Any]
    answer: dict[str, Any] | None


async def open_pages(servers: list[Server], match: Match) -> list[MatchClient]:
    """Seat n's page, on the server of that number or on the last."""
    return [
        await MatchClient(servers[min(seat, len(servers) - 1)].port, match["code"], player["cookie"]).open()
        for seat, player in enumerate(match["players"])
    ]


async def kill_with_a_move_under_way(servers: list[Server], pages: list[MatchClient], rng: random.Random) -> UnderWay:
    """Send a move and kill every process at once, before anybody can have looked at the answer."""
    mover = next(page for page in pages if page.view["moves"])
    move = rng.choice(mover.view["moves"])
    command = {"type": "move", "id": f"{rng.getrandbits(64):x}", "version": mover.state["version"], "move": move}
    await mover.send(**command)
    for server in servers:
        server.signal(signal.SIGKILL)
    for page in pages:
        await drain(page)
    answers = [frame for frame in mover.frames if frame.get("id") == command["id"]]
    return UnderWay(mover.state["me"], command, answers[0] if answers else None)


async def ask_again(
    site: Site, match: Match, pages: list[MatchClient], under_way: UnderWay, log: dict[str, Any]
) -> None:
    """Send the move once more: it is made now unless it was before, and the answer is the one that was given then."""
    answer = await pages[under_way.seat].command(**under_way.command)
    assert answer["type"] == "done"
    assert answer["version"] == under_way.command["version"] + 1
    assert under_way.answer in (None, answer)
    for page in pages:
        await page.reach(answer["version"])
    made = [*log["made"], [under_way.seat, under_way.command["move"]]]
    if answer["version"] <= log["version"]:
        made = log["made"]
        assert made[-1] == [under_way.seat, under_way.command["move"]]
    assert site.tool("log", match["code"])["made"] == made


async def drain(page: MatchClient) -> None:
    """Take what had come before the line broke."""
    try:
        while True:
            await page.next()
    except ConnectionClosed:
        pass


def dealt(log: dict[str, Any]) -> list[dict[str, Any]]:
    """The deals whose pack is cut."""
    return [deal for deal in log["deals"] if deal["deck"]]


def view_from_log(log: dict[str, Any], seat: int) -> dict[str, Any]:
    """What a seat may see, worked out from the log alone."""
    game = Moroccan(log["options"])
    deals = dealt(log)
    for made in range(len(log["moves"]) + 1):
        if made:
            _number, mover, move = log["moves"][made - 1]
            game.apply((mover, *move))
        while deals and deals[0]["before_move"] == made:
            deal = deals.pop(0)
            game.deal(Deal(deal["dealer"], tuple(deal["deck"].split()), tuple(deal["returned"])))
    if game.phase != "deal":
        return game.view(seat)
    dealer = log["deals"][-1]["dealer"]
    cutter = (dealer - 1) % game.players  # M2
    moves = [["cut", place] for place in range(1, 40)] if seat == cutter else []
    waits = {"phase": "cut", "dealer": dealer, "leader": None, "to_act": cutter, "stock": 40}
    return {**game.view(seat), **waits, "moves": moves, "interrupts": []}


def check_log(log: dict[str, Any], known: list[list[Any]], pages: list[MatchClient]) -> None:
    """All that was acknowledged is there once and in order; at most the move under way is there besides."""
    assert [number for number, _seat, _move in log["moves"]] == list(range(1, len(log["moves"]) + 1))
    changes = len(log["moves"]) + len(dealt(log))
    assert log["version"] == changes + 1
    kept = [[seat, move] for _number, seat, move in log["moves"]]
    assert kept[: len(known)] == known
    assert len(kept) in {len(known), len(known) + 1}
    assert changes + 1 >= max(page.state["version"] for page in pages)


async def kill_and_come_back(site: Site, servers: list[Server], match: Match, rng: random.Random) -> None:
    with ExitStack() as stack:
        for server in servers:
            stack.enter_context(server)
        await play_and_kill(site, servers, match, rng)


async def play_and_kill(site: Site, servers: list[Server], match: Match, rng: random.Random) -> None:
    pages = await open_pages(servers, match)
    known: list[list[Any]] = []
    for _kill in range(KILLS):
        known += without_cuts(await play_on(pages, 15, rng))
        under_way = await kill_with_a_move_under_way(servers, pages, rng)
        log = site.tool("log", match["code"])
        check_log(log, known, pages)
        known = [[seat, move] for _number, seat, move in log["moves"]]
        for server in servers:
            server.start()
        pages = await open_pages(servers, match)
        for seat, page in enumerate(pages):
            assert page.state["version"] == log["version"]
            assert page.view == view_from_log(log, seat)
        await ask_again(site, match, pages, under_way, log)
        known = without_cuts(site.tool("log", match["code"])["made"])
    await play_on(pages, 10_000, rng)
    assert pages[0].state["status"] == "finished"
    for page in pages:
        await page.close()
    for server in servers:
        assert server.complaints() == []


async def test_killed_on_sqlite_and_back_in_the_same_state(sqlite_site: Site, match: Match) -> None:
    await kill_and_come_back(sqlite_site, [Server(sqlite_site)], match, random.Random(13))


async def test_two_processes_killed_on_postgresql_and_back_in_the_same_state(
    shared_site: Site, shared_match: Match
) -> None:
    servers = [Server(shared_site), Server(shared_site)]
    await kill_and_come_back(shared_site, servers, shared_match, random.Random(17))


async def test_one_of_two_processes_is_killed_and_the_other_plays_on(shared_site: Site, shared_match: Match) -> None:
    rng = random.Random(19)
    with Server(shared_site) as stays, Server(shared_site) as falls:
        pages = await open_pages([stays, falls], shared_match)
        await play_on(pages, 15, rng)
        falls.signal(signal.SIGKILL)
        await drain(pages[1])
        pages[1] = await MatchClient(stays.port, shared_match["code"], shared_match["players"][1]["cookie"]).open()
        assert pages[1].state["version"] == pages[0].state["version"]
        await play_on(pages, 15, rng)
        falls.start()
        back = await MatchClient(falls.port, shared_match["code"], shared_match["players"][1]["cookie"]).open()
        assert back.state["version"] == pages[0].state["version"]
        await play_on([pages[0], back], 15, rng)
        for page in [*pages, back]:
            await page.close()
