"""What a stream makes of a socket's frames: lines, signs of life, and a last word."""

from __future__ import annotations

import asyncio
import json

import pytest

from games.live import streams
from games.live.socket import MAX_PENDING, SERVER_RESTARTS
from games.live.streams import Reader, _Lines


async def test_a_stream_without_news_says_that_it_is_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "KEEP_ALIVE_SECONDS", 0.01)
    lines = _Lines(Reader("somebody")).read()
    assert [await anext(lines), await anext(lines)] == ["\n", "\n"]


async def test_what_was_said_before_the_end_comes_before_it() -> None:
    stream = _Lines(Reader("somebody"))
    stream.socket.deliver('{"type":"presence"}')
    closing = asyncio.create_task(stream.socket.close(SERVER_RESTARTS))
    assert [json.loads(line) async for line in stream.read()] == [
        {"type": "presence"},
        {"type": "closed", "code": "restart"},
    ]
    await closing


@pytest.mark.parametrize("status", ["finished", "aborted", "voided"])
async def test_a_stream_ends_with_the_match(status: str) -> None:
    stream = _Lines(Reader("somebody"))
    for state in ("open", "running", status):
        stream.socket.deliver(json.dumps({"type": "state", "status": state}))
    assert [json.loads(line)["status"] async for line in stream.read()] == ["open", "running", status]


async def test_a_reader_who_does_not_read_is_given_up() -> None:
    stream = _Lines(Reader("somebody"))
    for _frame in range(2 * MAX_PENDING):
        stream.socket.deliver('{"type":"presence"}')
        await asyncio.sleep(0)
    told = [json.loads(line) async for line in stream.read()]
    assert len(told) < MAX_PENDING
    assert told[-1] == {"type": "closed", "code": "too_slow"}
