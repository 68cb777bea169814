"""Processes are killed repeatedly during matches: no acknowledged move may be lost or made twice.

Players resend unanswered moves with the same ID to whichever process is running.
"""

from __future__ import annotations

import asyncio
import random
import signal
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.benchmarks.answers import check_answers, count_words
from tests.benchmarks.stage import KINDS, new_site
from tests.flaky_client import FlakyClient
from tests.servers import Server, Site

KILLS = 100
TABLES = 20
PLAN = {"ruleset": "moroccan", "options": {"players": 2, "target": 41}, "clock": "", "people": 2}
HURRY = 0.5  # maximum thinking time in seconds
BETWEEN = 20  # acknowledged moves between two kills
BOTH = 5  # every fifth kill kills all processes at once
PATIENCE_SECONDS = 120.0


@dataclass
class Killing:
    """Tables whose players continue through every kill, and the processes to kill."""

    site: Site
    servers: Sequence[Server]
    rng: random.Random
    reserve: list[dict[str, Any]] = field(default_factory=list)
    players: dict[str, list[FlakyClient]] = field(default_factory=lambda: defaultdict(list))
    interrupted: int = 0  # moves left unanswered when a process was killed

    @property
    def pages(self) -> list[FlakyClient]:
        return [page for pages in self.players.values() for page in pages]

    async def sit(self) -> None:
        """Play the matches in the reserve, one after another."""
        while True:
            match = self.reserve.pop()
            cookies = [player["cookie"] for player in match["players"]]
            people = [
                FlakyClient(
                    self.servers, match["code"], cookie, random.Random(self.rng.random()), hurry=HURRY, twice=0.1
                )
                for cookie in cookies
            ]
            self.players[match["code"]] = people
            await asyncio.gather(*[person.play() for person in people])

    async def fill_reserve(self, prefix: str) -> None:
        """Open more tables if the reserve might run out by the next kill: restarts can be slow on a busy machine."""
        if len(self.reserve) < TABLES:
            self.reserve += await asyncio.to_thread(self.site.call, "tables", [PLAN] * 2 * TABLES, prefix)

    async def kill(self, number: int) -> None:
        """Kill one or all processes at a random moment, and restart them.

        Before that, wait until enough moves have been made since the last kill.
        """
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self._go_on(BETWEEN)
        await asyncio.sleep(self.rng.random() * HURRY)
        victims = list(self.servers) if number % BOTH == 0 else [self.rng.choice(self.servers)]
        self.interrupted += sum(page.unanswered is not None and page.server in victims for page in self.pages)
        for victim in victims:
            victim.signal(signal.SIGKILL)
        await asyncio.gather(*[asyncio.to_thread(victim.start) for victim in victims])

    async def _go_on(self, moves: int) -> None:
        goal = self._acknowledged() + moves
        while True:
            if self._acknowledged() >= goal:
                return
            await asyncio.sleep(0.01)

    def _acknowledged(self) -> int:
        return sum(one.seen for page in self.pages for one in page.sent)


async def run(site: Site, servers: Sequence[Server], count: int) -> list[str]:
    """Kill processes this many times; return lost or duplicate moves and all other errors."""
    killing = Killing(site, servers, random.Random(6))
    await killing.fill_reserve("k")
    tasks = [asyncio.create_task(killing.sit()) for _table in range(TABLES)]
    for number in range(1, count + 1):
        await killing.fill_reserve(f"k{number}x")
        await killing.kill(number)
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    complaints = [line for server in servers for line in server.complaints()]
    for server in servers:
        await asyncio.to_thread(server.signal, signal.SIGTERM)
    print(f"kills    {count_words(killing.players)}")
    print(f"kills    {killing.interrupted} moves had no answer when their process was killed")
    faults = [repr(end) for end in ended if isinstance(end, Exception)] + complaints
    return faults + await asyncio.to_thread(check_answers, site, killing.players)


def kills(kills: int = KILLS) -> None:
    """Kill processes this many times on each kind of site; exit with 1 if there were any errors."""
    wrong = 0
    for kind, processes in zip(KINDS, (1, 2), strict=True):
        with new_site(kind) as site:
            servers = [Server(site) for _process in range(processes)]
            for server in servers:
                server.start()
            try:
                faults = asyncio.run(run(site, servers, kills))
            finally:
                for server in servers:
                    server.signal(signal.SIGKILL)
        for fault in faults[:20]:
            print(f"kills    WRONG: {fault[:2000]}")
        print(f"kills    {kind}, {processes} processes: {kills} kills, {len(faults)} faults  (0)")
        wrong += len(faults)
    if wrong:
        sys.exit(1)
