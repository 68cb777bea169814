"""A process notices when its messages no longer arrive, continues without them, and catches up later."""

from __future__ import annotations

import asyncio
import json
import logging
import math
import time
from collections.abc import AsyncIterator, Callable
from typing import Any, cast
from unittest.mock import AsyncMock

import pytest
from django.db import OperationalError

from games.live import layer_connection
from games.live.channel_layer import ChannelLayerClient
from games.live.db_threads import DatabaseThreads
from games.live.disconnects import DisconnectTracker
from games.live.match_room import MatchRoom
from games.live.outage import OutageMonitor
from games.live.socket import Socket

PATIENCE_SECONDS = 30
CHANGED = {"type": "match.changed", "code": "book", "version": 2}
NOTICE = {"type": "user.notice", "user_id": 1}


class Layer:
    """A channel layer with a single channel. It can refuse or lose all messages."""

    def __init__(self, news: asyncio.Event) -> None:
        self.refuses = self.swallows = False
        self.news = news
        self.groups: set[str] = set()
        self.sent: list[tuple[str, Any]] = []
        self._queue: asyncio.Queue[Any] = asyncio.Queue()

    def _check(self) -> None:
        if self.refuses:
            raise ConnectionError("refused")

    async def new_channel(self) -> str:
        self._check()
        return "mine"

    async def receive(self, _channel: str) -> Any:
        return await self._queue.get()

    async def send(self, _channel: str, message: Any) -> None:
        self._check()
        if not self.swallows:
            self._queue.put_nowait(message)

    async def group_add(self, group: str, _channel: str) -> None:
        self._check()
        self.groups.add(group)

    async def group_discard(self, group: str, _channel: str) -> None:
        self._check()
        self.groups.discard(group)

    async def group_send(self, group: str, message: Any) -> None:
        self._check()
        self.sent.append((group, message))
        self.news.set()


class LayerHarness:
    """A channel layer client on a fake layer, and the outages it reports."""

    def __init__(self) -> None:
        self.outages: list[bool] = []
        self.news = asyncio.Event()
        self.layer = Layer(self.news)
        self.layer_client = ChannelLayerClient(self.layer, lambda _message: None, self._note, name="a test")

    def _note(self, away: bool) -> None:
        self.outages.append(away)
        self.news.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not holds():
                self.news.clear()
                await self.news.wait()


@pytest.fixture
async def harness(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LayerHarness]:
    monkeypatch.setattr(layer_connection, "ECHO_EVERY_SECONDS", 0)
    monkeypatch.setattr(layer_connection, "AGAIN_SECONDS", 0.001)
    harness = LayerHarness()
    await harness.layer_client.subscribe("matches")
    yield harness
    await harness.layer_client.close()


async def test_a_group_that_cannot_be_reached_is_sent_to_once_the_layer_is_back(
    harness: LayerHarness, caplog: pytest.LogCaptureFixture
) -> None:
    harness.layer.refuses = True
    await harness.until(lambda: harness.layer_client.is_away)
    harness.layer.groups.clear()  # as if the server had been killed
    await harness.layer_client.subscribe("user.1")
    harness.layer_client.publish("matches", CHANGED)
    harness.layer_client.publish("user.1", NOTICE)
    harness.layer.refuses = False
    await harness.until(lambda: bool(harness.layer.sent))
    assert harness.layer.sent == [("user.1", NOTICE)]
    assert harness.layer.groups == {"matches", "user.1"}
    assert harness.outages == [True, False]
    assert [record.levelno for record in caplog.records] == [logging.ERROR, logging.WARNING]


async def test_a_message_that_is_refused_is_stored_too(harness: LayerHarness) -> None:
    harness.layer.refuses = True
    harness.layer_client.publish("user.1", NOTICE)
    await harness.until(lambda: harness.layer_client.is_away)
    harness.layer.refuses = False
    await harness.until(lambda: bool(harness.layer.sent))
    assert harness.layer.sent == [("user.1", NOTICE)]


async def test_a_layer_that_accepts_messages_but_delivers_none_counts_as_down(
    harness: LayerHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layer_connection, "ECHO_WITHIN_SECONDS", 0.01)
    harness.layer.swallows = True
    await harness.until(lambda: harness.layer_client.is_away)
    monkeypatch.undo()
    harness.layer.swallows = False
    await harness.until(lambda: not harness.layer_client.is_away)


class Table:
    """The parts of a table that these tests need."""

    match_id, version, status, clock = 7, 3, "running", None


class Page:
    """A match room with one socket, and the frames sent to it."""

    def __init__(self) -> None:
        self.watch = MatchRoom("book")
        self.frames: list[dict[str, Any]] = []
        self.watch.table = cast("Any", Table())
        self.watch.sockets.add(cast("Socket", self))
        self.seat = None

    def deliver(self, frame: str, *, queue: Any) -> None:
        self.frames.append(json.loads(frame))


@pytest.fixture
def page() -> Page:
    return Page()


async def test_without_the_layer_tables_follow_the_database(page: Page) -> None:
    followed: list[int] = []
    read = AsyncMock(return_value={7: 5})
    outage = OutageMonitor(read, lambda: [page.watch], lambda _watch, version: followed.append(version))
    outage._shared = True
    outage.set_layer(away=True)
    for _poll in range(3):
        await outage.poll()
    assert followed == [5, 5, 5]
    outage.set_layer(away=False)
    assert page.frames == [{"type": "outage", "part": "messages"}, {"type": "outage", "part": ""}]
    await outage.poll()  # other processes may not know yet that the layer is back
    assert followed == [5, 5, 5, 5]


async def test_pages_are_notified_once_of_a_database_outage_and_once_of_its_end(page: Page) -> None:
    answers: list[Any] = [OperationalError(), OperationalError(), {}, {}]

    async def read(_read: Any) -> Any:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    outage = OutageMonitor(cast("Any", read), lambda: [page.watch], lambda _watch, _version: None)
    while answers:
        await outage.poll()
    assert page.frames == [{"type": "outage", "part": "database"}, {"type": "outage", "part": ""}]


class StuckThreads:
    """Threads that never get around to a query. ``answered_at`` has the same meaning as in DatabaseThreads."""

    def __init__(self, answered_at: float) -> None:
        self.answered_at = answered_at

    async def __call__(self, _read: Any) -> Any:
        await asyncio.Event().wait()


@pytest.mark.parametrize(("answered_at", "told"), [(math.inf, []), (-math.inf, ["database"])])
async def test_a_query_that_waits_behind_others_is_no_outage_while_the_database_answers_those(
    page: Page, monkeypatch: pytest.MonkeyPatch, answered_at: float, told: list[str]
) -> None:
    monkeypatch.setattr("games.live.outage.ANSWER_SECONDS", 0)
    monkeypatch.setattr("games.live.outage.LAG_SECONDS", 0)
    threads = cast("Any", StuckThreads(answered_at))
    outage = OutageMonitor(threads, lambda: [page.watch], lambda _watch, _version: None)
    for _poll in range(2):
        await outage.poll()
    assert [frame["part"] for frame in page.frames] == told


async def test_threads_note_when_the_database_answered() -> None:
    def fail() -> None:
        raise OperationalError

    threads = DatabaseThreads(1, "test")
    with pytest.raises(OperationalError):
        await threads(fail)
    assert threads.answered_at == -math.inf
    before = time.monotonic()
    await threads(lambda: None)
    assert threads.answered_at >= before
    threads.shutdown()


async def test_nobody_counts_as_disconnected_while_processes_cannot_communicate() -> None:
    said = asyncio.Event()

    class Writer:
        def submit(self, *_command: Any) -> None:
            said.set()

    class Seat:
        user_id, bot, grace_ends = 1, "", None

    class OneSeat(Table):
        seats = (Seat(),)

        def seat_of(self, _user_id: int) -> int:
            return 0

    watch = MatchRoom("book")
    watch.table = cast("Any", OneSeat())
    disconnects = DisconnectTracker(cast("Any", Writer()), 0)
    disconnects.check(watch)
    disconnects.is_paused = True
    disconnects.check(watch)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not said.is_set()
    disconnects.is_paused = False
    disconnects.check(watch)
    await asyncio.wait_for(said.wait(), PATIENCE_SECONDS)
