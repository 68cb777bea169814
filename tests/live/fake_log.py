"""A match as a list of changes, and pages that follow it, without a database."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

from games.live.hub import Hub
from games.live.socket import Socket
from games.models import Status
from games.rules.moroccan import Moroccan
from games.selectors.table import Table
from games.selectors.table_facts import TableFacts
from games.state.access import AccessPolicy
from games.state.announce import Change
from games.state.live_match import UNKNOWN, LiveMatch
from games.state.seats import SeatInfo

PATIENCE_SECONDS = 30


class FakeLog:
    """A match as a list of changes. It stands in for the database: tables read all changes up to ``written``."""

    def __init__(self) -> None:
        game = Moroccan()
        deck = list(game.pack)
        random.Random(37).shuffle(deck)
        self.deal = game.draw_deal(0, deck, lambda _places: 0)
        game.deal(self.deal)
        self.changes = [Change("match", 1)]
        for version in range(2, 12):
            move = game.turn_moves(game.to_act)[0]
            game.apply(move)
            self.changes.append(Change("match", version, moves=(move,)))
        self.written = 1
        self.live = FakeMatch(self)

    def open(self, _code: str) -> Table:
        table = FakeTable(self.live)
        table.refresh()
        return table

    def commit(self, version: int) -> None:
        """Write the changes up to this version, and update the process's copy, as a service does."""
        self.written = version
        with self.live.held():
            self.live.reload()


class FakeMatch(LiveMatch):
    __slots__ = ("log",)

    def __init__(self, log: FakeLog) -> None:
        super().__init__("match")
        self.log = log

    def reload(self) -> None:
        if self.version == UNKNOWN:
            self.id, self.ruleset, self.status, self.game = 1, "moroccan", Status.RUNNING, Moroccan()
            self.seats = tuple(SeatInfo(seat, f"player {seat}", "", False) for seat in (0, 1))
        for change in self.log.changes[max(self.version, 0) : self.log.written]:
            if change.version == 1:
                self.deal(self.log.deal)
            for move in change.moves:
                self.advance(move)
            self.version = self.moved_version = change.version


class FakeTable(Table):
    def _read_facts(self) -> TableFacts:
        access = AccessPolicy("running", True, False, 0, frozenset(), frozenset())
        return TableFacts(self.live.version, access, None, {}, None, None)


class Page:
    """A page that records what is sent to it."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.frames: list[dict[str, Any]] = []
        self.closed: list[int] = []
        self.news = asyncio.Event()

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.close":
            self.closed.append(message["code"])
        else:
            self.frames.append(json.loads(message["text"]))
        self.news.set()

    async def open(self) -> None:
        self.socket = Socket(self.send, 0)
        self.room = await self.hub.join("match", self.socket)

    async def until_version(self, version: int) -> list[int]:
        """Wait for this version, and return the versions of all states received so far."""
        while True:
            seen = [frame["version"] for frame in self.frames if frame["type"] == "state"]
            if seen and seen[-1] >= version:
                return seen
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), PATIENCE_SECONDS)
