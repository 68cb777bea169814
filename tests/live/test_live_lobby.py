"""Rendering the lobby and sending it to pages, and notifying players of their turns."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils.translation import get_language

from games.live import lobby as lobby_module
from games.live.lobby import Frames, LiveLobby
from games.live.turn_notices import may_miss_turn
from games.selectors.lobby import Lobby
from games.state.announce import Change
from games.state.clocks import Times


class Page:
    """A page that records the lobbies sent to it."""

    def __init__(self, user_id: int | None = None, language: str = "en") -> None:
        self.user_id = user_id
        self.language = language
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


class FakeLobbyDatabase:
    """Stands in for the lobby's queries, and counts how many times the lobby is rendered."""

    def __init__(self) -> None:
        self.version = 0
        self.looks = 0
        self.rendered = 0
        self.broken = False
        self.apart: dict[int, frozenset[str]] = {}
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

    def read(self) -> Lobby:
        return Lobby([SimpleNamespace(host="amina")], [])  # type: ignore[list-item]

    def find_apart(self, hosts: set[str], readers: set[int]) -> dict[int, frozenset[str]]:
        assert hosts == {"amina"}
        return {reader: names for reader, names in self.apart.items() if reader in readers}

    def render(self, tables: Lobby) -> str:
        self.rendered += 1
        words = f"version {self.version}" if get_language() == "en" else f"الإصدار {self.version}"
        return words if tables.open else f"{words}, no table"


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch) -> FakeLobbyDatabase:
    database = FakeLobbyDatabase()
    monkeypatch.setattr(lobby_module, "lobby_mark", database.mark)
    monkeypatch.setattr(lobby_module, "read_lobby", database.read)
    monkeypatch.setattr(lobby_module, "hosts_apart", database.find_apart)
    monkeypatch.setattr(lobby_module, "render_lobby", database.render)
    monkeypatch.setattr(lobby_module, "PAUSE_SECONDS", 0)
    monkeypatch.setattr(lobby_module, "REST", 0)
    return database


@pytest.fixture
async def lobby(database: FakeLobbyDatabase) -> AsyncIterator[LiveLobby]:
    async def read(render: Callable[[], Frames]) -> Frames:
        return render()

    lobby = LiveLobby(read)
    task = asyncio.create_task(lobby.run())
    yield lobby
    task.cancel()


async def test_a_page_gets_the_lobby_and_then_its_changes(database: FakeLobbyDatabase, lobby: LiveLobby) -> None:
    page: Any = Page()
    lobby.add(page)
    await page.until(1)
    database.version = 1
    lobby.change()
    assert await page.until(2) == ["version 0", "version 1"]


async def test_a_change_whose_message_was_lost_is_shown_at_the_next_refresh(
    database: FakeLobbyDatabase, lobby: LiveLobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_module, "REFRESH_SECONDS", 0.01)
    page: Any = Page()
    lobby.add(page)
    await page.until(1)
    database.version = 1
    assert await page.until(2) == ["version 0", "version 1"]


async def test_an_unchanged_lobby_is_neither_rendered_nor_sent_again(
    database: FakeLobbyDatabase, lobby: LiveLobby
) -> None:
    page: Any = Page()
    other: Any = Page()
    lobby.add(page)
    await page.until(1)
    lobby.change()
    await database.until_looked()
    lobby.add(other)
    await other.until(1)
    assert page.shown == ["version 0"]
    assert database.rendered == 1


async def test_a_player_who_is_kept_apart_from_a_host_does_not_see_the_table(
    database: FakeLobbyDatabase, lobby: LiveLobby
) -> None:
    pages: list[Any] = [Page(), Page(1), Page(2), Page(3)]
    database.apart = {2: frozenset({"amina"}), 3: frozenset({"amina"})}
    for page in pages:
        lobby.add(page)
    told = [(await page.until(1))[0] for page in pages]
    assert told == ["version 0", "version 0", "version 0, no table", "version 0, no table"]
    assert database.rendered == 2
    del database.apart[3]  # the block is removed: the other pages are sent nothing
    lobby.change()
    assert await pages[3].until(2) == ["version 0, no table", "version 0"]
    assert [len(page.shown) for page in pages] == [1, 1, 1, 2]
    assert database.rendered == 2


async def test_each_page_gets_the_lobby_in_its_language(database: FakeLobbyDatabase, lobby: LiveLobby) -> None:
    pages: list[Any] = [Page(language="en"), Page(language="ar"), Page(language="ar")]
    for page in pages:
        lobby.add(page)
    told = [(await page.until(1))[0] for page in pages]
    assert told == ["version 0", "الإصدار 0", "الإصدار 0"]
    assert database.rendered == 2


async def test_the_database_is_not_queried_while_nobody_is_in_the_lobby(
    database: FakeLobbyDatabase, lobby: LiveLobby
) -> None:
    page: Any = Page()
    lobby.add(page)
    await page.until(1)
    lobby.remove(page)
    for _ in range(3):
        lobby.change()
        await asyncio.sleep(0)
    assert database.looks == 1


async def test_a_lobby_that_could_not_be_read_is_sent_with_the_next_change(
    database: FakeLobbyDatabase, lobby: LiveLobby
) -> None:
    page: Any = Page()
    database.broken = True
    lobby.add(page)
    await database.until_looked()
    database.broken = False
    lobby.change()
    assert await page.until(1) == ["version 0"]


def watching(*, online: list[bool]) -> Any:
    return SimpleNamespace(table=SimpleNamespace(), is_online=online.__getitem__)


PASSED = Change("code", 3, times=Times(turn=1), new_turn=True)


@pytest.mark.parametrize(
    ("change", "watch", "missed"),
    [
        (PASSED, watching(online=[True, False]), True),
        (PASSED, watching(online=[False, True]), False),
        (PASSED, None, True),
        (PASSED, SimpleNamespace(table=None), True),
        (Change("code", 3, times=Times(turn=1)), None, False),
        (Change("code", 3, times=Times()), None, False),
        (Change("code", 3), None, False),
    ],
)
def test_only_absent_people_miss_a_turn(change: Change, watch: Any, missed: bool) -> None:
    assert may_miss_turn(change, watch) is missed
