"""A player whose line breaks, who changes servers, sends things twice, and knows what was acknowledged to him."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from tests.servers import Server

CALM = 0.97
AGAIN_SECONDS = 0.05  # until the next attempt where nobody listens


@dataclass
class Sent:
    """A move that was sent, and whether its page has seen it made."""

    move: list[Any]
    seen: bool = False


@dataclass
class Roamer:
    """Plays one seat on whichever server lets it; ``hurry`` is how long it thinks, in seconds at most."""

    servers: Sequence[Server]
    code: str
    cookie: str | None
    rng: random.Random
    hurry: float = 0.0
    twice: float = 0.0  # the share of moves that are sent twice
    state: dict[str, Any] = field(default_factory=dict)
    sent: list[Sent] = field(default_factory=list)
    closings: list[tuple[bool, int | None]] = field(default_factory=list)  # announced? and the code
    refused: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    was_away: bool = False  # a bot may have moved for the seat
    away: float = 0.0
    server: Server | None = None  # where the page is now
    _line: ClientConnection | None = None
    _asked: bool = False  # a move is under way
    _doubles: int = 0  # refusals that are to come because moves were sent twice
    _echoes: int = 0  # states that come with them
    _was_told: bool = False

    @property
    def over(self) -> bool:
        return bool(self.state) and self.state["status"] not in {"open", "running"}

    async def play(self) -> None:
        """Play to the end of the match, coming back as often as it takes; ends sooner when cancelled."""
        while not self.over:
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
        self._asked, self._doubles, self._echoes = False, 0, 0
        while not self.over:
            frame = json.loads(await line.recv())
            if frame["type"] == "closing":
                self._was_told = True
            elif frame["type"] == "refused":
                self._take_refusal(frame["code"])
            elif frame["type"] == "state":
                self._take_state(frame)
                if not self._asked and self._may_move():
                    await self._move(line)

    def _take_refusal(self, code: str) -> None:
        self.refused.append(code)
        if self._doubles:  # that was the second of two
            self._doubles -= 1
            self._echoes += code == "stale"  # which brings a state as well
        else:
            self._asked = False
            if code not in {"stale", "busy"}:
                self.faults.append(f"{code}: {self.sent[-1]} at {self.state['version']}")

    def _take_state(self, frame: dict[str, Any]) -> None:
        self.state = frame
        me = frame["me"]
        if me is None:
            return
        self.was_away = self.was_away or bool(frame["seats"][me]["stand_in"])
        if "recent" in frame and self._echoes:
            self._echoes -= 1
        elif "recent" in frame:
            self._asked = False
        elif self._asked and any(self._is_mine(event) for event in frame["events"]):
            self.sent[-1].seen = True
            self._asked = False

    def _is_mine(self, event: dict[str, Any]) -> bool:
        """Whether this tells of the move sent last, and not of one before that was made after the line had broken."""
        verb, *said = self.sent[-1].move
        if event["seat"] != self.state["me"]:
            return False
        return verb not in {"play", "announce", "cut"} or said[0] in event.values()

    def _may_move(self) -> bool:
        return bool(self.state["view"] and self.state["view"]["moves"])

    async def _move(self, line: ClientConnection) -> None:
        version, moves = self.state["version"], self.state["view"]["moves"]
        await asyncio.sleep(self.rng.random() * self.hurry)
        if self.rng.random() < CALM:  # a challenge mostly ends the match
            moves = [move for move in moves if move[0] != "challenge"] or moves
        self.sent.append(Sent(self.rng.choice(moves)))
        self._asked = True
        is_double = self.rng.random() < self.twice
        self._doubles += is_double
        text = json.dumps({"type": "move", "version": version, "move": self.sent[-1].move})
        for _copy in range(2 if is_double else 1):
            with suppress(ConnectionClosed):  # what was said before it closed is still to be heard
                await line.send(text)

    async def break_line(self, *, politely: bool, away: float = 0.0) -> None:
        """Go away, as a page that is loaded again or as a phone in a tunnel; ``play`` comes back after a while."""
        line, self.away = self._line, away
        if line is not None and politely:
            await line.close()
        elif line is not None:
            line.transport.abort()


def check_sent(sent: list[Sent], logged: list[list[Any]]) -> str:
    """What is wrong with the moves that the log has of a seat, beside those that its player sent; empty if nothing.

    Every move that was seen made is there once and in order; one that was not seen may be there or not.
    """
    at = {0}  # how many logged moves may be explained so far
    for one in sent:
        next_at = {place + 1 for place in at if place < len(logged) and logged[place] == one.move}
        at = next_at if one.seen else next_at | at
        if not at:
            return f"{one.move}, which was acknowledged, is lost: {sent} {logged}"
    return "" if len(logged) in at else f"{len(logged)} moves are logged, {max(at)} were sent"
