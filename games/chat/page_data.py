"""Data for the chat script."""

from typing import Any

from django.urls import reverse

from accounts.models import User
from accounts.selectors import blocks_of
from games.chat.phrases import PHRASES

NAME_PLACEHOLDER = "_"  # a placeholder in a URL, which the script replaces with a name


def chat_data(user: User | None, code: str) -> dict[str, Any]:
    """Return the data for the chat script. The report reasons are part of the page itself."""
    return {
        "phrases": [[key, str(text)] for key, text in PHRASES.items()],
        "kept_away": {block.whom.username: block.kind for block in blocks_of(user)} if user else {},
        "urls": {
            "keep_away": reverse("keep_away"),
            "report": reverse("report", args=[code]),
            "player": reverse("player", args=[NAME_PLACEHOLDER]),
        },
    }
