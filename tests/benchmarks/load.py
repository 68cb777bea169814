"""The load generator, a process of its own: ``python -m tests.benchmarks.load PORT PACE SECONDS``, matches on stdin.

Each match has two sockets. PACE 0: whoever is to move does so as soon as he sees it. Else: one move every PACE
seconds a match, all matches spread evenly. Prints one JSON object: moves a second, and the milliseconds from each
move sent to the same move seen by the opponent.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

WARM_UP_SECONDS = 3.0


class Table:
    """Two players of one match. On the site a state says who is asked for what; the bare consumer takes any move."""

    def __init__(self, port: int, match: dict[str, Any], pace: float) -> None:
        self.port = port
        self.match = match
        self.pace = pace
        self.version = 0
        self.sent_at = 0.0
        self.waits: list[float] = []
        self.mover = self.next_mover = -1
        self.turn: tuple[ClientConnection, list[Any]] | None = None
        self.sockets: list[ClientConnection] = []

    async def open(self) -> None:
        for player in self.match["players"]:
            self.sockets.append(
                await connect(
                    f"ws://127.0.0.1:{self.port}/ws/match/{self.match['code']}/",
                    origin=Origin(f"http://127.0.0.1:{self.port}"),
                    additional_headers={"Cookie": f"sessionid={player['cookie']}"},
                    compression=None,
                    proxy=None,
                )
            )

    async def listen(self, seat: int) -> None:
        socket = self.sockets[seat]
        async for text in socket:
            frame = msgspec.json.decode(text)
            if frame["type"] == "refused":
                raise RuntimeError(frame)
            if frame["type"] == "state":
                await self.saw(seat, frame)

    async def saw(self, seat: int, frame: dict[str, Any]) -> None:
        bare_moves = [["play", "1O"]] if frame["version"] % 2 == seat else []
        moves = frame["view"]["moves"] if "view" in frame else bare_moves
        self.version = max(self.version, frame["version"])
        if self.sent_at and seat != self.mover:
            self.waits.append(time.perf_counter() - self.sent_at)
            self.sent_at = 0.0
        if moves:
            self.turn = (self.sockets[seat], moves[0])
            self.next_mover = seat
            if not self.pace:
                await self.move()

    async def move(self) -> None:
        """Make the move that is due, if one is."""
        if self.turn is not None:
            socket, move = self.turn
            self.turn = None
            self.mover = self.next_mover
            self.sent_at = time.perf_counter()
            await socket.send(msgspec.json.encode({"type": "move", "version": self.version, "move": move}).decode())

    async def play_evenly(self, offset: float) -> None:
        await asyncio.sleep(offset)
        due = time.monotonic()
        while True:
            await self.move()
            due += self.pace
            await asyncio.sleep(due - time.monotonic())


async def run(port: int, pace: float, seconds: float, matches: list[dict[str, Any]]) -> dict[str, Any]:
    tables = [Table(port, match, pace) for match in matches]
    for table in tables:
        await table.open()
    tasks = [asyncio.create_task(table.listen(seat)) for table in tables for seat in (0, 1)]
    if pace:
        offsets = [number * pace / len(tables) for number in range(len(tables))]
        tasks += [asyncio.create_task(table.play_evenly(at)) for table, at in zip(tables, offsets, strict=True)]
    gc.freeze()
    await asyncio.sleep(WARM_UP_SECONDS)
    for table in tables:
        table.waits.clear()
    before, began = sum(table.version for table in tables), time.perf_counter()
    done, _running = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    moves, took = sum(table.version for table in tables) - before, time.perf_counter() - began
    for task in done:
        task.result()  # nothing ends by itself: this says why it did
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    waits = sorted(wait for table in tables for wait in table.waits)
    return {"moves_a_second": moves / took, "milliseconds": [round(1000 * wait, 2) for wait in waits]}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(run(int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3]), json.load(sys.stdin)))))
