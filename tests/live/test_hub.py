"""Following a match in a process, with changes arriving in any order."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any
from unittest.mock import create_autospec

import pytest
from django.db import OperationalError

from games.chat import live as talk
from games.chat.selectors import ChatMessage
from games.live import follower
from games.live import hub as hub_module
from games.live.hub import Hub
from games.live.socket import SERVER_RESTARTS
from games.models import Room
from games.rules.moroccan import Moroccan
from games.selectors.table import Table
from games.state.announce import Change, ChatEvent
from games.state.errors import NotFound
from tests.live.fake_log import PATIENCE_SECONDS, FakeLog, FakeTable, Page


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
    apply = create_autospec(Moroccan.apply, side_effect=Moroccan.apply)
    monkeypatch.setattr(Moroccan, "apply", apply)
    for change in log.changes[1:]:
        log.commit(change.version)
        hub.announce(change)
        await page.until_version(change.version)
    made = [call.args[1] for call in apply.call_args_list]
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
    return ChatMessage(line_id, Room.PLAYERS, 1, "badr", 1, f"line {line_id}", "", now, is_removed=False)


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
