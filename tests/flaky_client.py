"""A client whose connection breaks now and then. It switches servers, repeats moves, and tracks their answers by id."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from tests.servers import Server

CALM = 0.97
AGAIN_SECONDS = 0.05  # seconds until the next attempt when no server is listening
PAUSE_SECONDS = 0.3  # seconds until a command is repeated after the answer "try again"
TRY_AGAIN = {"busy", "error"}
NORMAL = {"stale", "match_over"}  # another player, a clock or a bot was faster

Receipt = list[Any]  # the error code, empty if accepted, and the version


@dataclass
class Sent:
    """A move that was sent with an id, and its answer."""

    id: str
    version: int
    move: list[Any]
    answer: Receipt | None = None

    @property
    def seen(self) -> bool:
        """Return whether the move was acknowledged."""
        return self.answer is not None and not self.answer[0]

    @property
    def text(self) -> str:
        return json.dumps({"type": "move", "id": self.id, "version": self.version, "move": self.move})


@dataclass
class FlakyClient:
    """Plays one seat on whichever server accepts the client. ``hurry`` is its maximum thinking time in seconds."""

    servers: Sequence[Server]
    code: str
    cookie: str | None
    rng: random.Random
    hurry: float = 0.0
    twice: float = 0.0  # the proportion of moves that are sent twice
    state: dict[str, Any] = field(default_factory=dict)
    sent: list[Sent] = field(default_factory=list)
    closings: list[tuple[bool, int | None]] = field(default_factory=list)  # (whether it was announced, close code)
    refused: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    away: float = 0.0
    server: Server | None = None  # the server of the current connection
    _line: ClientConnection | None = None
    _beyond: int = 0  # the first version whose state includes the last move that was answered
    _was_told: bool = False

    @property
    def over(self) -> bool:
        return bool(self.state) and self.state["status"] not in {"open", "running"}

    @property
    def unanswered(self) -> Sent | None:
        """Return the last move if it has not been answered, or None otherwise. All earlier moves have been answered."""
        return self.sent[-1] if self.sent and self.sent[-1].answer is None else None

    async def play(self) -> None:
        """Play to the end of the match, reconnecting as often as necessary. Stop early if cancelled."""
        while not self.over or self.unanswered:
            try:
                async with await self._connect() as self._line:
                    await self._listen(self._line)
            except ConnectionClosed as closed:
                self.closings.append((self._was_told, closed.rcvd.code if closed.rcvd else None))
            except (OSError, InvalidHandshake):
                await asyncio.sleep(AGAIN_SECONDS)
            self._line = self.server = None
            await asyncio.sleep(self.away)
            self.away = 0.0

    async def _connect(self) -> ClientConnection:
        server = self.rng.choice(self.servers)
        self._was_told = False
        line = await connect(
            f"ws://127.0.0.1:{server.port}/ws/match/{self.code}/",
            origin=Origin(server.url),
            additional_headers={"Cookie": f"sessionid={self.cookie}"} if self.cookie else {},
            proxy=None,
            compression=None,
            ping_interval=None,
            close_timeout=1,
            max_queue=None,
        )
        self.server = server
        return line

    async def _listen(self, line: ClientConnection) -> None:
        if self.unanswered is not None:
            await line.send(self.unanswered.text)
        while not self.over or self.unanswered:
            frame = json.loads(await line.recv())
            if frame["type"] == "closing":
                self._was_told = True
            elif frame["type"] in {"done", "refused"}:
                await self._take_answer(line, frame)
            elif frame["type"] == "state":
                self.state = frame
            if self._may_move():
                await self._move(line)

    async def _take_answer(self, line: ClientConnection, frame: dict[str, Any]) -> None:
        code = frame.get("code", "")
        if code:
            self.refused.append(code)
        sent = next((one for one in reversed(self.sent) if one.id == frame.get("id")), None)
        if sent is None:
            self.faults.append(f"an answer to nothing: {frame}")
        elif code in TRY_AGAIN:
            if sent.answer is None:
                await asyncio.sleep(PAUSE_SECONDS)
                await line.send(sent.text)
        elif sent.answer is None:
            sent.answer = [code, None if code else frame["version"]]
            self._beyond = sent.version + 1 if code else frame["version"]
            if code and code not in NORMAL:
                self.faults.append(f"{code}: {sent} at {self.state['version']}")
        elif sent.answer != [code, None if code else frame["version"]]:
            self.faults.append(f"{sent} was answered again, by {frame}")

    def _may_move(self) -> bool:
        if not self.state or self.over or self.unanswered or self.state["version"] < self._beyond:
            return False
        return bool(self.state["view"] and self.state["view"]["moves"])

    async def _move(self, line: ClientConnection) -> None:
        version, moves = self.state["version"], self.state["view"]["moves"]
        await asyncio.sleep(self.rng.random() * self.hurry)
        if self.rng.random() < CALM:  # a challenge usually ends the match
            moves = [move for move in moves if move[0] != "challenge"] or moves
        sent = Sent(f"{self.rng.getrandbits(64):016x}", version, self.rng.choice(moves))
        self.sent.append(sent)
        for _copy in range(2 if self.rng.random() < self.twice else 1):
            with suppress(ConnectionClosed):  # process the frames that arrived before the close
                await line.send(sent.text)

    async def break_line(self, *, politely: bool, away: float = 0.0) -> None:
        """Disconnect, either politely like a page reload or silently like a phone in a tunnel.

        ``play`` reconnects after ``away`` seconds.
        """
        line, self.away = self._line, away
        if line is not None and politely:
            await line.close()
        elif line is not None:
            line.transport.abort()


class Page(Protocol):
    """A client that plays a seat."""

    @property
    def sent(self) -> list[Sent]: ...

    @property
    def state(self) -> dict[str, Any]: ...


def check_sent(page: Page, logged: list[list[Any]], receipts: dict[str, Receipt]) -> str:
    """Compare a seat's logged moves with the moves that its player sent. Return an error message or an empty string.

    ``receipts`` contains the stored answers to this player, by id. Each answer received must be stored unchanged, and
    each accepted move must be logged once and in order. Nobody else may move for the seat, except that with more than
    two players, a bot may have moved while the player was disconnected.
    """
    for one in page.sent:
        if one.answer is not None and receipts.get(one.id) != one.answer:
            return f"{one} is stored as {receipts.get(one.id)}"
    made = [one.move for one in page.sent if receipts.get(one.id, ["never came"])[0] == ""]
    rest = iter(logged)
    if any(move not in rest for move in made):
        return f"not all that was made is logged, in its order: {page.sent} {logged}"
    if len(logged) > len(made) and len(page.state["seats"]) == 2:
        return f"{len(logged)} moves are logged, {len(made)} were made: {page.sent} {logged}"
    return ""
