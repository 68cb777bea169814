"""Link previews while others are being drawn. Unlike test_link_previews.py, these tests need real transactions."""

from __future__ import annotations

import asyncio
import threading

import pytest
from django.core.cache import caches
from django.test import AsyncClient
from django.urls import reverse

from accounts.models import User
from games.live.writer import Writer
from games.rendering.share_image import Scene, draw_scene
from games.views import picture_responses


@pytest.mark.django_db(transaction=True)
async def test_requests_beyond_the_concurrent_limit_are_told_to_retry(
    amina: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    caches["pictures"].clear()
    begun, end = threading.Event(), threading.Event()

    def draw(scene: Scene) -> bytes:
        begun.set()
        assert end.wait(30)
        return draw_scene(scene)

    monkeypatch.setattr(picture_responses, "draw_scene", draw)
    address = reverse("player_picture", args=["amina"])
    waiting = [asyncio.create_task(AsyncClient().get(address)) for _one in range(picture_responses.MOST_AT_ONCE)]
    await asyncio.to_thread(begun.wait, 30)
    while picture_responses._room.acquire(blocking=False):  # until all requests have started
        picture_responses._room.release()
        await asyncio.sleep(0)
    refused = await AsyncClient().get(address)
    assert (refused.status_code, int(refused["Retry-After"]) > 0) == (503, True)
    writer = Writer(1)
    assert await writer.call("abc", lambda: "made") == "made"  # meanwhile, moves are still made
    assert (await AsyncClient().get(reverse("player", args=["amina"]))).status_code == 200
    writer.close()
    end.set()
    assert [(await one).status_code for one in waiting] == [200] * picture_responses.MOST_AT_ONCE
    assert (await AsyncClient().get(address)).status_code == 200
