"""Seeks whose pages have closed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.live import seek_pool
from games.live.seek_pool import SeekPool
from games.live.socket import Socket
from games.models import Seek
from games.models.lobby import PRESENT, is_seeking
from games.services.pairing import seek_match

pytestmark = pytest.mark.django_db(transaction=True)


async def read(work: Callable[[], Any]) -> Any:
    return await asyncio.to_thread(work)


def open_seek() -> tuple[User, Socket]:
    async def send(_message: dict[str, Any]) -> None: ...

    user = User.objects.create_user("anna")
    seek_match(user_id=user.pk, ruleset="moroccan", clock="300+10", rated=False)
    return user, Socket(send, user.pk)


async def test_the_lobby_is_checked_once_a_closed_page_no_longer_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seek_pool, "PRESENT", timedelta(0))
    changed = asyncio.Event()
    pool = SeekPool(read, lambda _notice: None, changed.set)
    user, socket = await asyncio.to_thread(open_seek)
    await pool.resume(socket, user.pk)
    changed.clear()
    pool.remove(socket)
    assert pool.seekers == 0
    await asyncio.wait_for(changed.wait(), 30)


async def test_a_page_that_opens_within_the_lease_takes_the_seek_up_again() -> None:
    changed = asyncio.Event()
    pool = SeekPool(read, lambda _notice: None, changed.set)
    user, socket = await asyncio.to_thread(open_seek)

    def lapse() -> None:
        Seek.objects.update(alive_until=timezone.now() + timedelta(seconds=1))

    def waits() -> bool:
        return Seek.objects.filter(is_seeking(timezone.now())).exists()

    await read(lapse)
    assert not await read(waits)
    await pool.resume(socket, user.pk)
    assert await read(waits)
    assert changed.is_set()
    assert timedelta(seconds=2 * seek_pool.RENEW_SECONDS) < PRESENT
