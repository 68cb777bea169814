"""The messages that moderators read when they judge a report."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from accounts.models import ModerationLog, Sanction
from accounts.models.log import action_label, note_label
from games.chat.models import ChatLine, Room
from games.chat.phrases import PHRASES
from games.comments.models import Comment
from games.models import Match, Seat
from games.moderation.models import Report

LINES_ELSEWHERE = 5
LINES_IN_SERIES = 60
LONGEST_SERIES = 20
SANCTION = re.compile(r"with sanction (\d+)")


@dataclass(frozen=True, slots=True)
class ReportedLine:
    """A chat line or comment. ``is_theirs`` says whether the reported player wrote it.

    ``is_reported`` says whether the report is about this line.
    ``stored`` is the line in its current state, or None if it no longer exists.
    """

    at: datetime
    name: str
    text: str
    is_comment: bool
    is_theirs: bool
    is_reported: bool
    is_hidden: bool
    stored: ChatLine | Comment | None


@dataclass(frozen=True, slots=True)
class Talk:
    """The messages of one match, oldest first."""

    match: Match
    lines: list[ReportedLine]


@dataclass(frozen=True, slots=True)
class Step:
    """A decision on a report, or its reopening, with the sanction that came with it."""

    at: datetime
    by: str
    action: str
    note: str
    sanction: Sanction | None


def steps_of(report: Report) -> list[Step]:
    """Return what moderators have done with a report, oldest first, as the moderation log has it."""
    about = f"report {report.pk}"
    logged = ModerationLog.objects.filter(Q(about=about) | Q(about__startswith=f"{about} with "), whom=report.whom)
    entries = list(logged.select_related("by").order_by("pk"))
    numbers = {entry.pk: int(found[1]) for entry in entries if (found := SANCTION.search(entry.about))}
    sanctions = Sanction.objects.in_bulk(numbers.values())
    return [
        Step(
            at=entry.created,
            by=entry.by.shown_name,
            action=action_label(entry.action),
            note=note_label(entry.action, entry.words),
            sanction=sanctions.get(numbers.get(entry.pk, 0)),
        )
        for entry in entries
    ]


def talks_of(report: Report, *, whole_series: bool) -> list[Talk]:
    """Return the messages that belong to a report, by match, oldest first.

    The reported match has the messages that are attached to the report, which may have been hidden since. With
    ``whole_series``, there are also the latest other messages in the same room of that match and its rematches.
    """
    lines = {report.match_id: _attached_lines(report)}
    series = series_of(report.match) if whole_series else [report.match]
    for line in _lines_in_series(report, series) if whole_series else []:
        lines.setdefault(line.match_id, []).append(_reported(report, line_json(line, str(line)), line))
    return [Talk(match, sorted(lines[match.pk], key=lambda line: line.at)) for match in series if match.pk in lines]


def series_of(match: Match) -> list[Match]:
    """Return the match with those of which it is a rematch and its own rematches, oldest first."""
    series = [match]
    while len(series) < LONGEST_SERIES and (earlier := Match.objects.filter(rematch=series[0]).first()):
        series.insert(0, earlier)
    while len(series) < LONGEST_SERIES and (later := series[-1].rematch):
        series.append(later)
    return series


def lines_elsewhere(report: Report) -> list[ReportedLine]:
    """Return the last chat lines of the reported player outside the series of the match, oldest first.

    They may be later than the report.
    """
    lines = ChatLine.objects.filter(user=report.whom).exclude(match__in=series_of(report.match))
    latest = lines.select_related("user", "match", "hidden_by").order_by("-created")[:LINES_ELSEWHERE]
    return [_reported(report, line_json(line, str(line)), line) for line in reversed(latest)]


def _attached_lines(report: Report) -> list[ReportedLine]:
    said, comments = _attached(report, is_comment=False), _attached(report, is_comment=True)
    lines = ChatLine.objects.select_related("hidden_by").in_bulk([line["id"] for line in said])
    below = Comment.objects.select_related("hidden_by").in_bulk([line["id"] for line in comments])
    return [
        *(_reported(report, line, lines.get(line["id"])) for line in said),
        *(_reported(report, line, below.get(line["id"])) for line in comments),
    ]


def _lines_in_series(report: Report, series: list[Match]) -> list[ChatLine]:
    """Return the latest lines that are not attached to the report, from the room that the reporter can read."""
    is_player = Seat.objects.filter(match=report.match, user=report.by, bot="").exists()
    lines = ChatLine.objects.filter(match__in=series, room=Room.PLAYERS if is_player else Room.SPECTATORS)
    others = lines.exclude(pk__in=[line["id"] for line in _attached(report, is_comment=False)])
    return list(others.select_related("user", "hidden_by").order_by("-pk")[:LINES_IN_SERIES])


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
        is_reported=stored is not None and stored in (report.line, report.comment),
        is_hidden=line["hidden"] if stored is None else stored.hidden is not None,
        stored=stored,
    )
