"""A page passes its language in its socket's URL, and the server sends its messages in that language."""

from __future__ import annotations

import json
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext, override

from games.live.base_consumer import BaseConsumer
from games.live.messages import FrameError
from games.live.peoples_pages import notice_frame
from games.state.notices import FULL, PAIRED, Notice

pytestmark = pytest.mark.django_db


class Refuser(BaseConsumer):
    """A consumer that refuses every frame."""

    async def carry_out(self, text: str | None) -> None:
        raise FrameError


async def refusal(query: str) -> str:
    """Return the message with which a socket refuses a frame."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await Refuser()({**scope, "user": AnonymousUser(), "address": "203.0.113.7"}, receive, send)

    page = WebsocketCommunicator(application, f"/ws/site/{query}")
    await page.connect()
    await page.send_to(text_data="nonsense")
    frame = json.loads(await page.receive_from())
    await page.disconnect()
    return str(frame["message"])


@pytest.mark.parametrize(
    ("query", "language"),
    [
        ("", "en"),
        ("?language=fr", "fr"),
        ("?language=ar-ma", "ar"),
        ("?language=xx", "en"),
        ("?language=" + "x" * 500, "en"),
        ("?language=%FF%00", "en"),
    ],
)
async def test_a_refusal_is_in_the_language_of_the_page(query: str, language: str) -> None:
    with override(language):
        expected = gettext("Unknown message type.")
    assert await refusal(query) == expected
    assert (expected == "Unknown message type.") == (language == "en")


@pytest.mark.parametrize(
    ("language", "by"), [("en", "amina and badr"), ("fr", "amina et badr"), ("es", "amina y badr")]
)
def test_the_names_in_a_notice_are_a_list_in_the_language_of_the_reader(language: str, by: str) -> None:
    notice = Notice(7, PAIRED, "23456789ABCD", "steere", "amina,badr")
    with override(language):
        assert notice_frame(notice, 1)["by"] == by
        assert notice_frame(Notice(7, FULL, "23456789ABCD", "steere"), 1)["by"] == ""
