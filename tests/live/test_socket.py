"""A single socket: its frames and its limits."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from games.live import token_buckets
from games.live.callback_queue import CallbackQueue
from games.live.messages import FrameError, MoveFrame, SyncFrame, decode_frame
from games.live.presence import Presence
from games.live.socket import MAX_PENDING, TOO_SLOW, Socket
from games.live.token_buckets import TokenBucket


class FakeConsumer:
    """A fake consumer whose page receives no frames until ``open`` is set."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.sent: list[dict[str, Any]] = []
        self.closed = asyncio.Event()

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.close":
            self.closed.set()
        else:
            await self.open.wait()
        self.sent.append(message)


async def test_frames_are_sent_in_order_and_before_the_close() -> None:
    line = FakeConsumer()
    line.open.set()
    socket = Socket(line.send, 1)
    for number in range(5):
        socket.deliver(str(number))
    await socket.close(4404)
    assert [message.get("text", message.get("code")) for message in line.sent] == ["0", "1", "2", "3", "4", 4404]


async def test_a_reader_that_falls_too_far_behind_is_disconnected() -> None:
    line = FakeConsumer()
    socket = Socket(line.send, 1)
    for number in range(MAX_PENDING + 2):
        socket.deliver(str(number))
    await line.closed.wait()
    assert line.sent == [{"type": "websocket.close", "code": TOO_SLOW}]
    socket.deliver("ignored")
    socket.drop()


async def test_a_server_that_can_do_so_sends_pending_frames_together() -> None:
    sent: list[Any] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    socket, queue = Socket(send, 1, send_texts=sent.append), CallbackQueue()
    socket.deliver("state", queue=queue)
    assert not sent
    socket.deliver("done")
    assert sent == [["state", "done"]]
    socket.deliver("state", queue=queue)
    await socket.close(4404)
    assert sent[1:] == [["state"], {"type": "websocket.close", "code": 4404}]
    socket.deliver("late")
    assert len(sent) == 3


async def test_spectators_are_served_after_players_and_each_gets_frames_in_order() -> None:
    queue = CallbackQueue()
    sent: list[str] = []
    all_sent = asyncio.Event()

    def socket_of(name: str) -> Socket:
        async def send(message: dict[str, Any]) -> None:
            sent.append(name + message["text"])
            if len(sent) == 2 * 51 + 1:
                all_sent.set()

        return Socket(send, None)

    spectators = [socket_of(f"spectator {number} gets ") for number in range(50)]
    player = socket_of("player gets ")
    for frame in ("one", "two"):
        for spectator in spectators:
            spectator.deliver(frame, queue=queue)
        player.deliver(frame)
    spectators[-1].deliver("three")
    await all_sent.wait()
    assert sent[:2] == ["player gets one", "player gets two"]
    assert [line for line in sent if " 7 " in line] == ["spectator 7 gets one", "spectator 7 gets two"]
    assert [line.split()[-1] for line in sent if " 49 " in line] == ["one", "two", "three"]


async def test_a_page_that_has_gone_is_not_a_server_error() -> None:
    async def send(_message: dict[str, Any]) -> None:
        raise ConnectionResetError

    def send_texts(_texts: Sequence[str]) -> None:
        raise ConnectionResetError

    for socket in (Socket(send, 1), Socket(send, 1, send_texts=send_texts)):
        socket.deliver("a")
        await socket.close(4404)


def test_a_token_bucket_is_emptied_and_refills_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(token_buckets, "monotonic", lambda: now[0])
    allowance = TokenBucket(10)
    assert [allowance.take() for _frame in range(31)] == [True] * 30 + [False]
    now[0] += 0.125
    assert [allowance.take(), allowance.take()] == [True, False]


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "[]",
        "{}",
        '{"type":"dance"}',
        '{"type":"sync","x":1}',
        '{"type":"move","version":1}',
        '{"type":"move","version":true,"move":["done"]}',
        '{"type":"move","version":1.0,"move":["done"]}',
        '{"type":"move","version":-1,"move":["done"]}',
        '{"type":"move","version":1,"move":[]}',
        '{"type":"move","version":1,"move":["a","b","c","d"]}',
        '{"type":"move","version":1,"move":[["done"]]}',
        '{"type":"auto_call","on":1}',
        '{"type":"sync"' + " " * 2_000 + "}",
        '{"type":"sync"' + "é",
        "\ud800",
    ],
)
def test_an_invalid_frame_is_refused(text: str | None) -> None:
    with pytest.raises(FrameError):
        decode_frame(text)


def test_frames_of_the_protocol_are_parsed() -> None:
    move = decode_frame('{"type":"move","version":17,"move":["play","7O"]}')
    assert move == MoveFrame(version=17, move=["play", "7O"])
    assert decode_frame('{"type":"sync"}') == SyncFrame()


def test_a_process_that_stopped_sending_heartbeats_has_nobody_online(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("games.live.presence.time.monotonic", lambda: now[0])
    presence = Presence()
    presence.heard("other", [1], 4)
    assert presence.online([0], 3) == [True, True, False]
    assert presence.watching(2) == 6
    now[0] += 51
    presence.expire()
    assert presence.online([0], 3) == [True, False, False]
    assert presence.watching(2) == 2
