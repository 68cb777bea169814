"""The processes that bots think in, alongside a server and on their own."""

from __future__ import annotations

import os
import random
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.live.conftest import OpenPage
from tests.match_client import MatchClient
from tests.servers import ROOT, Server, Site, postgresql, valkey

PATIENCE_MILLISECONDS = 30_000


async def play(page: MatchClient, rng: random.Random, moves: int | None = None) -> None:
    """Play against bots until they have answered this many moves or the match ends."""
    while page.state["status"] == "running" and moves != 0:
        if page.view["moves"]:
            assert (await page.move(rng.choice(page.view["moves"])))["type"] == "state"
            moves = None if moves is None else moves - 1
        else:
            await page.next()
    while page.state["status"] == "running" and not page.view["moves"]:
        await page.next()


def children(process: int) -> list[int]:
    """Return the ids of the processes that this one has started."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def wait_for_end(process: int) -> None:
    """Wait for the end of a process that is not a child of this one."""
    handle = os.pidfd_open(process)
    try:
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        assert poll.poll(PATIENCE_MILLISECONDS)
    finally:
        os.close(handle)


async def test_a_match_goes_on_after_the_process_in_which_its_bot_thinks_was_killed(
    tmp_path: Path, open_page: OpenPage
) -> None:
    site, rng = Site(tmp_path), random.Random(3)
    match = site.call("bot_match", "lone", {"players": 3, "target": 11})
    with Server(site) as server:
        page = await open_page(server, match, 0)
        await play(page, rng, moves=2)
        assert server.process is not None
        (killed,) = children(server.process.pid)
        os.kill(killed, signal.SIGKILL)
        await play(page, rng)
        assert page.state["result"]["reason"] == "rules"
        (replacement,) = children(server.process.pid)
        assert replacement != killed
        assert server.complaints() == []
        server.signal(signal.SIGKILL)
        wait_for_end(replacement)


@contextmanager
def bots_process(site: Site) -> Iterator[subprocess.Popen[bytes]]:
    """Run ``manage.py bots`` on this site."""
    with (site.folder / "bots.log").open("ab") as log:
        command = [sys.executable, "manage.py", "bots", "-n", "1"]
        process = subprocess.Popen(command, cwd=ROOT, env=site.environment, stdout=log, stderr=log)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


@pytest.fixture
def site_without_bots(tmp_path: Path) -> Iterator[Site]:
    """A site whose servers don't run bots. Other tests' servers do, so it has its own database."""
    with postgresql() as database, valkey() as layer:
        yield Site(tmp_path, DATABASE_URL=database, RONDA_REDIS_URL=layer, RONDA_BOT_PROCESSES="0")


async def ask_for_hint(page: MatchClient, rng: random.Random) -> dict[str, Any]:
    """Play until there is a choice, ask for a hint, and return the hint."""
    await play(page, rng, moves=0)  # only wait for the turn: a random move, such as a false call, can end the match
    while len(page.view["moves"]) < 2 or page.view["phase"] == "cut":
        assert page.state["status"] == "running", f"the match ended before there was anything to choose: {page.state}"
        await play(page, rng, moves=1)
    assert (await page.command(type="hint", version=page.state["version"]))["type"] == "done"
    while page.state["hint"]["move"] is None:
        await page.next()
    hint: dict[str, Any] = page.state["hint"]
    return hint


async def test_a_player_gets_a_hint_and_plays_it(server: Server, open_page: OpenPage) -> None:
    match, rng = server.site.call("bot_match", "hinted", {"players": 2, "target": 11}), random.Random(2)
    page, watching = await open_page(server, match, 0), await open_page(server, match, None)
    for number in (1, 2):
        hint = await ask_for_hint(page, rng)
        assert hint["move"] in page.view["moves"]
        assert page.state["seats"][0]["hints"] == number
        assert (await page.move(hint["move"]))["type"] == "state"
        assert not page.state["hint"]["asked"]
    await watching.reach(page.state["version"])
    assert watching.state["seats"][0]["hints"] == 2
    seen = [frame["hint"] for frame in watching.frames if frame["type"] == "state"]
    assert seen == [None] * len(seen), "spectators are told only how many"
    assert server.complaints() == []


async def test_another_process_plays_the_bots_of_a_server_without_any(
    site_without_bots: Site, open_page: OpenPage
) -> None:
    site = site_without_bots
    match = site.call("bot_match", "bare", {"players": 2, "target": 5})
    with Server(site) as server, bots_process(site) as bots:
        page = await open_page(server, match, 0)
        assert (await ask_for_hint(page, random.Random(5)))["move"] in page.view["moves"]
        await play(page, random.Random(5))
        assert page.state["result"]["reason"] == "rules"
        assert server.process is not None
        assert children(server.process.pid) == []
        assert len(children(bots.pid)) == 1
        assert server.complaints() == []
    assert '"level": "error"' not in (site.folder / "bots.log").read_text()
