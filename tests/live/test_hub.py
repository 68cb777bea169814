"""How a process follows a match, whatever comes in whichever order."""

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
from games.live import hub as hub_module
from games.live.hub import Hub
from games.live.socket import SERVER_RESTARTS, Socket
from games.models import Room, Status
from games.rules.game import Event
from games.rules.moroccan import Moroccan
from games.selectors.table import Table
from games.services.announce import Change, ChatEvent
from games.services.errors import NotFound
from games.services.loading import SeatInfo

PATIENCE_SECONDS = 30


class Book:
    """A match as a list of changes; stands in for the database, which a table reads to its end."""

    def __init__(self) -> None:
        rng = random.Random(37)
        game = Moroccan()
        deck = list(game.pack)
        rng.shuffle(deck)
        deal = game.draw_deal(0, deck, lambda _places: 0)
        game.deal(deal)
        self.changes = [Change("book", 1, deals=(deal,))]
        for version in range(2, 12):
            move = game.turn_moves(game.to_act)[0]
            game.apply(move)
            self.changes.append(Change("book", version, moves=(move,)))
        self.written = 1

    def open(self, _code: str) -> Table:
        table = BookTable(self)
        table.refresh()
        return table


class BookTable(Table):
    def __init__(self, book: Book) -> None:
        super().__init__("book")
        self.book = book
        self.status = Status.RUNNING
        self.game = Moroccan()
        self.seats = [SeatInfo(seat, f"player {seat}", "", False) for seat in (0, 1)]

    def refresh(self) -> list[Event]:
        events: list[Event] = []
        for change in self.book.changes[max(self.version, 0) : self.book.written]:
            self.version = change.version - 1
            events += self.advance(change)
        return events


class Page:
    """A page that keeps what it is sent."""

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
        self.room = await self.hub.join("book", self.socket)

    async def until_version(self, version: int) -> list[int]:
        """Wait for this version; the versions of all states up to now."""
        while True:
            seen = [frame["version"] for frame in self.frames if frame["type"] == "state"]
            if seen and seen[-1] >= version:
                return seen
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), PATIENCE_SECONDS)


@pytest.fixture
def book(monkeypatch: pytest.MonkeyPatch) -> Book:
    book = Book()
    monkeypatch.setattr(hub_module, "load_table", book.open)
    return book


@pytest.fixture
async def hub() -> AsyncIterator[Hub]:
    hub = Hub()
    yield hub
    await hub.close()


async def test_changes_of_the_process_are_each_told_once_and_in_order(book: Book, hub: Hub) -> None:
    page = Page(hub)
    await page.open()
    for change in book.changes[1:]:
        book.written = change.version
        hub.announce(change)
    assert await page.until_version(11) == list(range(1, 12))


@pytest.mark.parametrize("seed", range(5))
async def test_changes_in_any_order_never_lead_back_and_end_at_the_last(book: Book, hub: Hub, seed: int) -> None:
    page = Page(hub)
    await page.open()
    changes = book.changes[1:]
    random.Random(seed).shuffle(changes)
    book.written = 11
    for change in changes:
        hub.announce(change)
        await asyncio.sleep(0)
    seen = await page.until_version(11)
    assert seen == sorted(set(seen))


async def test_what_another_process_did_is_read_from_the_database(book: Book, hub: Hub) -> None:
    page = Page(hub)
    await page.open()
    book.written = 6
    hub._heard({"type": "match.changed", "code": "book", "version": 6})
    await page.until_version(6)
    assert len([frame for frame in page.frames if frame["type"] == "state"][-1]["events"]) >= 5


async def test_changes_that_come_while_a_table_is_read_are_told_after_it(book: Book, hub: Hub) -> None:
    page = Page(hub)
    await page.open()
    book.written = 4
    hub.announce(Change("book", 4, reload=True))
    hub.announce(Change("book", 3, reload=True))
    await asyncio.sleep(0)
    book.written = 5
    hub.announce(book.changes[4])
    seen = await page.until_version(5)
    assert seen == sorted(set(seen))


async def test_who_is_refused_at_the_door_holds_up_nobody_inside(
    book: Book, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, stranger = Page(hub), Page(hub)
    await page.open()
    loop, asked, may_answer = asyncio.get_running_loop(), asyncio.Event(), threading.Event()

    def ask_at_the_door(_table: Table) -> None:
        loop.call_soon_threadsafe(asked.set)
        may_answer.wait()

    monkeypatch.setattr(BookTable, "may_watch", lambda _table, _user_id: False)
    monkeypatch.setattr(BookTable, "refresh_door", ask_at_the_door)
    coming = asyncio.create_task(stranger.open())
    await asked.wait()
    book.written = 2
    hub.announce(book.changes[1])
    await asyncio.sleep(0)  # the change comes while the door is asked
    may_answer.set()
    with pytest.raises(NotFound):
        await coming
    assert await page.until_version(2) == [1, 2]
    assert stranger.frames == []


async def test_a_look_at_the_database_that_fails_is_not_the_last(
    book: Book, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: asyncio.Queue[int] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def look(_people: Any) -> list[int]:
        loop.call_soon_threadsafe(looks.put_nowait, 1)
        raise OperationalError

    monkeypatch.setattr(hub_module, "REFRESH_SECONDS", 0)
    monkeypatch.setattr(hub_module, "barred_among", look)
    await Page(hub).open()
    assert [await asyncio.wait_for(looks.get(), PATIENCE_SECONDS) for _look in range(2)] == [1, 1]


def said(line_id: int) -> ChatMessage:
    now = datetime(2026, 3, 1, 12, tzinfo=UTC)
    return ChatMessage(line_id, Room.PLAYERS, 1, "badr", 1, f"line {line_id}", "", now)


def told(page: Page) -> list[list[int]]:
    return [[line["id"] for line in frame["lines"]] for frame in page.frames if frame["type"] == "chat"]


async def test_a_page_reads_what_was_said_before_ahead_of_what_is_said_while_it_comes(
    book: Book, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = threading.Event()
    monkeypatch.setattr(talk, "last_lines", lambda *_room: read.wait() and [said(1), said(2)])
    monkeypatch.setattr(talk, "find_line", lambda number: None if number == 4 else said(number))
    monkeypatch.setattr(talk, "deaf_to", lambda *_people: frozenset())
    page = Page(hub)
    await page.open()
    for number in (3, 4, 5):
        hub.announce(ChatEvent("book", number))
    read.set()
    while len(told(page)) < 3:
        page.news.clear()
        await page.news.wait()
    assert told(page) == [[1, 2], [3], [5]]


async def test_a_line_that_cannot_be_read_keeps_no_other_from_being_told(
    book: Book, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find(number: int) -> ChatMessage:
        if number == 1:
            raise ConnectionError
        return said(number)

    monkeypatch.setattr(talk, "last_lines", lambda *_room: [])
    monkeypatch.setattr(talk, "find_line", find)
    monkeypatch.setattr(talk, "deaf_to", lambda *_people: frozenset())
    page = Page(hub)
    await page.open()
    for number in (1, 2):
        hub.announce(ChatEvent("book", number))
    while len(told(page)) < 2:
        page.news.clear()
        await page.news.wait()
    assert told(page) == [[], [2]]


async def test_pages_of_a_table_that_cannot_follow_connect_anew_and_are_right(
    book: Book, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Page(hub)
    await page.open()
    book.written = 2
    with monkeypatch.context() as broken:
        broken.setattr(Moroccan, "apply", None)
        hub.announce(book.changes[1])
        while not page.closed:
            page.news.clear()
            await page.news.wait()
    assert page.closed == [SERVER_RESTARTS]
    hub.leave(page.room, page.socket)
    again = Page(hub)
    await again.open()
    assert await again.until_version(2) == [2]
    book.written = 3
    hub.announce(book.changes[2])
    assert await again.until_version(3) == [2, 3]


async def test_a_database_that_goes_away_while_a_table_is_read_costs_no_page_its_line(
    book: Book, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Page(hub)
    await page.open()
    failed: list[str] = []

    def advance(table: Table, change: Change) -> list[Event]:
        if not failed:
            failed.append("following")
            raise OperationalError
        return Table.advance(table, change)

    def load(code: str) -> Table:
        if len(failed) == 1:
            failed.append("reading anew")
            raise OperationalError
        return book.open(code)

    monkeypatch.setattr(hub_module, "AGAIN_SECONDS", 0)
    monkeypatch.setattr(hub_module, "load_table", load)
    monkeypatch.setattr(BookTable, "advance", advance)
    book.written = 6
    hub.announce(Change("book", 6, reload=True))
    assert (await page.until_version(6))[-1] == 6
    assert failed == ["following", "reading anew"]
    assert page.closed == []
