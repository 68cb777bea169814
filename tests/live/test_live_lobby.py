"""When the lobby is rendered, and to whom it goes; whose turn is worth a notice."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from games.live import lobby as lobby_module
from games.live.lobby import LiveLobby
from games.live.turns import is_missed
from games.services.announce import Change
from games.services.clocks import Times


class Page:
    """A page that keeps what it is shown."""

    def __init__(self) -> None:
        self.shown: list[str] = []
        self.news = asyncio.Event()

    def deliver(self, frame: str) -> None:
        self.shown.append(json.loads(frame)["html"])
        self.news.set()

    async def until(self, count: int) -> list[str]:
        while len(self.shown) < count:
            self.news.clear()
            await self.news.wait()
        return self.shown


class House:
    """The tables, as the database would have them; counts how often they are rendered."""

    def __init__(self) -> None:
        self.version = 0
        self.looks = 0
        self.rendered = 0
        self.broken = False
        self.looked = asyncio.Event()

    async def until_looked(self) -> None:
        self.looked.clear()
        await self.looked.wait()

    def mark(self) -> list[tuple[str, int]]:
        self.looks += 1
        self.looked.set()
        if self.broken:
            raise RuntimeError("no database")
        return [("table", self.version)]

    def render(self) -> str:
        self.rendered += 1
        return f"version {self.version}"


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    house = House()
    monkeypatch.setattr(lobby_module, "lobby_mark", house.mark)
    monkeypatch.setattr(lobby_module, "render_lobby", house.render)
    monkeypatch.setattr(lobby_module, "PAUSE_SECONDS", 0)
    monkeypatch.setattr(lobby_module, "REST", 0)
    return house


@pytest.fixture
async def lobby(house: House) -> AsyncIterator[LiveLobby]:
    async def read(render: Callable[[], str]) -> str:
        return render()

    lobby = LiveLobby(read)
    task = asyncio.create_task(lobby.run())
    yield lobby
    task.cancel()


async def test_a_page_is_shown_the_lobby_and_then_what_changes(house: House, lobby: LiveLobby) -> None:
    page: Any = Page()
    lobby.add(page)
    await page.until(1)
    house.version = 1
    lobby.change()
    assert await page.until(2) == ["version 0", "version 1"]


async def test_what_changes_nothing_in_the_lobby_is_not_rendered_again_nor_sent(house: House, lobby: LiveLobby) -> None:
    page: Any = Page()
    other: Any = Page()
    lobby.add(page)
    await page.until(1)
    lobby.change()
    await house.until_looked()
    lobby.add(other)
    await other.until(1)
    assert page.shown == ["version 0"]
    assert house.rendered == 1


async def test_nothing_is_looked_at_while_nobody_looks(house: House, lobby: LiveLobby) -> None:
    page: Any = Page()
    lobby.add(page)
    await page.until(1)
    lobby.remove(page)
    for _ in range(3):
        lobby.change()
        await asyncio.sleep(0)
    assert house.looks == 1


async def test_a_lobby_that_could_not_be_read_is_shown_at_the_next_change(house: House, lobby: LiveLobby) -> None:
    page: Any = Page()
    house.broken = True
    lobby.add(page)
    await house.until_looked()
    house.broken = False
    lobby.change()
    assert await page.until(1) == ["version 0"]


def watching(*, online: list[bool], bots: list[str] | None = None) -> Any:
    seats = [SimpleNamespace(played_by_bot=bot) for bot in bots or [""] * len(online)]
    return SimpleNamespace(table=SimpleNamespace(seats=seats), online=online)


PASSED = Change("code", 3, times=Times(turn=1), new_turn=True)


@pytest.mark.parametrize(
    ("change", "watch", "missed"),
    [
        (PASSED, watching(online=[True, False]), True),
        (PASSED, watching(online=[False, True]), False),
        (PASSED, watching(online=[True, False], bots=["", "sota"]), False),
        (PASSED, None, True),
        (PASSED, SimpleNamespace(table=None), True),
        (Change("code", 3, times=Times(turn=1)), None, False),
        (Change("code", 3, times=Times()), None, False),
        (Change("code", 3), None, False),
    ],
)
def test_a_turn_is_missed_by_a_person_who_is_not_there(change: Change, watch: Any, missed: bool) -> None:
    assert is_missed(change, watch) is missed
