"""Push notifications go to players who are away and do not return within a few seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from games.live import push_desk as push_desk_module
from games.live.push_desk import Push, PushDesk
from games.state.announce import Change
from games.state.notices import DECLINED, INVITED, PAIRED, TURN, Notice
from tests.live.test_online import read

AMINA, BADR = 1, 2


class Site:
    """Stands in for the site hub: it knows which pages are open, and records what is sent."""

    def __init__(self) -> None:
        self.pages: set[tuple[int, str]] = set()  # the user, and the table's code (empty for any page)
        self.asked: list[tuple[int, str]] = []
        self.comes_back: set[tuple[int, str]] = set()  # pages that open after the first query
        self.sent: list[Push] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.desk = PushDesk(read, self.spawn, self.has_page, self.sent.append)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self.tasks.append(asyncio.create_task(work))

    async def has_page(self, user_id: int, code: str) -> bool:
        self.asked.append((user_id, code))
        found = (user_id, code) in self.pages
        self.pages |= self.comes_back
        return found

    async def settle(self) -> list[Push]:
        await asyncio.gather(*self.tasks)
        return self.sent


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Site:
    settings.RONDA_AWAY_DELAY = 0.0
    monkeypatch.setattr(push_desk_module, "who_wants", lambda _kind, user_ids: list(user_ids))
    monkeypatch.setattr(push_desk_module, "who_hears_the_end", lambda _code: [AMINA, BADR])
    return Site()


def notice(kind: str) -> Notice:
    return Notice(AMINA, kind, "code", "moroccan")


async def test_a_player_away_from_the_table_hears_of_their_turn(site: Site) -> None:
    site.pages = {(AMINA, "")}  # another page of the site does not count
    site.desk.notice(notice(TURN))
    assert await site.settle() == [Push(TURN, "code", AMINA)]
    assert set(site.asked) == {(AMINA, "code")}


@pytest.mark.parametrize("kind", [INVITED, PAIRED])
async def test_a_player_away_from_the_site_hears_of_invitations_and_matches(site: Site, kind: str) -> None:
    site.desk.notice(notice(kind))
    assert await site.settle() == [Push(kind, "code", AMINA)]
    assert set(site.asked) == {(AMINA, "")}


@pytest.mark.parametrize(("kind", "code"), [(TURN, "code"), (INVITED, ""), (PAIRED, "")])
async def test_a_player_with_such_a_page_gets_nothing(site: Site, kind: str, code: str) -> None:
    site.pages = {(AMINA, code)}
    site.desk.notice(notice(kind))
    assert await site.settle() == []


async def test_a_player_whose_page_was_only_reloading_gets_nothing(site: Site) -> None:
    site.comes_back = {(AMINA, "code")}
    site.desk.notice(notice(TURN))
    assert await site.settle() == []
    assert len(site.asked) == 2


async def test_the_end_is_told_to_each_player_who_is_not_at_the_table(site: Site) -> None:
    site.pages = {(BADR, "code"), (AMINA, "")}
    site.desk.end(Change("code", 3, ended=True))
    assert await site.settle() == [Push("ended", "code", AMINA)]


async def test_other_notices_are_not_pushed(site: Site) -> None:
    site.desk.notice(notice(DECLINED))
    assert await site.settle() == []
    assert site.asked == []


async def test_those_who_do_not_want_it_are_not_even_sought(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push_desk_module, "who_wants", lambda _kind, _user_ids: [])
    site.desk.notice(notice(TURN))
    assert await site.settle() == []
    assert site.asked == []


async def test_a_flood_is_dropped_and_counted(
    site: Site, monkeypatch: pytest.MonkeyPatch, dropped: Callable[[], int]
) -> None:
    monkeypatch.setattr(push_desk_module, "MOST_WAITING", 3)
    for _number in range(5):
        site.desk.notice(notice(INVITED))
    assert len(await site.settle()) == 3
    assert dropped() == 2
    site.desk.notice(notice(INVITED))
    assert len(await site.settle()) == 4


async def test_a_failing_database_costs_one_notification(
    site: Site, monkeypatch: pytest.MonkeyPatch, dropped: Callable[[], int]
) -> None:
    def fail(*_arguments: object) -> list[int]:
        raise OSError("down")

    with monkeypatch.context() as outage:
        outage.setattr(push_desk_module, "who_wants", fail)
        site.desk.notice(notice(INVITED))
        assert await site.settle() == []
    assert dropped() == 1


@pytest.fixture
def dropped(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """A function that returns how many notifications were counted as dropped."""

    class Counter:
        count = 0

        def inc(self) -> None:
            self.count += 1

    counter = Counter()
    monkeypatch.setattr(push_desk_module, "PUSHES_DROPPED", counter)
    return lambda: counter.count
