"""Following a match in a process, with changes arriving in any order."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import OperationalError

from games.chat import live as talk
from games.chat.selectors import ChatMessage
from games.live import follower
from games.live import hub as hub_module
from games.live.hub import Hub
from games.live.socket import SERVER_RESTARTS, Socket
from games.models import Room, Status
from games.rules.game import Event
from games.rules.moroccan import Moroccan
from games.rules.moves import Move
from games.selectors.table import Table
from games.selectors.table_facts import TableFacts
from games.state.access import AccessPolicy
from games.state.announce import Change, ChatEvent
from games.state.errors import NotFound
from games.state.live_match import UNKNOWN, LiveMatch
from games.state.seats import SeatInfo

PATIENCE_SECONDS = 30


class FakeLog:
    """A match as a list of changes. It replaces the database: a table always reads up to the latest change."""

    def __init__(self) -> None:
        rng = random.Random(37)
        game = Moroccan()
        deck = list(game.pack)
        rng.shuffle(deck)
        deal = game.draw_deal(0, deck, lambda _places: 0)
        game.deal(deal)
        self.deal = deal
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
        """Bring the process's copy to this version, as a service does."""
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
        """Wait for this version, and return the versions of all states so far."""
        while True:
            seen = [frame["version"] for frame in self.frames if frame["type"] == "state"]
            if seen and seen[-1] >= version:
                return seen
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), PATIENCE_SECONDS)


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> FakeLog:
    log = FakeLog()
    monkeypatch.setattr(follower, "load_table", log.open)
    return log


@pytest.fixture
async def hub() -> AsyncIterator[Hub]:
    hub = Hub()
    yield hub
    await hub.close()


async def test_local_changes_are_each_sent_once_and_in_order(log: FakeLog, hub: Hub) -> None:
    page = Page(hub)
    await page.open()
    for change in log.changes[1:]:
        log.commit(change.version)
        hub.announce(change)
        await page.until_version(change.version)
    assert await page.until_version(11) == list(range(1, 12))


async def test_a_move_of_this_process_is_made_once_and_not_again_for_its_pages(
    log: FakeLog, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Page(hub)
    await page.open()
    made: list[Move] = []
    honest = Moroccan.apply

    def apply(game: Moroccan, move: Move) -> list[Event]:
        made.append(move)
        return honest(game, move)

    monkeypatch.setattr(Moroccan, "apply", apply)
    for change in log.changes[1:]:
        log.commit(change.version)
        hub.announce(change)
        await page.until_version(change.version)
    assert made == [move for change in log.changes for move in change.moves]


async def test_a_page_waits_for_a_change_that_is_not_committed_yet(log: FakeLog, hub: Hub) -> None:
    page, late = Page(hub), Page(hub)
    await page.open()
    log.written = 2
    log.live.hold()
    log.live.reload()  # a transaction has made a move
    coming = asyncio.create_task(late.open())
    hub.announce(Change("match", 1))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert late.frames == []
    log.live.forget()  # and is rolled back
    log.written = 1
    log.live.release()
    await coming
    assert await late.until_version(1) == [1]
    assert {frame["version"] for frame in page.frames if frame["type"] == "state"} == {1}


@pytest.mark.parametrize("seed", range(5))
async def test_changes_in_any_order_never_go_back_and_end_at_the_last(log: FakeLog, hub: Hub, seed: int) -> None:
    page = Page(hub)
    await page.open()
    changes = log.changes[1:]
    random.Random(seed).shuffle(changes)
    log.commit(11)
    for change in changes:
        hub.announce(change)
        await asyncio.sleep(0)
    seen = await page.until_version(11)
    assert seen == sorted(set(seen))


async def test_changes_by_another_process_are_read_from_the_database(log: FakeLog, hub: Hub) -> None:
    page = Page(hub)
    await page.open()
    log.written = 6
    hub.heard({"type": "match.changed", "code": "match", "version": 6})
    await page.until_version(6)
    assert len([frame for frame in page.frames if frame["type"] == "state"][-1]["events"]) >= 5


async def test_changes_that_arrive_while_a_table_is_loaded_are_sent_after_it(log: FakeLog, hub: Hub) -> None:
    page = Page(hub)
    await page.open()
    log.written = 4
    hub.announce(Change("match", 4, reload=True))
    hub.announce(Change("match", 3, reload=True))
    await asyncio.sleep(0)
    log.written = 5
    hub.announce(log.changes[4])
    seen = await page.until_version(5)
    assert seen == sorted(set(seen))


async def test_a_page_that_is_denied_access_delays_no_other(
    log: FakeLog, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, stranger = Page(hub), Page(hub)
    await page.open()
    loop, asked, may_answer = asyncio.get_running_loop(), asyncio.Event(), threading.Event()

    def check_access(_table: Table) -> None:
        loop.call_soon_threadsafe(asked.set)
        may_answer.wait()

    monkeypatch.setattr(FakeTable, "may_watch", lambda _table, _user_id: False)
    monkeypatch.setattr(FakeTable, "refresh_access", check_access)
    coming = asyncio.create_task(stranger.open())
    await asked.wait()
    log.commit(2)
    hub.announce(log.changes[1])
    await asyncio.sleep(0)  # the change arrives during the access check
    may_answer.set()
    with pytest.raises(NotFound):
        await coming
    assert await page.until_version(2) == [1, 2]
    assert stranger.frames == []


async def test_a_failed_database_check_is_repeated(log: FakeLog, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: asyncio.Queue[int] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def check(_people: Any) -> list[int]:
        loop.call_soon_threadsafe(looks.put_nowait, 1)
        raise OperationalError

    monkeypatch.setattr(hub_module, "REFRESH_SECONDS", 0)
    monkeypatch.setattr(hub_module, "locked_out_among", check)
    await Page(hub).open()
    assert [await asyncio.wait_for(looks.get(), PATIENCE_SECONDS) for _look in range(2)] == [1, 1]


def said(line_id: int) -> ChatMessage:
    now = datetime(2026, 3, 1, 12, tzinfo=UTC)
    return ChatMessage(line_id, Room.PLAYERS, 1, "badr", 1, f"line {line_id}", "", now)


def told(page: Page) -> list[list[int]]:
    return [[line["id"] for line in frame["lines"]] for frame in page.frames if frame["type"] == "chat"]


async def test_earlier_messages_are_sent_before_those_that_arrive_while_a_page_connects(
    log: FakeLog, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = threading.Event()
    monkeypatch.setattr(talk, "last_lines", lambda *_room: read.wait() and [said(1), said(2)])
    monkeypatch.setattr(talk, "find_line", lambda number: None if number == 4 else said(number))
    monkeypatch.setattr(talk, "readers_muting", lambda *_people: frozenset())
    page = Page(hub)
    await page.open()
    for number in (3, 4, 5):
        hub.announce(ChatEvent("match", number))
    read.set()
    while len(told(page)) < 3:
        page.news.clear()
        await page.news.wait()
    assert told(page) == [[1, 2], [3], [5]]


async def test_a_message_that_cannot_be_read_delays_no_other(
    log: FakeLog, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find(number: int) -> ChatMessage:
        if number == 1:
            raise ConnectionError
        return said(number)

    monkeypatch.setattr(talk, "last_lines", lambda *_room: [])
    monkeypatch.setattr(talk, "find_line", find)
    monkeypatch.setattr(talk, "readers_muting", lambda *_people: frozenset())
    page = Page(hub)
    await page.open()
    for number in (1, 2):
        hub.announce(ChatEvent("match", number))
    while len(told(page)) < 2:
        page.news.clear()
        await page.news.wait()
    assert told(page) == [[], [2]]


async def test_pages_of_a_table_that_cannot_follow_reconnect_and_are_up_to_date(
    log: FakeLog, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Page(hub)
    await page.open()
    log.written = 2
    with monkeypatch.context() as broken:
        broken.setattr(Moroccan, "apply", None)
        hub.announce(log.changes[1])
        while not page.closed:
            page.news.clear()
            await page.news.wait()
    assert page.closed == [SERVER_RESTARTS]
    hub.leave(page.room, page.socket)
    again = Page(hub)
    await again.open()
    assert await again.until_version(2) == [2]
    log.commit(3)
    hub.announce(log.changes[2])
    assert await again.until_version(3) == [2, 3]


async def test_a_database_outage_while_a_table_is_loaded_closes_no_socket(
    log: FakeLog, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Page(hub)
    await page.open()
    failed: list[str] = []
    honest = Table.read

    def read(table: Table) -> None:
        if len(failed) < 2:
            failed.append("the database is unreachable")
            raise OperationalError
        honest(table)

    monkeypatch.setattr(follower, "AGAIN_SECONDS", 0)
    monkeypatch.setattr(Table, "read", read)
    log.written = 6
    hub.announce(Change("match", 6, reload=True))
    assert (await page.until_version(6))[-1] == 6
    assert len(failed) == 2
    assert page.closed == []
