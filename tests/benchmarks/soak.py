"""Minutes of everything at once on two processes, PostgreSQL and Valkey; then whether anything was lost.

500 sockets at 200 tables of all rulesets, with bots and clocks; lines that break, pages that are loaded again, moves
sent twice, and one SIGKILL of a process. What a table's match has come to, its people go on to another.
"""

from __future__ import annotations

import asyncio
import random
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from games.rules.game import Game
from tests.benchmarks.stage import KINDS, new_site
from tests.benchmarks.usage import resident_bytes
from tests.roaming import Roamer, check_sent
from tests.rules.matches import is_allowed
from tests.servers import Server, Site

MINUTES = 3.0
TABLES, RESERVE, SOCKETS = 200, 250, 500
CLOCKS = ("", "60+5", "300+10", "3d")
HURRY = 2.0  # seconds that a player thinks, at most
BREAKS_A_SECOND = 4
ENVIRONMENT = {
    "RONDA_BOT_DELAY": "0.5",
    "RONDA_CALL_DELAY": "0.5",
    "RONDA_AWAY_DELAY": "2",
    "RONDA_FRAME_RATE": "10",
    "MALLOC_ARENA_MAX": "2",  # as compose.yaml has it
}
KILOBYTES, GROWTH_KILOBYTES = 100, 10  # a connected player, and how much of it may come late
FEW = 50
WARM_UP_SECONDS = 5.0
KILLED_SECONDS = 3.0
MEGABYTE = 1_000_000


def plans(count: int, rng: random.Random, clocks: Sequence[str]) -> list[dict[str, Any]]:
    """Tables of all rulesets in turn, with random options, two or three people and bots on the other seats."""
    made: list[dict[str, Any]] = []
    names = sorted(Game.registry)
    while len(made) < count:
        ruleset = Game.registry[names[len(made) % len(names)]]
        options = {option.name: rng.choice(list(option.values)) for option in ruleset.options.options}
        if is_allowed(ruleset, options):
            people = min(ruleset(options).players, rng.choice((2, 2, 3)))
            made.append({"ruleset": ruleset.name, "options": options, "clock": rng.choice(clocks), "people": people})
    return made


@dataclass
class Soak:
    """The pages, and what has been seen of the servers."""

    servers: list[Server]
    rng: random.Random
    reserve: list[dict[str, Any]]
    pages: list[Roamer] = field(default_factory=list)
    players: dict[str, list[Roamer]] = field(default_factory=lambda: defaultdict(list))
    memory: dict[int, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))  # bytes, sockets

    async def sit(self, match: dict[str, Any]) -> None:
        """Play this match to its end, then others from the reserve."""
        while True:
            people = [self.page(match["code"], player["cookie"]) for player in match["players"]]
            self.players[match["code"]] = people
            await asyncio.gather(*[page.play() for page in people])
            if not self.reserve:
                return
            match = self.reserve.pop()

    def page(self, code: str, cookie: str | None) -> Roamer:
        page = Roamer(self.servers, code, cookie, random.Random(self.rng.random()), hurry=HURRY, twice=0.1)
        self.pages.append(page)
        return page

    async def disturb(self) -> None:
        """Break lines all the time: half of them pages loaded again, some away for long enough to be missed."""
        while True:
            await asyncio.sleep(1 / BREAKS_A_SECOND)
            page = self.rng.choice([page for page in self.pages if not page.over])
            await page.break_line(politely=self.rng.random() < 0.5, away=self.rng.choice((0, 0, 0, 0.5, 5, 30)))

    async def warm_up(self, server: Server) -> None:
        """Have a server load all that it needs once, whoever comes: that is no player's memory.

        That takes a match of each ruleset; the reserve has them in turn.
        """
        matches = [self.reserve.pop() for _ruleset in Game.registry]
        seats = [(match["code"], one["cookie"]) for match in matches for one in match["players"]]
        people = [Roamer([server], code, cookie, random.Random(1)) for code, cookie in seats]
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*[page.play() for page in people]), WARM_UP_SECONDS)

    def note_memory(self) -> None:
        for number, server in enumerate(self.servers):
            assert server.process is not None
            here = sum(page.server is server for page in self.pages)
            self.memory[number].append((resident_bytes(server.process.pid), here))


async def run(site: Site, servers: list[Server], seconds: float) -> list[str]:
    """The whole soak; what it found wrong."""
    rng = random.Random(4)
    tables = site.tool("tables", plans(TABLES, rng, CLOCKS), "s")
    # Nobody sits at those yet, so that no time may run there.
    reserve = site.tool("tables", plans(RESERVE, rng, ("", "3d")), "r")
    soak = Soak(servers, rng, reserve)
    for server in servers:
        await soak.warm_up(server)
    soak.note_memory()
    tasks = [asyncio.create_task(soak.sit(match)) for match in tables]
    await asyncio.sleep(0)
    spectators = [soak.page(rng.choice(tables)["code"], None) for _page in range(SOCKETS - len(soak.pages))]
    tasks += [asyncio.create_task(page.play()) for page in spectators]
    disturbance = asyncio.create_task(soak.disturb())
    began = time.monotonic()
    killed = False
    while time.monotonic() < began + seconds:
        await asyncio.sleep(seconds / 20)
        soak.note_memory()
        if not killed and time.monotonic() > began + seconds / 2:
            killed = True
            servers[1].signal(signal.SIGKILL)
            await asyncio.sleep(KILLED_SECONDS)
            await asyncio.to_thread(servers[1].start)
            await soak.warm_up(servers[1])
            soak.memory[1].clear()
    faults = judge_memory(soak)
    for task in [disturbance, *tasks]:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    faults += [repr(end) for end in ended if isinstance(end, Exception)]
    return faults + await asyncio.to_thread(check, site, soak)


def judge_memory(soak: Soak) -> list[str]:
    """Print what the processes hold; what is too much of it."""
    faults = []
    for number in range(len(soak.servers)):
        samples = soak.memory[number]
        empty = samples[0][0]
        # People come to a process for as long as lines break elsewhere, and what they have taken it does not give back
        # when they go: what grows over time is therefore told by the most that have been there so far.
        most = list(accumulate((here for _held, here in samples), max))
        over_time = [(held - empty) / max(1, peak) / 1000 for (held, _here), peak in zip(samples, most, strict=True)]
        held, here = samples[-1]
        each = (held - empty) / max(1, here) / 1000
        growth = over_time[-1] - over_time[int(0.7 * len(over_time))]
        print(
            f"soak     process {number + 1}: {empty / MEGABYTE:.0f} MB without sockets, "
            f"{held / MEGABYTE:.0f} MB with {here}: {each:.0f} kB a connected player "
            f"(below {KILOBYTES}), {growth:+.1f} kB in the last third (below {GROWTH_KILOBYTES})"
        )
        print("soak     MB with sockets:", ", ".join(f"{held / MEGABYTE:.0f} {here}" for held, here in samples))
        if here < FEW:  # what a process holds for itself says nothing about so few
            continue
        if each > KILOBYTES or growth > GROWTH_KILOBYTES:
            faults.append(f"process {number + 1} holds too much memory")
    return faults


def check(site: Site, soak: Soak) -> list[str]:
    """Compare what the pages have seen with what is stored; what does not agree."""
    faults = []
    codes = list(soak.players)
    for match, log in zip(codes, site.tool("logs", codes), strict=True):
        for page in soak.players[match]:
            faults += page.faults
            logged = [move for seat, move in log["made"] if seat == page.state.get("me")]
            wrong = "" if page.was_away or not page.state else check_sent(page.sent, logged)
            faults += [f"{match}: {wrong}"] if wrong else []
    faults += site.tool("faults", codes)
    faults += [line for server in soak.servers for line in server.complaints()]
    players = [page for pages in soak.players.values() for page in pages]
    seen, sent = sum(one.seen for page in players for one in page.sent), sum(len(page.sent) for page in players)
    lost = sum(len(page.closings) for page in soak.pages)
    refused = Counter(code for page in soak.pages for code in page.refused)
    print(f"soak     {sent} moves sent, {seen} acknowledged, {lost} lines lost, refused: {dict(refused)}")
    print(f"soak     matches: {site.tool('ends', codes)}")
    return faults


def soak(minutes: float = MINUTES) -> None:
    """Run it on servers of its own; exit with 1 where something is wrong."""
    with new_site(KINDS[1], **ENVIRONMENT) as site, Server(site) as one, Server(site) as other:
        faults = asyncio.run(run(site, [one, other], 60 * minutes))
    for fault in faults[:20]:
        print(f"soak     WRONG: {fault[:2000]}")
    print(f"soak     {len(faults)} faults  (0)")
    if faults:
        sys.exit(1)
