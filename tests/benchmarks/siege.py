"""Attacks by one player, then from one address, and how they affect everyone else.

Real attackers have their own machines; here they share the cores with the servers. So for each attack, other players'
moves are measured three times, at new tables each time: without an attack ("quiet"), during the attack, and while a
process of the same priority burns as much CPU time as the attackers took, without talking to the site ("busy"). The
ratio to "busy" is the effect of the attack itself, and only this ratio has a bound; the ratio to "quiet" and the
attackers' CPU time are printed alongside it. Other programs on the machine disturb all three measurements: ``rounds``
repeats them, and the figures combine all rounds.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from typing import Any

from tests.benchmarks.live import spread
from tests.benchmarks.stage import KINDS, OPTIONS, Measured, apply_load, new_site
from tests.benchmarks.usage import resident_bytes
from tests.match_client import MatchClient
from tests.servers import ROOT, Server, Site

TABLES, PACE = 20, 0.5  # the bystanders' tables, and the seconds between two moves at each
LOAD_SECONDS = 8.0
ATTACK_SECONDS = 14.0  # as long as the load including its warm-up
ROUNDS, SETTLE_SECONDS = 1, 4.0
TURN = "20+0"  # seconds: enough for the attackers to start first
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
    "RONDA_AWAY_DELAY": "3600",  # otherwise players who left one load would cause work during the next
    "MALLOC_ARENA_MAX": "2",  # as in compose.yaml
}


def p95_of(milliseconds: list[float]) -> float:
    """Return the 95th percentile."""
    return sorted(milliseconds)[int(0.95 * len(milliseconds))]


class Bystanders:
    """The combined measurements of several loads of the same kind."""

    def __init__(self) -> None:
        self._milliseconds: list[float] = []
        self._cpu = self._seconds = 0.0

    def add(self, measured: Measured) -> None:
        """Add one load's figures."""
        self._milliseconds += measured.milliseconds
        self._cpu += measured.cpu["web"]
        self._seconds += measured.seconds

    @property
    def p95(self) -> float:
        """The 95th percentile of the delay in milliseconds until the opponent sees a move."""
        return p95_of(self._milliseconds)

    @property
    def cpu(self) -> float:
        """The servers' CPU time per second."""
        return self._cpu / self._seconds


class Health:
    """A context that requests ``/healthz`` ten times a second."""

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

    def __enter__(self) -> Health:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._end.set()
        self._thread.join()


@dataclass
class Siege:
    """One site under attack, and the bounds that it exceeded."""

    kind: str
    site: Site
    servers: list[Server]
    rounds: int = ROUNDS
    share: float = 0.0  # of a core, used by the last attackers
    broken: list[str] = field(default_factory=list)
    loads: int = 0

    def play(self) -> Measured:
        """Run the bystanders' load at new tables."""
        self.loads += 1
        matches = self.site.call("matches", TABLES, OPTIONS, f"b{self.loads}t")
        spread(matches, self.servers, by_address=False)
        return apply_load(self.site, self.servers, matches, bare=False, pace=PACE, seconds=LOAD_SECONDS)

    @contextmanager
    def attacked(self, kind: str, seconds: float, **orders: Any) -> Iterator[dict[str, int]]:
        """Run an attack within the context; its counts are available once the context has exited."""
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
                report = json.loads(attackers.stdout.read())
                done.update(report["done"])
                self.share = report["cpu"]
            finally:
                attackers.kill()

    def besiege(self, name: str, ratio: float, attack: Callable[[], tuple[Measured, float]]) -> None:
        """Compare the bystanders' delays with no attack, during the attack, and while a process uses as much CPU."""
        quiet, besieged, busy = Bystanders(), Bystanders(), Bystanders()
        for _round in range(self.rounds):
            quiet.add(self.play())
            measured, share = attack()
            besieged.add(measured)
            with self.attacked("burn", ATTACK_SECONDS, share=share):
                busy.add(self.play())
        before, during, beside = quiet.p95, besieged.p95, busy.p95
        print(f"siege    {self.kind}: {name}: moves of others p95 quiet {before:.1f}, busy {beside:.1f} ms")
        words = f"{name}: p95 {during:.1f} ms, {during / before:.2f} of quiet, {during / beside:.2f} of busy  ({ratio})"
        self.check(during <= ratio * beside, words)
        cpu = f"{quiet.cpu:.2f} → {besieged.cpu:.2f} s, of the attackers {share:.2f} s"
        print(f"siege    {self.kind}: {name}: processor time a second of the servers {cpu}", flush=True)

    def memory(self) -> int:
        """Return the total memory of the servers in bytes."""
        return sum(resident_bytes(server.process.pid) for server in self.servers if server.process is not None)

    def check(self, holds: bool, words: str) -> None:
        """Print a figure, and record it if it is out of bounds."""
        print(f"siege    {self.kind}: {words}{'' if holds else '  DOES NOT HOLD'}", flush=True)
        if not holds:
            self.broken.append(words)

    # ---- the attacks ----

    def stall(self) -> None:
        """Attack as a player whose time is running out and who sends many frames instead of a move."""
        self.besiege("stall", SIEGE_RATIO, self._stall)

    def _stall(self) -> tuple[Measured, float]:
        names = (f"{letter}{self.loads}" for letter in "xo")
        stalled, other = (self.site.call("started_match", 2, clock, next(names)) for clock in (TURN, "600+5"))
        before, other_before = self.site.call("clocks", [stalled["code"], other["code"]])
        player = stalled["players"][before["turn"]]
        move = asyncio.run(self._any_move(stalled["code"], player["cookie"]))
        seconds = before["deadline"] - time.time() + ATTACK_SECONDS / 2
        late = {"version": before["version"], "move": move, "deadline": before["deadline"]}
        with self.attacked("stall", seconds, code=stalled["code"], cookie=player["cookie"], **late) as done:
            besieged = self.play()
        after, other_after = self.site.call("clocks", [stalled["code"], other["code"]])
        print(f"siege    {self.kind}: a player who does not move, 500 frames/s over 50 sockets: {dict(done)}")
        by = (after["finished"] or time.time()) - before["deadline"]
        self.check(after["reason"] == "timeout" and by < LATE_SECONDS, f"turn ended {by:.2f} s after its deadline  (1)")
        self.check(after["moves"] == before["moves"], f"{after['moves'] - before['moves']} moves after it  (0)")
        clock = {name: other_before[name] for name in ("banks", "turn_began", "deadline")}
        kept = all(other_after[name] == value for name, value in clock.items())
        self.check(kept, f"another clock {'went on as it was' if kept else 'was changed'}")
        return besieged, self.share

    async def _any_move(self, code: str, cookie: str) -> list[Any]:
        page = await MatchClient(self.servers[0].port, code, cookie).open()
        move: list[Any] = page.view["moves"][0]
        await page.close()
        return move

    def flood(self, name: str, code: str) -> None:
        """Attack from one address with as many requests of one kind as possible."""
        before = self.memory()
        asked: list[float] = []

        def attack() -> tuple[Measured, float]:
            with self.attacked(name, ATTACK_SECONDS, code=code) as done, Health(self.servers) as health:
                besieged = self.play()
            asked.extend(health.milliseconds)
            print(f"siege    {self.kind}: {name} from one address: {dict(done)}")
            return besieged, self.share

        self.besiege(name, FLOOD_RATIO, attack)
        p95 = p95_of(asked)
        self.check(p95 < HEALTH_MILLISECONDS, f"{name}: /healthz p95 {p95:.0f} ms  (100)")
        time.sleep(SETTLE_SECONDS)
        share = self.memory() / before
        self.check(share <= MEMORY_SHARE, f"{name}: memory {share:.2f} of what it was  (1.1)")


def besiege(kind: str, rounds: int, floods: Sequence[str]) -> list[str]:
    """Attack one kind of site with the stalling player and these floods. Return the bounds that were exceeded."""
    with ExitStack() as stack:
        site = stack.enter_context(new_site(kind, **ENVIRONMENT))
        site.manage("collectstatic", "--noinput", "--verbosity", "0")
        servers = [stack.enter_context(Server(site)) for _process in range(1 if kind == "SQLite" else 2)]
        siege = Siege(kind, site, servers, rounds)
        running = site.call("matches", 1, OPTIONS, "r")[0]["code"]
        ended = site.call("finished_matches", ["e1", "e2"], {"target": 5}, 1)["codes"][0]
        codes = {"pictures": ended}
        for flood in FLOODS:  # so that one-time memory use is not attributed to the attackers
            with siege.attacked(flood, 2.0, code=codes.get(flood, running)):
                pass
        with Health(servers) as health:
            siege.play()
        print(f"siege    {kind}: nobody attacks: /healthz p95 {p95_of(health.milliseconds):.0f} ms")
        siege.stall()
        for flood in floods:
            siege.flood(flood, codes.get(flood, running))
        return [f"{kind}: {words}" for words in siege.broken]


def siege(kinds: int = len(KINDS), rounds: int = ROUNDS, only: int = -1, floods: int = len(FLOODS)) -> None:
    """Besiege one site of each kind, and exit with 1 if a bound is exceeded.

    ``kinds`` is the number of KINDS to besiege, and ``floods`` the number of FLOODS to use, counted from the first.
    With ``only``, besiege just the site of kind ``KINDS[only]``.
    """
    chosen = KINDS[:kinds] if only < 0 else KINDS[only : only + 1]
    broken = [words for kind in chosen for words in besiege(kind, rounds, FLOODS[:floods])]
    print(f"siege    {len(broken)} bounds do not hold  (0)")
    if broken:
        sys.exit(1)
