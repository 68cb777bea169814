"""The messages that moderators read when they judge a report."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.chat.models import ChatLine
from games.chat.phrases import PHRASES
from games.comments.models import Comment
from games.moderation.models import Report

LINES_ELSEWHERE = 5


@dataclass(frozen=True, slots=True)
class ReportedLine:
    """A chat line or comment. ``is_theirs`` says whether the reported player wrote it.

    ``stored`` is the line in its current state, or None if it no longer exists.
    """

    at: datetime
    name: str
    text: str
    is_comment: bool
    is_theirs: bool
    is_hidden: bool
    stored: ChatLine | Comment | None


def lines_before_report(report: Report) -> list[ReportedLine]:
    """Return the chat lines and comments attached to a report. They may have been hidden since."""
    said, comments = _attached(report, is_comment=False), _attached(report, is_comment=True)
    lines = ChatLine.objects.select_related("hidden_by").in_bulk([line["id"] for line in said])
    below = Comment.objects.select_related("hidden_by").in_bulk([line["id"] for line in comments])
    return [
        *(_reported(report, line, lines.get(line["id"])) for line in said),
        *(_reported(report, line, below.get(line["id"])) for line in comments),
    ]


def lines_elsewhere(report: Report) -> list[ReportedLine]:
    """Return the last chat lines that the reported player sent before the report, except for the attached ones."""
    attached = [line["id"] for line in _attached(report, is_comment=False)]
    lines = ChatLine.objects.filter(user=report.whom, created__lte=report.created).exclude(pk__in=attached)
    latest = lines.select_related("user", "match", "hidden_by").order_by("-created")[:LINES_ELSEWHERE]
    return [_reported(report, line_json(line, str(line)), line) for line in latest]


def line_json(said: ChatLine | Comment, words: str) -> dict[str, Any]:
    """Return a chat line or comment in the form in which a report stores it."""
    return {
        "id": said.pk,
        "name": said.user.username,
        "said": words,
        "at": said.created.isoformat(timespec="seconds"),
        "hidden": said.hidden is not None,
    }


def _attached(report: Report, *, is_comment: bool) -> list[dict[str, Any]]:
    return [line for line in report.lines if line.get("comment", False) == is_comment]


def _reported(report: Report, line: dict[str, Any], stored: ChatLine | Comment | None) -> ReportedLine:
    is_phrase = isinstance(stored, ChatLine) and stored.phrase
    return ReportedLine(
        at=datetime.fromisoformat(line["at"]),
        name=line["name"],
        text=str(PHRASES.get(line["said"], line["said"])) if is_phrase else line["said"],
        is_comment=line.get("comment", False),
        is_theirs=line["name"] == report.whom.username,
        is_hidden=line["hidden"] if stored is None else stored.hidden is not None,
        stored=stored,
    )
