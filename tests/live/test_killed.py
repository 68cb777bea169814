"""A process that is killed in the middle of a match loses no acknowledged moves."""

from __future__ import annotations

import random
import signal
from contextlib import ExitStack
from typing import Any, NamedTuple

from websockets.exceptions import ConnectionClosed

from games.rules.deal import Deal
from games.rules.moroccan import Moroccan
from games.rules.moves import parse_move
from tests.match_client import MatchClient, play_on, without_cuts
from tests.servers import Server, Site

Match = dict[str, Any]

KILLS = 2  # of each process: the second one tests what the first restart wrote. `dev.py bench kills` kills more often


class PendingMove(NamedTuple):
    """A move that was sent just before its server was killed, and the answer if there was time for one."""

    seat: int
    command: dict[str, Any]
    answer: dict[str, Any] | None


async def open_pages(servers: list[Server], match: Match) -> list[MatchClient]:
    """Open each seat's page on the server with the seat's number, or on the last server if there are fewer servers."""
    return [
        await MatchClient(servers[min(seat, len(servers) - 1)].port, match["code"], player["cookie"]).open()
        for seat, player in enumerate(match["players"])
    ]


async def kill_with_a_pending_move(servers: list[Server], pages: list[MatchClient], rng: random.Random) -> PendingMove:
    """Send a move and kill every process at once, before any client can read the answer."""
    mover = next(page for page in pages if page.view["moves"])
    move = rng.choice(mover.view["moves"])
    command = {"type": "move", "id": f"{rng.getrandbits(64):x}", "version": mover.state["version"], "move": move}
    await mover.send(**command)
    for server in servers:
        server.signal(signal.SIGKILL)
    for page in pages:
        await drain(page)
    answers = [frame for frame in mover.frames if frame.get("id") == command["id"]]
    return PendingMove(mover.state["me"], command, answers[0] if answers else None)


async def repeat_move(
    site: Site, match: Match, pages: list[MatchClient], pending: PendingMove, log: dict[str, Any]
) -> None:
    """Send the move again. It must not be made twice, and its answer must match any earlier one."""
    answer = await pages[pending.seat].command(**pending.command)
    assert answer["type"] == "done"
    assert answer["version"] == pending.command["version"] + 1
    assert pending.answer in (None, answer)
    for page in pages:
        await page.reach(answer["version"])
    made = [*log["made"], [pending.seat, pending.command["move"]]]
    if answer["version"] <= log["version"]:
        made = log["made"]
        assert made[-1] == [pending.seat, pending.command["move"]]
    assert site.call("log", match["code"])["made"] == made


async def drain(page: MatchClient) -> None:
    """Read the frames that arrived before the connection broke."""
    try:
        while True:
            await page.next()
    except ConnectionClosed:
        pass


def dealt(log: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the deals whose pack was cut."""
    return [deal for deal in log["deals"] if deal["deck"]]


def view_from_log(log: dict[str, Any], seat: int) -> dict[str, Any]:
    """Return a seat's view, derived from the log alone."""
    game = Moroccan(log["options"])
    deals = dealt(log)
    for made in range(len(log["moves"]) + 1):
        if made:
            _number, mover, move = log["moves"][made - 1]
            game.apply(parse_move([mover, *move]))
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
    """Check that all acknowledged moves are logged once and in order, followed by at most the pending move."""
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
        pending = await kill_with_a_pending_move(servers, pages, rng)
        log = site.call("log", match["code"])
        check_log(log, known, pages)
        known = [[seat, move] for _number, seat, move in log["moves"]]
        for server in servers:
            server.start()
        pages = await open_pages(servers, match)
        for seat, page in enumerate(pages):
            assert page.state["version"] == log["version"]
            assert page.view == view_from_log(log, seat)
        await repeat_move(site, match, pages, pending, log)
        known = without_cuts(site.call("log", match["code"])["made"])
    await play_on(pages, 10_000, rng)
    assert pages[0].state["status"] == "finished"
    for page in pages:
        await page.close()
    for server in servers:
        assert server.complaints() == []


async def test_a_process_on_sqlite_is_killed_and_restarts_in_the_same_state(sqlite_site: Site, match: Match) -> None:
    await kill_and_come_back(sqlite_site, [Server(sqlite_site)], match, random.Random(13))


async def test_two_processes_on_postgresql_are_killed_and_restart_in_the_same_state(
    shared_site: Site, shared_match: Match
) -> None:
    servers = [Server(shared_site), Server(shared_site)]
    await kill_and_come_back(shared_site, servers, shared_match, random.Random(17))


async def test_one_of_two_processes_is_killed_and_the_other_continues(shared_site: Site, shared_match: Match) -> None:
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
