"""Attackers, run as a separate process: ``python -m tests.benchmarks.attackers``, configured by JSON on stdin.

They all share a loopback address that nothing else uses. The output contains the count of each outcome (``done``) and
the share of a core that they used (``cpu``). They have the lowest priority, so that no server waits for them.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from urllib.parse import urlencode

ADDRESS = "127.0.0.2"
AT_ONCE = 16  # connections in a flood
CHUNK = 1_000  # frames written at once
PAUSE_SECONDS = 0.02  # seconds before a refused connection is retried
PATIENCE_SECONDS = 5.0
BURN_SECONDS = 0.01
TOKEN = "a" * 32
TEXT, PING = 0x1, 0x9
NO_MASK = bytes(4)

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def frame(kind: int, payload: bytes = b"") -> bytes:
    """Return a WebSocket frame with an all-zero mask, which leaves the payload unchanged."""
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2, "big")
    return bytes([0x80 | kind]) + size + NO_MASK + payload


@dataclass
class Attack:
    """The target of an attack, and the count of each outcome."""

    ports: list[int]
    seconds: float
    code: str = ""  # a match's code; for link previews, that of a finished match
    cookie: str = ""
    sockets: int = 50
    rate: float = 500.0  # frames a second over all sockets
    version: int = 0
    move: list[str] = field(default_factory=list)  # sent for that version, repeatedly once the time is up
    deadline: float = 0.0
    done: Counter[str] = field(default_factory=Counter)
    numbers: count[int] = field(default_factory=count)

    def port(self) -> int:
        """Return the port of a server process, choosing each process in turn."""
        return self.ports[next(self.numbers) % len(self.ports)]

    async def connect(self) -> tuple[int, Streams]:
        port = self.port()
        return port, await asyncio.open_connection("127.0.0.1", port, local_addr=(ADDRESS, 0))

    async def open_socket(self, path: str) -> Streams | None:
        """Open a WebSocket; return None if it is refused."""
        port, (reader, writer) = await self.connect()
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            f"Origin: http://127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            *([f"Cookie: sessionid={self.cookie}"] if self.cookie else []),
        ]
        writer.write("\r\n".join([*lines, "", ""]).encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " in head:
            self.done["opened"] += 1
            return reader, writer
        self.done["refused"] += 1
        writer.close()
        return None

    async def ask(self, request: Callable[[int], str], body: str = "") -> None:
        """Send one request on its own connection, and count the response under its status."""
        port, (reader, writer) = await self.connect()
        writer.write((request(port) + f"Host: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n{body}").encode())
        status = (await reader.readline()).split()[1].decode()
        await reader.read()
        self.done[status] += 1
        writer.close()

    # ---- one attempt of each kind of attack, to be repeated ----

    async def pings(self) -> None:
        await self._flood("/ws/site/", frame(PING, b"x" * 100))

    async def text(self) -> None:
        await self._flood("/ws/site/", frame(TEXT, b"no frame of the protocol"))

    async def sync(self) -> None:
        await self._flood(f"/ws/match/{self.code}/", frame(TEXT, b'{"type":"sync"}'))

    async def _flood(self, path: str, one: bytes) -> None:
        """Write frames until the connection ends, and read nothing."""
        streams = await self.open_socket(path)
        if streams is None:
            return
        _reader, writer = streams
        while not writer.is_closing():
            writer.write(one * CHUNK)
            await writer.drain()
            self.done["frames"] += CHUNK

    async def handshakes(self) -> None:
        streams = await self.open_socket("/ws/site/")
        if streams is not None:
            streams[1].transport.abort()

    async def pictures(self) -> None:
        number = next(self.numbers)
        query = urlencode({"move": number % 500, "view": number % 3, "v": number})
        await self.ask(lambda _port: f"GET /matches/{self.code}/picture.png?{query} HTTP/1.1\r\n")

    async def logins(self) -> None:
        fields = {"login": f"nobody{next(self.numbers)}", "password": "wrong", "csrfmiddlewaretoken": TOKEN}
        body = urlencode(fields)
        head = f"POST /accounts/login/ HTTP/1.1\r\nCookie: csrftoken={TOKEN}\r\nContent-Length: {len(body)}\r\n"
        head += "Content-Type: application/x-www-form-urlencoded\r\n"
        await self.ask(lambda port: f"{head}Origin: http://127.0.0.1:{port}\r\n", body)

    # ---- a player who does not move ----

    async def stall(self) -> None:
        """As a player whose time is running out, send many frames but no move. Once the time is up, also send moves."""
        streams = await self.open_socket(f"/ws/match/{self.code}/")
        if streams is None:
            return
        reader, writer = streams
        listening = asyncio.create_task(self._listen(reader))
        try:
            for number in count():
                if listening.done():
                    break
                writer.write(frame(TEXT, json.dumps({"type": "auto_call", "on": number % 2 == 0}).encode()))
                if self.deadline < time.time():
                    late = {"type": "move", "version": self.version, "move": self.move}
                    writer.write(frame(TEXT, json.dumps(late).encode()))
                self.done["frames"] += 1
                await asyncio.sleep(self.sockets / self.rate)
        finally:
            listening.cancel()
            writer.close()

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        while await reader.read(65_536):
            pass


async def run(kind: str, attack: Attack) -> Counter[str]:
    """Repeat this kind of attack for ``attack.seconds``. Return the count of each outcome."""
    act: Callable[[], Awaitable[None]] = getattr(attack, kind)

    async def again_and_again() -> None:
        while True:
            with suppress(OSError, IndexError, asyncio.IncompleteReadError, TimeoutError):
                await act()
            await asyncio.sleep(PAUSE_SECONDS)

    tasks = [asyncio.create_task(again_and_again()) for _one in range(attack.sockets if kind == "stall" else AT_ONCE)]
    await asyncio.wait(tasks, timeout=attack.seconds)
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks, timeout=PATIENCE_SECONDS)
    return attack.done


def burn(share: float, seconds: float) -> Counter[str]:
    """Use this share of a core for this many seconds, without attacking anyone."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        until = time.process_time() + share * BURN_SECONDS
        while time.process_time() < until:
            pass
        time.sleep((1 - share) * BURN_SECONDS)
    return Counter()


def main() -> None:
    """Run the configured attack, and print its counts."""
    os.nice(19)
    orders = json.load(sys.stdin)
    began, spent = time.monotonic(), time.process_time()
    kind = orders.pop("kind")
    done = burn(orders["share"], orders["seconds"]) if kind == "burn" else asyncio.run(run(kind, Attack(**orders)))
    cpu = (time.process_time() - spent) / (time.monotonic() - began)
    print(json.dumps({"done": done, "cpu": round(cpu, 3)}))


if __name__ == "__main__":
    main()
