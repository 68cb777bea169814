"""The ``seek`` frames, which tell pages about their user's current seek."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from games.live.messages import encode_frame
from games.live.socket import Socket
from games.models import Clock, Seek
from games.rules import find_ruleset
from games.services.matchmaking import EVERY_SECONDS, OPEN_AFTER_SECONDS, rating_window


def show_seek(seek: Seek | None, sockets: Iterable[Socket]) -> None:
    """Send each page the ``seek`` frame defined in docs/protocol.md, in the page's language."""
    for socket in sockets:
        with override(socket.language):
            socket.deliver(_seek_frame(seek))


def _seek_frame(seek: Seek | None) -> str:
    return encode_frame({"type": "seek", "seek": None if seek is None else _seek_json(seek)})


def _seek_json(seek: Seek) -> dict[str, Any]:
    steps = range(0, OPEN_AFTER_SECONDS + 1, EVERY_SECONDS)
    return {
        "ruleset": seek.ruleset,
        "clock": seek.clock,
        "rated": seek.rated,
        "title": _(find_ruleset(seek.ruleset).title),
        "clock_words": Clock.parse(seek.clock).label,
        "rating": seek.rating,
        "waited": int((timezone.now() - seek.since).total_seconds() * 1000),
        "windows": [[step * 1000, rating_window(step)] for step in steps],
    }
