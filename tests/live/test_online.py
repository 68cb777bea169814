"""Marking people as online while they have a page open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.live import online as online_module
from games.live.online import OnlineMarks
from tests.live.test_site import Servers, people, servers  # noqa: F401  fixtures
from tests.site_client import SiteClient


class FakeDatabase:
    """A stand-in for the database that records who was marked as online."""

    def __init__(self) -> None:
        self.marked: list[list[int]] = []

    def mark(self, *, user_ids: list[int]) -> None:
        self.marked.append(user_ids)


async def read(work: Callable[[], Any]) -> Any:
    return work()


async def test_people_are_marked_when_they_arrive_and_then_once_in_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    database, here = FakeDatabase(), [1]
    now = 0.0
    monkeypatch.setattr(online_module, "mark_online", database.mark)
    monkeypatch.setattr(online_module.time, "monotonic", lambda: now)
    marks = OnlineMarks(read, lambda: here)
    await marks.mark()
    here = [1, 2]
    await marks.mark()
    here = []
    await marks.mark()
    here = [1, 2]  # after a reload, which changes nothing
    await marks.mark()
    assert database.marked == [[1], [2]]
    now = online_module.RENEW_SECONDS
    await marks.mark()
    assert database.marked == [[1], [2], [1, 2]]


async def test_a_person_with_an_open_page_is_counted_on_every_process(
    servers: Servers,
    people: list[dict[str, Any]],
) -> None:
    page = await SiteClient(servers[0].port, people[0]["cookie"]).open()
    try:
        while people[0]["id"] not in servers[1].site.call("online_among", [person["id"] for person in people]):
            pass  # each call takes longer than the pause between two marks
        assert people[1]["id"] not in servers[1].site.call("online_among", [person["id"] for person in people])
    finally:
        await page.close()
