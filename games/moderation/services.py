"""Reporting players at a table, and deciding on reports."""

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.mailing import mail_users
from accounts.models import Sanction, User
from accounts.sanctions import impose_sanction, write_log
from accounts.selectors import users_named
from accounts.text import clean_lines
from games.chat.models import ChatLine, Room
from games.chat.permissions import find_match, find_room, lock_person
from games.chat.services import hide_line
from games.comments.models import Comment
from games.comments.services import hide_comment
from games.models import Match, Seat
from games.moderation.evidence import line_json
from games.moderation.models import MAX_WORDS, Report, ReportReason, Verdict
from games.services.ratelimit import is_too_often
from games.services.results import void_match
from games.state.errors import Busy, Forbidden, Malformed, NotFound, Unavailable
from games.state.notices import REPORT_DECIDED, Notice, notify_user

Message = TypeVar("Message", ChatLine, Comment)

ATTACHED_LINES = 30
LINES_BEFORE = 10  # up to a reported line that is older
REPORTS_AT_ONCE = 5
WITHIN = timedelta(hours=1)
NO_CONSEQUENCES = _(
    "A dismissed report has no consequences. To sanction a player or void the match, uphold the report."
)
_ALREADY_DECIDED = _("This report has already been resolved.")


@transaction.atomic
def report_player(
    *,
    code: str,
    by: User,
    whom: str,
    reason: str,
    words: str,
    line_id: int | None = None,
    comment_id: int | None = None,
) -> Report:
    """Report a player who has a seat at the table or wrote in the chat room that ``by`` can read.

    Recent chat lines and comments are attached to the report. ``line_id`` or ``comment_id`` is the message that the
    report is about, if any: one by the reported player that ``by`` can read. If no other report is waiting, the
    moderators get an email.

    Raises NotFound; Malformed; Busy after too many reports; Forbidden if users report themselves; Unavailable if a
    moderator has removed the message.
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
    said = ChatLine.objects.filter(match=match, room=room, user=reported)
    line = None if line_id is None else _find_message(said, line_id)
    written = Comment.objects.filter(match=match, user=reported)
    comment = None if comment_id is None else _find_message(written, comment_id)
    lock_person(by.pk)
    if is_too_often(Report.objects.filter(by=by), REPORTS_AT_ONCE, WITHIN):
        raise Busy(message=_("You’ve sent too many reports in the last hour. Try again later."))
    is_first = not Report.objects.filter(handled=None).exists()
    report = Report.objects.create(
        by=by,
        whom=reported,
        match=match,
        reason=reason,
        words=clean_lines(words),
        line=line,
        comment=comment,
        lines=[*_last_lines(match, room, line), *_last_comments(match, comment)],
    )
    if is_first:
        _mail_moderators(report)
    return report


def _mail_moderators(report: Report) -> None:
    """Tell the moderators that a report is waiting. The email says nothing about the players or what was written."""
    moderators = User.objects.with_perm("games.handle_report").filter(is_staff=True)
    mail_users(list(moderators.exclude(pk__in=[report.by_id, report.whom_id])), "games/email/report", report=report)


@dataclass(frozen=True, slots=True)
class Penalty:
    """A sanction for a report that is upheld. ``ends`` is None if the sanction is permanent."""

    measure: str
    reason: str
    message: str
    ends: datetime | None = None


@transaction.atomic
def decide_report(
    *,
    report_id: int,
    moderator: User,
    verdict: str,
    penalty: Penalty | None = None,
    void_reason: str = "",
    hides_message: bool = False,
) -> Sanction | None:
    """Dismiss or uphold a report. Upholding it can also impose a sanction, which is returned, and void the match.

    ``void_reason`` is shown to the players; if it is empty, the match is not voided. ``hides_message`` hides the
    message that the report is about. The reporter is notified, except if they have read an earlier decision about the
    same report.

    Raises Forbidden if the moderator lacks a necessary permission or is the reported player; NotFound; Malformed if the
    verdict is unknown, or if a dismissal comes with a consequence; Unavailable if a decision has already been made; and
    any error from ``void_match``, ``impose_sanction``, ``hide_line`` and ``hide_comment``. In all these cases, nothing
    is changed.
    """
    report = _find_undecided(report_id, moderator)
    has_consequences = penalty is not None or void_reason or hides_message
    if verdict not in Verdict.values or (verdict == Verdict.DISMISSED and has_consequences):
        raise Malformed(message=NO_CONSEQUENCES)
    if void_reason:  # matches are locked before people
        void_match(code=report.match.code, moderator=moderator, reason=void_reason)
    about, sanction = f"report {report_id}", None
    if penalty is not None:
        sanction = impose_sanction(whom=report.whom, by=moderator, **asdict(penalty))
        about += f" with sanction {sanction.pk}"
    if hides_message:
        _hide_message(report, moderator)
    decision = {"handled": timezone.now(), "handled_by": moderator, "verdict": verdict}
    if not Report.objects.filter(pk=report_id, handled=None).update(**decision):
        raise Unavailable("decided", _ALREADY_DECIDED)
    write_log(by=moderator, action="decide report", whom=report.whom, about=about, words=verdict)
    if report.read is None:
        notify_user(Notice(report.by_id, REPORT_DECIDED, report.match.code, report.match.ruleset))
        mail_users([report.by], "games/email/report_decided", report=report, verdict=verdict)
    return sanction


def _hide_message(report: Report, moderator: User) -> None:
    if report.line_id is not None:
        hide_line(line_id=report.line_id, moderator=moderator)
    elif report.comment_id is not None:
        hide_comment(comment_id=report.comment_id, moderator=moderator)


@transaction.atomic
def reopen_report(*, report_id: int, moderator: User, words: str) -> None:
    """Withdraw the decision on a report, for the reason ``words``, so that moderators can decide again.

    Its consequences stay: a sanction can be lifted separately. Raises Forbidden and NotFound as ``decide_report``
    does, Malformed without a reason, and Unavailable if the report is open.
    """
    report = _find_report(report_id, moderator)
    words = clean_lines(words)
    if not words:
        raise Malformed(message=_("Give a reason for reopening the report."))
    opened = {"handled": None, "handled_by": None, "verdict": ""}
    if not Report.objects.filter(pk=report_id, handled__isnull=False).update(**opened):
        raise Unavailable("open", _("This report is already open."))
    about = f"report {report_id}"
    write_log(by=moderator, action="reopen report", whom=report.whom, about=about, words=words)


def _find_undecided(report_id: int, moderator: User) -> Report:
    """Return an undecided report that this moderator may decide on. Raises Forbidden, NotFound, Unavailable."""
    report = _find_report(report_id, moderator)
    if report.handled is not None:
        raise Unavailable("decided", _ALREADY_DECIDED)
    return report


def _find_report(report_id: int, moderator: User) -> Report:
    """Return a report that this moderator may handle. Raises Forbidden, NotFound."""
    if not moderator.has_perm("games.handle_report"):
        raise Forbidden(message=_("You don’t have permission to handle reports."))
    report = Report.objects.select_related("by", "whom", "match").filter(pk=report_id).first()
    if report is None:
        raise NotFound(message=_("No such report."))
    if report.whom_id == moderator.pk:
        raise Forbidden(message=_("This report is about you, so another moderator has to decide."))
    return report


def note_decisions_read(*, user: User) -> None:
    """Record that a user has read the decisions about their reports."""
    Report.objects.filter(by=user, handled__isnull=False, read=None).update(read=timezone.now())


def _find_person(match: Match, room: Room, name: str) -> User:
    """Return the player with this name if they have a seat or wrote in this room. Raises NotFound."""
    person = users_named(name).exclude(is_bot=True, operator=None).first()
    if person is not None and (
        Seat.objects.filter(match=match, user=person, bot="").exists()
        or ChatLine.objects.filter(match=match, user=person, room=room).exists()
    ):
        return person
    raise NotFound(message=_("No player with that name at this table."))


def _find_message(messages: QuerySet[Message], pk: int) -> Message:
    """Return one of these messages. Raises NotFound, or Unavailable if a moderator has removed it."""
    message = messages.filter(pk=pk).first()
    if message is None:
        raise NotFound(message=_("No such message by this player at this table."))
    if message.hidden is not None:
        raise Unavailable("removed", _("A moderator has already removed this message."))
    return message


def _last_lines(match: Match, room: Room, line: ChatLine | None) -> list[dict[str, Any]]:
    """Return the last lines in a room in their current state, including hidden ones.

    If ``line`` is older, it follows the last lines before it.
    """
    lines = ChatLine.objects.filter(match=match, room=room).select_related("user").order_by("-id")
    attached = {said.pk: said for said in lines[:ATTACHED_LINES]}
    if line is not None and line.pk not in attached:
        attached.update({said.pk: said for said in lines.filter(pk__lte=line.pk)[:LINES_BEFORE]})
    return [line_json(said, str(said)) for _pk, said in sorted(attached.items())]


def _last_comments(match: Match, comment: Comment | None) -> list[dict[str, Any]]:
    """Return the last comments on the match, after ``comment`` if that is older, in the form of ``_last_lines``."""
    comments = Comment.objects.filter(match=match).select_related("user").order_by("-id")
    attached = {written.pk: written for written in comments[:ATTACHED_LINES]}
    if comment is not None:
        attached.setdefault(comment.pk, comment)
    return [{**line_json(written, written.text), "comment": True} for _pk, written in sorted(attached.items())]
