"""Streams: a socket's frames as lines, with keep-alive lines and a final line."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest
from django.utils import timezone

from games.live import stream_lines, streams
from games.live.hub import Hub
from games.live.socket import MAX_PENDING, SERVER_RESTARTS
from games.live.stream_lines import Reader, StreamLines
from games.live.streams import Streams
from games.state.notices import INVITED, Notice


async def test_a_stream_without_news_sends_keep_alive_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_lines, "KEEP_ALIVE_SECONDS", 0.01)
    lines = StreamLines(Reader("somebody")).read()
    assert [await anext(lines), await anext(lines)] == ["\n", "\n"]


async def test_pending_frames_are_sent_before_the_end() -> None:
    stream = StreamLines(Reader("somebody"))
    stream.socket.deliver('{"type":"presence"}')
    closing = asyncio.create_task(stream.socket.close(SERVER_RESTARTS))
    assert [json.loads(line) async for line in stream.read()] == [
        {"type": "presence"},
        {"type": "closed", "code": "restart"},
    ]
    await closing


@pytest.mark.parametrize("status", ["finished", "aborted", "voided"])
async def test_a_stream_ends_with_the_match(status: str) -> None:
    stream = StreamLines(Reader("somebody"))
    for state in ("open", "running", status):
        stream.socket.deliver(json.dumps({"type": "state", "status": state}))
    assert [json.loads(line)["status"] async for line in stream.read()] == ["open", "running", status]


async def test_a_reader_who_does_not_read_is_disconnected() -> None:
    stream = StreamLines(Reader("somebody"))
    for _frame in range(2 * MAX_PENDING):
        stream.socket.deliver('{"type":"presence"}')
        await asyncio.sleep(0)
    told = [json.loads(line) async for line in stream.read()]
    assert len(told) < MAX_PENDING
    assert told[-1] == {"type": "closed", "code": "too_slow"}


async def test_a_stream_ends_when_its_token_expires(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_lines, "KEEP_ALIVE_SECONDS", 0.01)
    now = timezone.now()
    stream = StreamLines(Reader("somebody", ends=now + timedelta(days=30)))
    lines = stream.read()
    assert await anext(lines) == "\n"
    monkeypatch.setattr(stream_lines.timezone, "now", lambda: now + timedelta(days=31))
    stream.socket.deliver('{"type":"notice"}')
    assert [json.loads(line) async for line in lines] == [{"type": "closed", "code": "signed_out"}]


async def test_a_stream_starts_however_many_notices_are_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = [Notice(7, INVITED, f"table{number}", "moroccan", "amina") for number in range(3 * MAX_PENDING)]
    monkeypatch.setattr(streams, "notices_of_bot", lambda _user_id: waiting)
    monkeypatch.setattr(streams, "count_pending", lambda _user_id: len(waiting))
    site: Any = SimpleNamespace(join=AsyncMock(), leave=Mock(), read=AsyncMock(side_effect=lambda call: call()))
    hub = Hub()
    events = Streams(hub, site).events(Reader("bot", 7))
    told = [json.loads(await anext(events))["code"] for _notice in waiting]
    assert told == [notice.code for notice in waiting]
    assert await anext(events) == "\n"
    await events.aclose()
    await hub.close()
