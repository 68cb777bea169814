"""What the script of the chat needs to know."""

from typing import Any

from django.urls import reverse

from accounts.models import User
from accounts.selectors import blocks_of
from games.chat.phrases import PHRASES

SOMEBODY = "_"  # stands in an address for the name that a script puts there


def chat_data(user: User | None, code: str) -> dict[str, Any]:
    """What the script of the talk needs to know; the reasons for a report are in the page."""
    return {
        "phrases": [[key, str(text)] for key, text in PHRASES.items()],
        "kept_away": {block.whom.username: block.kind for block in blocks_of(user)} if user else {},
        "urls": {
            "keep_away": reverse("keep_away"),
            "report": reverse("report", args=[code]),
            "player": reverse("player", args=[SOMEBODY]),
        },
    }
