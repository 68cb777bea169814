"""When a process is stopped in the middle of many matches, no move is lost, and all matches continue."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from tests.flaky_client import FlakyClient, check_sent
from tests.servers import Server, Site

Matches = list[dict[str, Any]]

MATCHES = 10  # `dev.py bench drain` uses a hundred
WITHIN_SECONDS = 5.0  # the promise; `dev.py bench drain` measures it
PATIENCE_SECONDS = 60.0  # on a machine that is busy with other work
OPTIONS = {"players": 2, "target": 121}  # long enough to be stopped in the middle


@asynccontextmanager
async def playing(servers: Sequence[Server], matches: Matches) -> AsyncIterator[list[FlakyClient]]:
    """Have both players of each match play on whichever server accepts them."""
    rng = random.Random(23)
    players = [
        FlakyClient(servers, match["code"], player["cookie"], random.Random(rng.random()), hurry=0.2)
        for match in matches
        for player in match["players"]
    ]
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        yield players
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    assert [end for end in ended if isinstance(end, Exception)] == []


async def all_move(players: list[FlakyClient], times: int) -> None:
    """Wait until each player has made this many more moves."""
    goals = [(player, len(player.sent) + times + 1) for player in players]
    while True:
        if all(len(player.sent) >= goal for player, goal in goals):
            return
        await asyncio.sleep(0.05)


async def drain(server: Server) -> float:
    """Stop a server, and return the number of seconds that this took."""
    assert server.process is not None
    began = time.monotonic()
    server.process.send_signal(signal.SIGTERM)
    await asyncio.to_thread(server.process.wait, PATIENCE_SECONDS)
    return time.monotonic() - began


def check(site: Site, matches: Matches, players: list[FlakyClient]) -> None:
    """Check that the logs contain all acknowledged moves, and only moves that were sent, once and in order."""
    codes = [match["code"] for match in matches]
    logs, receipts = site.call("logs", codes), site.call("receipts", codes)
    for number, player in enumerate(players):
        seat = player.state["me"]
        _first_cut, *made = logs[number // 2]["made"]  # before the pages were opened
        moves = [move for mover, move in made if mover == seat]
        assert check_sent(player, moves, receipts[number // 2][str(seat)]) == ""
        assert player.faults == []


def check_parting(players: list[FlakyClient]) -> int:
    """Check that each player who lost the connection was warned. Return the number of these players."""
    parted = [player.closings for player in players if player.closings]
    assert {closings[0] for closings in parted} == {(True, 4012)}
    return len(parted)


def test_the_sum_of_all_shutdown_timeouts_is_within_the_promise() -> None:
    from games.live.hub import PARTING_SECONDS
    from games.live.runtime import DRAIN_SECONDS
    from games.live.shutdown import LAST_WORDS_SECONDS

    assert DRAIN_SECONDS + 2 * PARTING_SECONDS + LAST_WORDS_SECONDS < WITHIN_SECONDS


async def test_one_process_is_stopped_and_restarted_in_the_middle_of_many_matches(sqlite_site: Site) -> None:
    matches = sqlite_site.call("matches", MATCHES, OPTIONS, "drained")
    with Server(sqlite_site) as server:
        async with playing([server], matches) as players:
            await all_move(players, 2)
            await drain(server)
            assert check_parting(players) == len(players)
            server.start()
            await all_move(players, 2)
    check(sqlite_site, matches, players)
    assert server.complaints() == []


async def test_one_of_two_processes_is_stopped_in_the_middle_of_many_matches(shared_site: Site) -> None:
    matches = shared_site.call("matches", MATCHES, OPTIONS, "moved")
    with Server(shared_site) as stays, Server(shared_site) as goes:
        async with playing([stays, goes], matches) as players:
            await all_move(players, 2)
            await drain(goes)
            assert 0 < check_parting(players) < len(players)
            await all_move(players, 2)
            assert all(player.closings[1:] == [] for player in players)
    check(shared_site, matches, players)  # while a process runs, it may still carry out what was sent
    assert stays.complaints() == goes.complaints() == []
