"""Reports of people at a table, for moderators."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.sanctions import write_log
from accounts.selectors import named
from accounts.text import clean_lines
from games.chat.models import ChatLine, Room
from games.chat.permissions import find_match, find_room, lock_person
from games.comments.models import Comment
from games.models import Match, Seat
from games.moderation.models import MAX_WORDS, Report, ReportReason
from games.services.ratelimit import is_too_often
from games.state.errors import Busy, Forbidden, Malformed, NotFound

ATTACHED_LINES = 30
REPORTS_AT_ONCE = 5
WITHIN = timedelta(hours=1)


@transaction.atomic
def report_player(*, code: str, by: User, whom: str, reason: str, words: str) -> Report:
    """Report who has this name and sits or talks where ``by`` can see it. The last lines of that room go along.

    Raises NotFound, Malformed, Forbidden for oneself, Busy.
    """
    if reason not in ReportReason.values:
        raise Malformed(message=_("Choose a reason."))
    if len(words) > MAX_WORDS:
        raise Malformed(message=_("That’s too long."))
    match = find_match(code)
    room = find_room(match, by.pk)
    reported = _find_person(match, room, whom)
    if reported.pk == by.pk:
        raise Forbidden(message=_("You can’t report yourself."))
    lock_person(by.pk)
    if is_too_often(Report.objects.filter(by=by), REPORTS_AT_ONCE, WITHIN):
        raise Busy(message=_("You’ve sent too many reports within an hour. Try again later."))
    return Report.objects.create(
        by=by,
        whom=reported,
        match=match,
        reason=reason,
        words=clean_lines(words),
        lines=[*_last_lines(match, room), *_comments(match)],
    )


@transaction.atomic
def handle_report(*, report_id: int, moderator: User) -> None:
    """Note that a report is dealt with, and by whom; who did so first stays noted.

    Raises Forbidden without the permission ``games.handle_report`` and to whom it is about, NotFound.
    """
    if not moderator.has_perm("games.handle_report"):
        raise Forbidden(message=_("You don’t have permission to handle reports."))
    report = Report.objects.select_related("whom").filter(pk=report_id).first()
    if report is None:
        raise NotFound(message=_("No such report."))
    if report.whom_id == moderator.pk:
        raise Forbidden(message=_("This report is about you, so another moderator has to decide."))
    if Report.objects.filter(pk=report_id, handled=None).update(handled=timezone.now(), handled_by=moderator):
        write_log(by=moderator, action="handle report", whom=report.whom, about=f"report {report_id}")


def _find_person(match: Match, room: Room, name: str) -> User:
    """A person on a seat, or one who has said something in this room. Raises NotFound."""
    person = named(name).exclude(is_bot=True, operator=None).first()
    if person is not None and (
        Seat.objects.filter(match=match, user=person, bot="").exists()
        or ChatLine.objects.filter(match=match, user=person, room=room).exists()
    ):
        return person
    raise NotFound(message=_("No player with that name at this table."))


def _last_lines(match: Match, room: Room) -> list[dict[str, Any]]:
    """The last lines of a room as they are now, hidden ones too."""
    lines = ChatLine.objects.filter(match=match, room=room).select_related("user").order_by("-id")[:ATTACHED_LINES]
    return [_told(line, str(line)) for line in reversed(lines)]


def _comments(match: Match) -> list[dict[str, Any]]:
    """What was last written under the match, in the same form."""
    comments = Comment.objects.filter(match=match).select_related("user").order_by("-id")[:ATTACHED_LINES]
    return [{**_told(comment, comment.text), "comment": True} for comment in reversed(comments)]


def _told(said: ChatLine | Comment, words: str) -> dict[str, Any]:
    return {
        "id": said.pk,
        "name": said.user.username,
        "said": words,
        "at": said.created.isoformat(timespec="seconds"),
        "hidden": said.hidden is not None,
    }
