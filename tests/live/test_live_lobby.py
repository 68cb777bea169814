"""When the lobby is rendered, and to whom it goes; whose turn is worth a notice."""

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
from games.live.turns import is_missed
from games.selectors.lobby import Lobby
from games.state.announce import Change
from games.state.clocks import Times


class Page:
    """A page that keeps what it is shown."""

    def __init__(self, user_id: int | None = None) -> None:
        self.user_id = user_id
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
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    house = House()
    monkeypatch.setattr(lobby_module, "lobby_mark", house.mark)
    monkeypatch.setattr(lobby_module, "read_lobby", house.read)
    monkeypatch.setattr(lobby_module, "hosts_apart", house.find_apart)
    monkeypatch.setattr(lobby_module, "render_lobby", house.render)
    monkeypatch.setattr(lobby_module, "PAUSE_SECONDS", 0)
    monkeypatch.setattr(lobby_module, "REST", 0)
    return house


@pytest.fixture
async def lobby(house: House) -> AsyncIterator[LiveLobby]:
    async def read(render: Callable[[], Frames]) -> Frames:
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


async def test_who_is_kept_apart_from_a_host_is_not_shown_the_table(house: House, lobby: LiveLobby) -> None:
    pages: list[Any] = [Page(), Page(1), Page(2), Page(3)]
    house.apart = {2: frozenset({"amina"}), 3: frozenset({"amina"})}
    for page in pages:
        lobby.add(page)
    told = [(await page.until(1))[0] for page in pages]
    assert told == ["version 0", "version 0", "version 0, no table", "version 0, no table"]
    assert house.rendered == 2
    del house.apart[3]  # taken back: nobody else is sent anything
    lobby.change()
    assert await pages[3].until(2) == ["version 0, no table", "version 0"]
    assert [len(page.shown) for page in pages] == [1, 1, 1, 2]
    assert house.rendered == 2


async def test_each_page_is_shown_the_lobby_in_its_language(house: House, lobby: LiveLobby, settings: Any) -> None:
    settings.LANGUAGES = [("en", "English"), ("ar", "Arabic")]
    pages: dict[str, Any] = {language: Page() for language in ("en", "ar", "ar-ma", "xx", "")}
    for language, page in pages.items():
        lobby.add(page, language)
    told = {language: (await page.until(1))[0] for language, page in pages.items()}
    arabic = "الإصدار 0"
    assert told == {"en": "version 0", "ar": arabic, "ar-ma": arabic, "xx": "version 0", "": "version 0"}
    assert house.rendered == 2


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
