"""Take down Valkey for 20 seconds and PostgreSQL for 10 during 50 matches on two processes; then check the data."""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.flaky_client import TRY_AGAIN, Sent, check_sent
from tests.match_client import MatchClient
from tests.outages import FragilePostgreSQL, FragileValkey, ask, fragile_postgresql, fragile_valkey
from tests.servers import Server, Site

MATCHES, VALKEY_SECONDS, POSTGRESQL_SECONDS = 50, 20, 10
PLAN = {"ruleset": "moroccan", "options": {"players": 2, "target": 121}, "clock": "600+0", "people": 2}
WITHIN_SECONDS = 3.0  # play must continue within this many seconds after the service is back
THINK_SECONDS = 1.0
AGAIN_SECONDS = 0.5  # seconds before a refused move is resent or a closed connection reopened
LONGEST_WAIT_SECONDS = 2.0
PATIENCE_SECONDS = 60.0


@dataclass(eq=False)
class Seat:
    """A player who keeps playing through every outage until the match ends, and records the acknowledged moves."""

    server: Server
    code: str
    cookie: str
    rng: random.Random
    page: MatchClient = field(init=False)
    sent: list[Sent] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    part: str = ""  # the service reported to the page as down
    part_at: float = 0.0
    acknowledged_at: float = 0.0
    seen_at: float = 0.0  # when the last state arrived
    lines: int = 0

    async def play(self) -> None:
        wait = AGAIN_SECONDS
        while True:
            with suppress(ConnectionClosed, InvalidHandshake, OSError):
                self.page = await MatchClient(self.server.port, self.code, self.cookie).open()
                self.lines += 1
                wait = AGAIN_SECONDS
                self._listen(self.page.state)
                await self._play_on()
            await asyncio.sleep(wait * (0.75 + self.rng.random() / 2))  # as a page does
            wait = min(2 * wait, LONGEST_WAIT_SECONDS)

    async def _play_on(self) -> None:
        if self.sent and self.sent[-1].answer is None:  # the connection broke before the answer arrived
            await self._send(self.sent[-1])
        while True:
            if not self.page.view["moves"]:
                self._listen(await self.page.next())
                continue
            await asyncio.sleep(self.rng.random() * THINK_SECONDS)
            moves = [move for move in self.page.view["moves"] if move[0] != "challenge"]
            sent = Sent(f"{self.rng.getrandbits(64):016x}", self.page.state["version"], self.rng.choice(moves))
            self.sent.append(sent)
            await self._send(sent)

    async def _send(self, sent: Sent) -> None:
        """Send a move until it is accepted or refused for good, and wait for a state at least as new as the answer."""
        await self.page.socket.send(sent.text)
        while sent.answer is None:
            frame = await self.page.next()
            self._listen(frame)
            if frame.get("id") != sent.id:
                continue
            code = frame.get("code", "")
            if code in TRY_AGAIN:
                self.refused[code] += 1
                await asyncio.sleep(AGAIN_SECONDS)
                await self.page.socket.send(sent.text)
            else:
                sent.answer = [code, None if code else frame["version"]]
        if sent.seen:
            self.acknowledged_at = time.monotonic()
        else:
            self.refused[sent.answer[0]] += 1
        while self.page.state["version"] < (sent.answer[1] or sent.version + 1):
            self._listen(await self.page.next())

    def _listen(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "outage":
            self.part, self.part_at = frame["part"], time.monotonic()
        elif frame["type"] == "state":
            self.seen_at = time.monotonic()

    @property
    def state(self) -> dict[str, Any]:
        """Return the last table state that arrived."""
        return self.page.state

    @property
    def time_left(self) -> float:
        """Return the total seconds left on all seats' clocks when the last state arrived."""
        clock = self.page.state["clock"]
        left = dict(enumerate(clock["banks"]))
        if clock["left"] is not None:
            left[clock["turn"]] = clock["left"]
        return sum(left.values()) / 1000


@dataclass
class Trial:
    """The players in a trial, and the errors that it found."""

    servers: list[Server]
    seats: list[Seat]
    faults: list[str] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)

    async def ask_for_pages(self, part: str) -> None:
        """Request pages and submit forms continuously; ``part`` is the service that is down."""
        seat = self.seats[0]
        bad = {"login": "somebody", "password": "a wrong password"}
        asked: list[tuple[str, dict[str, str] | None, str]] = [
            ("/", None, seat.cookie),
            (f"/t/{seat.code}/", None, seat.cookie),
            ("/api/v1/rulesets", None, ""),
            ("/play/guest/", {}, ""),
            ("/accounts/login/", bad, ""),
        ]
        while True:
            for path, form, cookie in asked:
                server = random.choice(self.servers)
                status, _body, _headers = await asyncio.to_thread(ask, server, path, form, cookie=cookie)
                self.answers[f"{part} {status}"] += 1
                if status >= 500 and not (part == "database" and status == 503):
                    self.faults.append(f"{path} was answered {status} while this was away: {part or 'nothing'}")

    async def take_away(self, server: FragileValkey | FragilePostgreSQL, part: str, seconds: float) -> None:
        """Kill a server, restart it after ``seconds``, and print how soon players were notified and resumed play."""
        asking = asyncio.create_task(self.ask_for_pages(part))
        before = {seat: (seat.seen_at, seat.time_left) for seat in self.seats}
        made = sum(one.seen for seat in self.seats for one in seat.sent)
        killed = time.monotonic()
        await asyncio.to_thread(server.kill)
        await self.until(lambda seat: seat.part == part)
        told = max(seat.part_at for seat in self.seats) - killed
        await asyncio.sleep(max(0.0, killed + seconds - time.monotonic()))
        made = sum(one.seen for seat in self.seats for one in seat.sent) - made
        await asyncio.to_thread(server.start)
        back = time.monotonic()
        asking.cancel()
        await self.until(lambda seat: not seat.part and seat.acknowledged_at > back)
        first = {code: min(at) for code, at in self._by_match("acknowledged_at").items()}
        played = max(first.values()) - back
        healed = max(seat.part_at for seat in self.seats) - back
        print(f"outages  {part} away {back - killed:.1f} s: told after {told:.1f} s, {made} moves made meanwhile")
        print(
            f"outages  {part} back: every match has a new move after {played:.1f} s, every page is told after "
            f"{healed:.1f} s  (within {WITHIN_SECONDS:.0f})"
        )
        if max(played, healed) > WITHIN_SECONDS:
            self.faults.append(f"{part}: play went on {played:.1f} s, pages were told {healed:.1f} s after it was back")
        if part == "database":
            self._check_clocks(before, back - killed)

    def _by_match(self, name: str) -> dict[str, list[float]]:
        found: dict[str, list[float]] = {}
        for seat in self.seats:
            found.setdefault(seat.code, []).append(getattr(seat, name))
        return found

    def _check_clocks(self, before: dict[Seat, tuple[float, float]], away: float) -> None:
        """Check that a match's clocks, taken together, ran in real time except while the database was down."""
        lost = []
        for seat, (seen_at, time_left) in before.items():
            used, passed = time_left - seat.time_left, seat.seen_at - seen_at
            lost.append(used - (passed - away))
        print(f"outages  clocks lost at most {max(lost):.1f} s to the outage  (at most {WITHIN_SECONDS:.0f})")
        if max(lost) > WITHIN_SECONDS:
            self.faults.append(f"a clock has lost {max(lost):.1f} s")

    async def until(self, holds: Any) -> None:
        until = time.monotonic() + PATIENCE_SECONDS
        while not all(holds(seat) for seat in self.seats):
            if time.monotonic() > until:
                late = [(seat.code, seat.part, seat.page.state["status"]) for seat in self.seats if not holds(seat)]
                self.faults.append(f"{len(late)} pages wait in vain: {late[:5]}")
                return
            await asyncio.sleep(0.02)

    def check_logs(self) -> None:
        """Compare the acknowledged moves with the stored ones."""
        site = self.servers[0].site
        codes = sorted({seat.code for seat in self.seats})
        logs = dict(zip(codes, site.call("logs", codes), strict=True))
        receipts = dict(zip(codes, site.call("receipts", codes), strict=True))
        for seat in self.seats:
            me = seat.page.state["me"]
            made = [move for number, move in logs[seat.code]["made"] if number == me]
            wrong = check_sent(seat, made, receipts[seat.code][str(me)])
            self.faults += [f"{seat.code}: {wrong}"] if wrong else []
        self.faults += site.call("log_errors", codes)
        self.faults += [f"{code}: {log['status']}" for code, log in logs.items() if log["status"] != "running"]
        refused = sum((seat.refused for seat in self.seats), Counter())
        lines = sum(seat.lines for seat in self.seats) - len(self.seats)
        seen, sent = sum(one.seen for seat in self.seats for one in seat.sent), sum(len(s.sent) for s in self.seats)
        print(f"outages  {sent} moves sent, {seen} acknowledged, refused: {dict(refused)}, {lines} lines lost")
        print(f"outages  answers by what was away: {dict(self.answers)}")


async def run(
    servers: list[Server], layer: FragileValkey, database: FragilePostgreSQL, *, matches: int, seconds: tuple[int, int]
) -> list[str]:
    """Run the whole trial, and return the errors it found."""
    rng = random.Random(10)
    tables = servers[0].site.call("tables", [PLAN] * matches, "o")
    seats = [
        Seat(server, table["code"], player["cookie"], random.Random(rng.random()))
        for table in tables
        for server, player in zip(servers, table["players"], strict=True)
    ]
    trial = Trial(servers, seats)
    tasks = [asyncio.create_task(seat.play()) for seat in seats]
    await trial.until(lambda seat: seat.acknowledged_at)
    await trial.take_away(layer, "messages", seconds[0])
    await trial.take_away(database, "database", seconds[1])
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    trial.faults += [repr(end) for end in ended if isinstance(end, Exception)]
    await asyncio.to_thread(trial.check_logs)
    return trial.faults


def outages(
    matches: int = MATCHES, valkey_seconds: int = VALKEY_SECONDS, postgresql_seconds: int = POSTGRESQL_SECONDS
) -> None:
    """Run the trial on its own servers; exit with 1 if it finds errors."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database, layer = stack.enter_context(fragile_postgresql()), stack.enter_context(fragile_valkey())
        environment = {"RONDA_LOG_LEVEL": "WARNING", "RONDA_GUEST_RATE": "10000/h/ip"}
        site = Site(folder, DATABASE_URL=database.url, RONDA_REDIS_URL=layer.url, **environment)
        servers = [stack.enter_context(Server(site)) for _process in range(2)]
        seconds = valkey_seconds, postgresql_seconds
        faults = asyncio.run(run(servers, layer, database, matches=matches, seconds=seconds))
        logs = "".join(server.log() for server in servers)
    print(f"outages  {logs.count('Internal Server Error')} lines of the log tell of an answer 500  (0)")
    for fault in faults[:20]:
        print(f"outages  WRONG: {fault[:1000]}")
    print(f"outages  {len(faults)} faults  (0)")
    if faults or "Internal Server Error" in logs:
        sys.exit(1)
