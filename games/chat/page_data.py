"""Data for the chat script."""

from typing import Any

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.models.user import FOR_GOOD
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
            "standing": reverse("standing"),
            "player": reverse("player", args=[NAME_PLACEHOLDER]),
        },
    }


def chat_ban(user: User | None) -> str:
    """Return the sentence that tells a user of their chat ban and its end, or an empty string if they have none."""
    if user is None or user.muted_until is None or not user.is_muted:
        return ""
    if user.muted_until == FOR_GOOD:
        return _("You’re banned from chat permanently.")
    return _("You’re banned from chat until %(end)s (UTC).") % {"end": date_format(user.muted_until, "DATETIME_FORMAT")}
