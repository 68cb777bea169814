"""One player, then one address, does all it can to hold up the site: what becomes of everybody else.

Attackers, players and servers share the cores of this machine, so figures are worse than on a real site. Where other
programs run beside it they are worse still.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from typing import Any

from tests.benchmarks.live import spread
from tests.benchmarks.stage import KINDS, OPTIONS, Measured, apply_load, new_site
from tests.benchmarks.usage import resident_bytes
from tests.players import Player
from tests.servers import ROOT, Server, Site

TABLES, PACE = 20, 0.5  # bystanders, and the seconds between two moves of a table
LOAD_SECONDS = 8.0
ATTACK_SECONDS = 14.0  # as long as the load with its beginning
SETTLE_SECONDS = 4.0
TURN = "20+0"  # seconds: enough for the attackers to come first
FLOODS = ("pings", "text", "sync", "pictures", "handshakes", "logins")

LATE_SECONDS = 1.0
SIEGE_RATIO, FLOOD_RATIO = 1.5, 2.0
HEALTH_MILLISECONDS = 100.0
MEMORY_SHARE = 1.1

# The limits of a real site, which tests lift.
ENVIRONMENT = {
    "RONDA_FRAME_RATE": "10",
    "RONDA_ADDRESS_FRAME_RATE": "200",
    "RONDA_SOCKETS": "20",
    "RONDA_ADDRESS_SOCKETS": "300",
    "RONDA_REQUEST_RATE": "30",
    "RONDA_AWAY_DELAY": "5",
    "MALLOC_ARENA_MAX": "2",  # as compose.yaml has it
}


class Health:
    """Asks ``/healthz`` ten times a second as long as the context lasts."""

    def __init__(self, servers: list[Server]) -> None:
        self.milliseconds: list[float] = []
        self._servers = servers
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._ask)

    def _ask(self) -> None:
        while not self._end.wait(0.1):
            for server in self._servers:
                began = time.perf_counter()
                line = HTTPConnection("127.0.0.1", server.port, timeout=10)
                line.request("GET", "/healthz")
                status = line.getresponse().status
                line.close()
                took = 1000 * (time.perf_counter() - began)
                self.milliseconds.append(took if status == 200 else float("inf"))

    @property
    def p95(self) -> float:
        return sorted(self.milliseconds)[int(0.95 * len(self.milliseconds))]

    def __enter__(self) -> Health:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._end.set()
        self._thread.join()


@dataclass
class Siege:
    """One site under attack, and which bounds did not hold."""

    kind: str
    site: Site
    servers: list[Server]
    broken: list[str] = field(default_factory=list)
    calm: float = 0.0  # p95 of moves in milliseconds, with nobody attacking
    calm_cpu: float = 0.0  # processor time of the servers in a second, then
    loads: int = 0

    def play(self) -> Measured:
        """Bystanders at new tables."""
        self.loads += 1
        matches = self.site.tool("matches", TABLES, OPTIONS, f"b{self.loads}t")
        spread(matches, self.servers, by_address=False)
        return apply_load(self.site, self.servers, matches, bare=False, pace=PACE, seconds=LOAD_SECONDS)

    @contextmanager
    def attacked(self, kind: str, seconds: float, **orders: Any) -> Iterator[dict[str, int]]:
        """Have somebody attack; what was done is known when the context has ended."""
        done: dict[str, int] = {}
        orders |= {"kind": kind, "seconds": seconds, "ports": [server.port for server in self.servers]}
        command = [sys.executable, "-m", "tests.benchmarks.attackers"]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as attackers:
            assert attackers.stdin is not None
            attackers.stdin.write(json.dumps(orders))
            attackers.stdin.close()
            try:
                yield done
                assert attackers.stdout is not None
                done.update(json.loads(attackers.stdout.read()))
            finally:
                attackers.kill()

    def memory(self) -> int:
        """What the processes hold."""
        return sum(resident_bytes(server.process.pid) for server in self.servers if server.process is not None)

    def check(self, holds: bool, words: str) -> None:
        """Print a figure, and remember where it is out of its bound."""
        print(f"siege    {self.kind}: {words}{'' if holds else '  DOES NOT HOLD'}", flush=True)
        if not holds:
            self.broken.append(words)

    # ---- the attacks ----

    async def stall(self) -> None:
        """A player whose time runs out sends all that is allowed but a move."""
        stalled, other = (self.site.tool("begun", 2, clock, name) for clock, name in ((TURN, "x"), ("600+5", "o")))
        before, other_before = self.site.tool("clocks", [stalled["code"], other["code"]])
        player = stalled["players"][before["turn"]]
        page = await Player(self.servers[0].port, stalled["code"], player["cookie"]).open()
        move = page.view["moves"][0]
        await page.close()
        seconds = before["deadline"] - time.time() + ATTACK_SECONDS / 2
        late = {"version": before["version"], "move": move, "deadline": before["deadline"]}
        with self.attacked("stall", seconds, code=stalled["code"], cookie=player["cookie"], **late) as done:
            besieged = self.play()
        after, other_after = self.site.tool("clocks", [stalled["code"], other["code"]])
        print(f"siege    {self.kind}: a player who does not move, 500 frames/s over 50 sockets: {dict(done)}")
        by = (after["finished"] or time.time()) - before["deadline"]
        self.check(after["reason"] == "timeout" and by < LATE_SECONDS, f"turn ended {by:.2f} s after its deadline  (1)")
        self.check(after["moves"] == before["moves"], f"{after['moves'] - before['moves']} moves after it  (0)")
        clock = {name: other_before[name] for name in ("banks", "turn_began", "deadline")}
        kept = all(other_after[name] == value for name, value in clock.items())
        self.check(kept, f"another clock {'went on as it was' if kept else 'was changed'}")
        self.compare("stall", besieged, SIEGE_RATIO)

    def flood(self, kind: str, code: str) -> None:
        """One address sends as much as it can of one kind."""
        before = self.memory()
        with self.attacked(kind, ATTACK_SECONDS, code=code) as done, Health(self.servers) as health:
            besieged = self.play()
        print(f"siege    {self.kind}: {kind} from one address: {dict(done)}")
        self.compare(kind, besieged, FLOOD_RATIO)
        self.check(health.p95 < HEALTH_MILLISECONDS, f"{kind}: /healthz p95 {health.p95:.0f} ms  (100)")
        time.sleep(SETTLE_SECONDS)
        share = self.memory() / before
        self.check(share <= MEMORY_SHARE, f"{kind}: memory {share:.2f} of what it was  (1.1)")

    def compare(self, name: str, besieged: Measured, most: float) -> None:
        p95 = besieged.after(0.95)
        words = f"{name}: moves of others p95 {self.calm:.1f} → {p95:.1f} ms, ratio {p95 / self.calm:.2f}  ({most})"
        self.check(p95 <= most * self.calm, words)
        cpu = besieged.cpu["web"] / besieged.seconds
        print(f"siege    {self.kind}: {name}: processor time of the servers a second {self.calm_cpu:.2f} → {cpu:.2f} s")


async def besiege(kind: str) -> list[str]:
    """All attacks on one kind of site; the bounds that did not hold."""
    with ExitStack() as stack:
        site = stack.enter_context(new_site(kind, **ENVIRONMENT))
        site.manage("collectstatic", "--noinput", "--verbosity", "0")
        servers = [stack.enter_context(Server(site)) for _process in range(1 if kind == "SQLite" else 2)]
        siege = Siege(kind, site, servers)
        running = site.tool("matches", 1, OPTIONS, "r")[0]["code"]
        ended = site.tool("played", ["e1", "e2"], {"target": 5}, 1)["codes"][0]
        codes = {"pictures": ended}
        for flood in FLOODS:  # what a process loads once is no attacker's memory
            with siege.attacked(flood, 2.0, code=codes.get(flood, running)):
                pass
        siege.play()
        with Health(servers) as health:
            calm = [siege.play() for _time in range(2)]
        siege.calm = max(measured.after(0.95) for measured in calm)
        siege.calm_cpu = max(measured.cpu["web"] / measured.seconds for measured in calm)
        print(f"siege    {kind}: nobody attacks: moves p95 {siege.calm:.1f} ms, /healthz p95 {health.p95:.0f} ms")
        await siege.stall()
        for flood in FLOODS:
            siege.flood(flood, codes.get(flood, running))
        return [f"{kind}: {words}" for words in siege.broken]


def siege(kinds: int = len(KINDS)) -> None:
    """Besiege a site of each kind; exit with 1 where a bound does not hold."""
    broken = [words for kind in KINDS[:kinds] for words in asyncio.run(besiege(kind))]
    print(f"siege    {len(broken)} bounds do not hold  (0)")
    if broken:
        sys.exit(1)
