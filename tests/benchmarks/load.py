"""The load generator, run as a separate process: ``python -m tests.benchmarks.load``, configured by JSON on stdin.

``matches`` have two players each and any number of ``watchers``; each page has a ``port`` and a ``cookie``. With
``pace`` 0, players move as soon as they see that it is their turn. Otherwise each match has one move every ``pace``
seconds, and the moves are spread evenly over time. After a warm-up, the generator measures for ``seconds``, and
prints the result of ``run``.
"""

from __future__ import annotations

import asyncio
import gc
import json
import re
import sys
import time
from functools import partial
from typing import Any

from tests.benchmarks.page import Page, open_page

WARM_UP_SECONDS = 3.0
HEAD = re.compile(rb'\{"type": ?"(\w+)"')
VERSION = re.compile(rb'"version": ?(\d+)')
MOVES = re.compile(rb'"moves": ?\[(\[[^\]]*\])')
BARE_MOVE = b'["play","1O"]'


class Table:
    """The two players in a match. The site's states say whose turn it is; the bare consumer accepts any move."""

    def __init__(self, match: dict[str, Any], *, bare: bool, pace: float) -> None:
        self.match = match
        self.bare = bare
        self.pace = pace
        self.version = 0
        self.sent_at = 0.0
        self.waits: list[float] = []
        self.watched = 0  # frames that spectators have received
        self.mover = self.next_mover = -1
        self.turn: bytes | None = None
        self.pages: list[Page] = []
        self.at_once = False

    async def open(self) -> None:
        code = self.match["code"]
        for seat, player in enumerate(self.match["players"]):
            self.pages.append(await open_page(player["port"], code, player["cookie"], partial(self.take, seat)))
        for watcher in self.match["watchers"]:
            self.pages.append(await open_page(watcher["port"], code, watcher["cookie"], self.watch))

    def watch(self, _frame: bytes) -> None:
        self.watched += 1

    def take(self, seat: int, frame: bytes) -> None:
        head = HEAD.match(frame)
        if head is None or head[1] == b"refused":
            raise RuntimeError(frame)
        if head[1] == b"state":
            self.saw(seat, frame)

    def saw(self, seat: int, frame: bytes) -> None:
        found = VERSION.search(frame)
        assert found is not None
        self.version = max(self.version, int(found[1]))
        if self.sent_at and seat != self.mover:
            self.waits.append(time.perf_counter() - self.sent_at)
            self.sent_at = 0.0
        move = self.asked_for(seat, frame)
        if move is not None:
            self.turn, self.next_mover = move, seat
            if self.at_once:
                self.move()

    def asked_for(self, seat: int, frame: bytes) -> bytes | None:
        if self.bare:
            return BARE_MOVE if self.version % 2 == seat else None
        moves = MOVES.search(frame)
        return None if moves is None else moves[1]

    def begin(self) -> None:
        """From now on, make each player's move as soon as the player sees that it is their turn."""
        self.at_once = True
        self.move()

    def move(self) -> None:
        """Make the move that is due, if any."""
        if self.turn is not None:
            text = b'{"type":"move","id":"%d","version":%d,"move":%b}' % (self.version, self.version, self.turn)
            self.turn, self.mover, self.sent_at = None, self.next_mover, time.perf_counter()
            self.pages[self.mover].send(text)

    async def play_evenly(self, offset: float) -> None:
        await asyncio.sleep(offset)
        due = time.monotonic()
        while True:
            self.move()
            due += self.pace
            await asyncio.sleep(due - time.monotonic())


async def run(matches: list[dict[str, Any]], *, bare: bool, pace: float, seconds: float) -> dict[str, Any]:
    """Play these matches, and return the measurements.

    The measurements are the number of moves made, the number of frames that spectators received, the seconds taken,
    and the sorted delays in milliseconds until an opponent saw a move.
    """
    tables = [Table(match, bare=bare, pace=pace) for match in matches]
    for table in tables:
        await table.open()
    ends: list[asyncio.Future[None]] = [page.closed for table in tables for page in table.pages]
    if pace:
        offsets = [number * pace / len(tables) for number in range(len(tables))]
        ends += [asyncio.create_task(table.play_evenly(at)) for table, at in zip(tables, offsets, strict=True)]
    else:
        for table in tables:  # wait for all pages: connecting is slow on a busy server
            table.begin()
    gc.freeze()
    await asyncio.sleep(WARM_UP_SECONDS)
    print("begin", flush=True)
    for table in tables:
        table.waits.clear()
    before, began = _counts(tables), time.perf_counter()
    done, _running = await asyncio.wait(ends, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    after, took = _counts(tables), time.perf_counter() - began
    print("end", flush=True)
    for end in done:
        end.result()  # no task ends on its own: this raises the error that ended it
    waits = sorted(wait for table in tables for wait in table.waits)
    idle = [table.match["code"] for table in tables if not table.waits]
    if idle:
        raise RuntimeError(f"nobody moved at {len(idle)} tables")
    return {
        "moves": after[0] - before[0],
        "watched": after[1] - before[1],
        "seconds": took,
        "milliseconds": [round(1000 * wait, 2) for wait in waits],
    }


def _counts(tables: list[Table]) -> tuple[int, int]:
    return sum(table.version for table in tables), sum(table.watched for table in tables)


if __name__ == "__main__":
    print(json.dumps(asyncio.run(run(**json.load(sys.stdin)))))
