"""A match page without a browser: a socket that stores the last state and can play."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from collections.abc import Callable
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

PATIENCE_SECONDS = 30.0


class MatchClient:
    """A socket to a match, like the one that a page opens. If ``cookie`` is None, the client is a visitor."""

    def __init__(self, port: int, code: str, cookie: str | None, *, origin: str | None = None) -> None:
        self.port = port
        self.code = code
        self.cookie = cookie
        self.origin = origin or f"http://127.0.0.1:{port}"
        self.frames: list[dict[str, Any]] = []
        self.state: dict[str, Any] = {}
        self._socket: ClientConnection | None = None

    async def open(self) -> Self:
        """Connect and wait for the first state."""
        headers = {"Cookie": f"sessionid={self.cookie}"} if self.cookie else {}
        self._socket = await connect(
            f"ws://127.0.0.1:{self.port}/ws/match/{self.code}/",
            origin=Origin(self.origin),
            additional_headers=headers,
            proxy=None,
            max_queue=None,  # otherwise, unread frames would hide that the socket was closed
        )
        await self.until(lambda frame: frame["type"] == "state")
        return self

    async def close(self) -> None:
        await self.socket.close()

    @property
    def socket(self) -> ClientConnection:
        assert self._socket is not None
        return self._socket

    @property
    def view(self) -> dict[str, Any]:
        return self.state["view"]

    async def send(self, **frame: Any) -> None:
        await self.socket.send(json.dumps(frame))

    async def next(self) -> dict[str, Any]:
        """Return the next frame."""
        text = await asyncio.wait_for(self.socket.recv(), PATIENCE_SECONDS)
        frame: dict[str, Any] = json.loads(text)
        self.frames.append(frame)
        if frame["type"] == "state":
            self.state = frame
        return frame

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return the next frame that ``wanted`` accepts. The frames before it are processed too."""
        while True:
            frame = await self.next()
            if wanted(frame):
                return frame

    async def reach(self, version: int) -> dict[str, Any]:
        """Wait for this version or a later one, and return the state."""
        while self.state["version"] < version:
            await self.next()
        return self.state

    async def answer(self) -> dict[str, Any]:
        """Return the next frame that answers a move: a refusal, or a new state."""
        return await self.until(lambda frame: frame["type"] in {"refused", "state"})

    async def move(self, move: list[Any], version: int | None = None) -> dict[str, Any]:
        """Send a move for the last version seen. Return a refusal, or the state that includes the move.

        If ``version`` is given, send the move for that version without an id, as some clients do, and return the next
        answer.
        """
        if version is not None:
            await self.send(type="move", version=version, move=move)
            return await self.answer()
        answer = await self.command(type="move", version=self.state["version"], move=move)
        return answer if answer["type"] == "refused" else await self.reach(answer["version"])

    async def command(self, **frame: Any) -> dict[str, Any]:
        """Send a command with the given id or a new one. Return the frame that answers it."""
        frame.setdefault("id", secrets.token_hex(8))
        await self.send(**frame)
        return await self.until(lambda answer: answer.get("id") == frame["id"])


async def play_on(players: list[MatchClient], moves: int, rng: random.Random) -> list[list[Any]]:
    """Have the players make up to this many random moves or cuts, stopping if the match ends. Return the moves made."""
    made: list[list[Any]] = []
    while len(made) < moves and players[0].state["status"] == "running":
        mover = next((player for player in players if player.view["moves"]), None)
        assert mover is not None, [player.state for player in players]
        move = rng.choice(mover.view["moves"])
        answer = await mover.move(move)
        assert answer["type"] == "state", answer
        made.append([mover.state["me"], move])
        for player in players:
            await player.reach(answer["version"])
    return made


def without_cuts(made: list[list[Any]]) -> list[list[Any]]:
    """Return these moves except the cuts, which the log stores with the deals."""
    return [[seat, move] for seat, move in made if move[0] != "cut"]
