"""Asking the other processes whether a user has a page open."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from games.live import whereabouts as whereabouts_module
from games.live.whereabouts import PAGES_GROUP, Whereabouts
from tests.live.test_online import read


class Client:
    """Stands in for the connection to the channel layer."""

    def __init__(self, *, is_away: bool = False) -> None:
        self.is_away = is_away


class Process:
    """A process with some pages. Its messages reach the other processes in the next iteration of the event loop."""

    def __init__(self, name: str, *pages: tuple[int, str]) -> None:
        self.name = name
        self.pages = set(pages)
        self.others: list[Process] = []
        self.whereabouts = Whereabouts(read, self.publish, lambda user_id, code: (user_id, code) in self.pages)

    def publish(self, group: str, message: dict[str, Any]) -> None:
        assert group == PAGES_GROUP
        for other in self.others:
            told = {**message, "process": self.name}
            asyncio.get_running_loop().call_soon(other.whereabouts.heard, told, other.name)

    async def has_page(self, user_id: int, code: str = "") -> bool:
        client: Any = Client()
        return await self.whereabouts.has_page(user_id, code, client)


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    """Three processes. Only the last one has pages: user 1 has one open at the table "code", and one elsewhere."""
    monkeypatch.setattr(whereabouts_module, "ANSWER_SECONDS", 0.05)
    made = [Process("one"), Process("two"), Process("three", (1, ""), (1, "code"))]
    for process in made:
        process.others = [other for other in made if other is not process]
    return made


async def test_a_page_is_found_in_every_process(processes: list[Process]) -> None:
    assert [await process.has_page(1) for process in processes] == [True] * 3
    assert [await process.has_page(1, "code") for process in processes] == [True] * 3
    assert [await process.has_page(1, "other") for process in processes] == [False] * 3
    assert [await process.has_page(2) for process in processes] == [False] * 3


async def test_questions_at_the_same_time_do_not_mix(processes: list[Process]) -> None:
    first, second, _third = processes
    questions = [(first, 1), (first, 2), (second, 2), (second, 1), (first, 3)]
    found = await asyncio.gather(*(process.has_page(user_id) for process, user_id in questions))
    assert found == [True, False, False, True, False]


async def test_a_process_without_others_asks_nobody() -> None:
    alone = Process("alone", (1, ""))
    assert await alone.whereabouts.has_page(1, "", None)
    assert not await alone.whereabouts.has_page(2, "", None)


async def test_while_the_others_cannot_be_reached_people_who_were_just_here_count_as_present(
    processes: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whereabouts_module, "online_among", lambda user_ids: frozenset(user_ids) & {1})
    client: Any = Client(is_away=True)
    assert await processes[0].whereabouts.has_page(1, "code", client)
    assert not await processes[0].whereabouts.has_page(2, "code", client)
