"""Several minutes of mixed load on two processes with PostgreSQL and Valkey, then a check that nothing was lost.

The load consists of 500 sockets at 200 tables of all rulesets, with bots and clocks. Connections break, pages reload,
moves are sent twice, and one process is killed. When a table's match ends, its players move on to another.
"""

from __future__ import annotations

import asyncio
import random
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from statistics import median
from typing import Any, NamedTuple

from games.rules.game import Game
from tests.benchmarks.answers import check_answers, count_words
from tests.benchmarks.stage import KINDS, new_site
from tests.benchmarks.usage import resident_bytes
from tests.flaky_client import FlakyClient
from tests.rules.matches import is_allowed
from tests.servers import Server, Site

MINUTES = 3.0
TABLES, RESERVE, SOCKETS = 200, 250, 500
CLOCKS = ("", "60+5", "300+10", "3d")
HURRY = 2.0  # maximum thinking time in seconds
BREAKS_A_SECOND = 4
ENVIRONMENT = {
    "RONDA_BOT_DELAY": "0.5",
    "RONDA_CALL_DELAY": "0.5",
    "RONDA_AWAY_DELAY": "2",
    "RONDA_FRAME_RATE": "10",
    "MALLOC_ARENA_MAX": "2",  # as in compose.yaml
}
KILOBYTES = 100  # per socket, based on a process's peak number of sockets
GROWTH_MEGABYTES = 5.0  # per minute, once a process has reached its peak number of sockets
SAMPLE_SECONDS = 2.0
SETTLED = 0.65  # the share of the run after which memory should no longer grow
FULL = 0.9  # the share of its peak that a process must reach before its memory is expected to be stable
ENOUGH_SAMPLES = 10
WARM_UP_MOVES = 10  # per player
WARM_UP_SECONDS = 60.0  # at most
KILLED_SECONDS = 3.0
MEGABYTE = 1_000_000


def plans(count: int, rng: random.Random, clocks: Sequence[str]) -> list[dict[str, Any]]:
    """Return tables for each ruleset in turn, with random options, two or three people, and bots in the other seats."""
    made: list[dict[str, Any]] = []
    names = sorted(Game.registry)
    while len(made) < count:
        ruleset = Game.registry[names[len(made) % len(names)]]
        options = {option.name: rng.choice(list(option.values)) for option in ruleset.options.options}
        if is_allowed(ruleset, options):
            people = min(ruleset(options).players, rng.choice((2, 2, 3)))
            made.append({"ruleset": ruleset.name, "options": options, "clock": rng.choice(clocks), "people": people})
    return made


class Sample(NamedTuple):
    """A process's memory use in bytes, its number of sockets, and the time of the measurement in monotonic seconds."""

    at: float
    held: int
    sockets: int


@dataclass
class Soak:
    """The pages, and the measurements of the servers."""

    servers: list[Server]
    rng: random.Random
    reserve: list[dict[str, Any]]
    pages: list[FlakyClient] = field(default_factory=list)
    players: dict[str, list[FlakyClient]] = field(default_factory=lambda: defaultdict(list))
    memory: dict[int, list[Sample]] = field(default_factory=lambda: defaultdict(list))

    async def sit(self, match: dict[str, Any]) -> None:
        """Play this match to the end, then others from the reserve."""
        while True:
            people = [self.page(match["code"], player["cookie"]) for player in match["players"]]
            self.players[match["code"]] = people
            await asyncio.gather(*[page.play() for page in people])
            if not self.reserve:
                return
            match = self.reserve.pop()

    def page(self, code: str, cookie: str | None) -> FlakyClient:
        page = FlakyClient(self.servers, code, cookie, random.Random(self.rng.random()), hurry=HURRY, twice=0.1)
        self.pages.append(page)
        return page

    async def disturb(self) -> None:
        """Break connections continuously, half of them by reloading the page.

        Some stay broken for so long that the player counts as disconnected.
        """
        while True:
            await asyncio.sleep(1 / BREAKS_A_SECOND)
            page = self.rng.choice([page for page in self.pages if not page.over])
            await page.break_line(politely=self.rng.random() < 0.5, away=self.rng.choice((0, 0, 0, 0.5, 5, 30)))

    async def scatter(self) -> None:
        """Break all connections at once.

        Every process then gets its share of the sockets, including one that has just started.
        """
        for page in self.pages:
            await page.break_line(politely=False)

    async def warm_up(self, server: Server) -> None:
        """Have a server load whatever it loads only once, so that the memory for it is not attributed to the players.

        This takes a match of each ruleset; the rulesets alternate in the reserve.
        """
        matches = [self.reserve.pop() for _ruleset in Game.registry]
        seats = [(match["code"], one["cookie"]) for match in matches for one in match["players"]]
        people = [FlakyClient([server], code, cookie, random.Random(1)) for code, cookie in seats]
        tasks = [asyncio.create_task(page.play()) for page in people]
        async with asyncio.timeout(WARM_UP_SECONDS):
            await all_made(people, WARM_UP_MOVES)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def note_memory(self) -> None:
        for number, server in enumerate(self.servers):
            assert server.process is not None
            here = sum(page.server is server for page in self.pages)
            self.memory[number].append(Sample(time.monotonic(), resident_bytes(server.process.pid), here))


async def all_made(pages: Sequence[FlakyClient], moves: int) -> None:
    """Wait until every player has made this many moves or has no match left."""
    while True:
        if all(page.over or sum(one.seen for one in page.sent) >= moves for page in pages):
            return
        await asyncio.sleep(0.05)


async def run(site: Site, servers: list[Server], seconds: float) -> list[str]:
    """Run the whole soak, and return the errors it found."""
    rng = random.Random(4)
    tables = site.call("tables", plans(TABLES, rng, CLOCKS), "s")
    # Nobody plays these matches yet, so they have no clock that could run out.
    reserve = site.call("tables", plans(RESERVE, rng, ("", "3d")), "r")
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
    ends, killed = began + seconds, False
    while time.monotonic() < ends:
        await asyncio.sleep(SAMPLE_SECONDS)
        soak.note_memory()
        if not killed and time.monotonic() > began + seconds / 2:
            killed = True
            servers[1].signal(signal.SIGKILL)
            await asyncio.sleep(KILLED_SECONDS)
            await asyncio.to_thread(servers[1].start)
            await soak.warm_up(servers[1])
            soak.memory[1].clear()
            soak.note_memory()
            await soak.scatter()
            ends = time.monotonic() + seconds / 2  # the second half has its full length, however long the start took
    faults = judge_memory(soak, ends - (1 - SETTLED) * seconds)
    for task in [disturbance, *tasks]:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    faults += [repr(end) for end in ended if isinstance(end, Exception)]
    faults += [line for server in servers for line in server.complaints()]
    for server in servers:
        await asyncio.to_thread(server.signal, signal.SIGTERM)
    return faults + await asyncio.to_thread(check, site, soak)


def judge_memory(soak: Soak, settled: float) -> list[str]:
    """Print the processes' memory use, and return a message for each fault, such as a bound that was exceeded.

    A process doesn't release memory when its sockets move to another process, so its bound is based on its peak number
    of sockets. Growth without more sockets, from the time ``settled`` on, is a leak.
    """
    faults, taken, peaks = [], 0, 0
    for number, samples in soak.memory.items():
        empty, last = samples[0].held, samples[-1].held
        peak = max(sample.sockets for sample in samples)
        full = next(sample.at for sample in samples if sample.sockets >= FULL * peak)
        later = [sample for sample in samples if sample.at >= max(settled, full)]
        if len(later) < ENOUGH_SAMPLES:
            faults.append(f"process {number + 1} had its {peak} sockets too late to tell whether it grows")
            continue
        growth = growth_a_minute(later)
        taken, peaks = taken + last - empty, peaks + peak
        print(
            f"soak     process {number + 1}: {empty / MEGABYTE:.0f} MB without sockets, {last / MEGABYTE:.0f} MB at "
            f"the end, at most {peak} sockets, {growth:+.1f} MB a minute at last (below {GROWTH_MEGABYTES})"
        )
        print(
            "soak     MB with sockets:", ", ".join(f"{one.held / MEGABYTE:.0f} {one.sockets}" for one in samples[::4])
        )
        if growth > GROWTH_MEGABYTES:
            faults.append(f"process {number + 1} grows")
    if peaks < SOCKETS:
        return [*faults, f"only {peaks} sockets came: too busy a machine, or too short a time"]
    each = taken / peaks / 1000
    print(f"soak     {each:.0f} kB a socket, of as many as the processes have had (below {KILOBYTES})")
    return faults + (["a socket takes too much memory"] if each > KILOBYTES else [])


def growth_a_minute(samples: Sequence[Sample]) -> float:
    """Return the median slope between all pairs of samples, in megabytes per minute. Single jumps hardly affect it."""
    slopes = [(later.held - earlier.held) / (later.at - earlier.at) for earlier, later in combinations(samples, 2)]
    return 60 * median(slopes) / MEGABYTE


def check(site: Site, soak: Soak) -> list[str]:
    """Compare what the pages received with what is stored, and return the differences."""
    print(f"soak     {count_words(soak.players)}")
    print(f"soak     matches: {site.call('match_states', list(soak.players))}")
    return check_answers(site, soak.players)


def soak(minutes: float = MINUTES) -> None:
    """Run the soak on its own servers; exit with 1 if it finds errors."""
    with new_site(KINDS[1], **ENVIRONMENT) as site, Server(site) as one, Server(site) as other:
        faults = asyncio.run(run(site, [one, other], 60 * minutes))
    for fault in faults[:20]:
        print(f"soak     WRONG: {fault[:2000]}")
    print(f"soak     {len(faults)} faults  (0)")
    if faults:
        sys.exit(1)
