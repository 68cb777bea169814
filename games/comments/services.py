"""Writing comments under finished matches, and hiding them as a moderator."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.sanctions import write_log
from games.chat.permissions import find_match, lock_writer
from games.chat.texts import checked_line
from games.comments.models import MAX_COMMENT, Comment
from games.models import Match, Seat
from games.services.ratelimit import is_too_often
from games.state.errors import Busy, Forbidden, NotFound, Unavailable

COMMENTS_AT_ONCE = 5
WITHIN = timedelta(minutes=10)
MOST_OF_ONE = 20  # comments by one player under one match


@transaction.atomic
def write_comment(*, code: str, user: User, text: str) -> Comment:
    """Write a comment under a finished match that the user played in.

    Raises NotFound; Unavailable while the match is running; Forbidden for users who did not play, muted users and
    guests; Malformed for empty or overlong text; Busy.
    """
    match = find_match(code)
    if not Seat.objects.filter(match=match, user=user, bot="").exists():
        raise Forbidden(message=_("Only players in this match can comment on it."))
    if match.finished is None:
        raise Unavailable(message=_("The match isn’t over yet."))
    words = checked_line(text, most=MAX_COMMENT)
    lock_writer(user.pk)
    _check_rate_limits(match, user)
    return Comment.objects.create(match=match, user=user, text=words)


def _check_rate_limits(match: Match, user: User) -> None:
    own = Comment.objects.filter(user=user)
    if is_too_often(own, COMMENTS_AT_ONCE, WITHIN):
        raise Busy(message=_("You’re commenting too often. Try again later."))
    if own.filter(match=match).count() >= MOST_OF_ONE:
        raise Unavailable(message=_("You’ve reached the comment limit for this match."))


@transaction.atomic
def hide_comment(*, comment_id: int, moderator: User) -> None:
    """Hide a comment from everyone. It remains stored, and the first moderator to hide it is recorded.

    Raises NotFound, and Forbidden if the moderator lacks the permission ``games.hide_comment``.
    """
    _set_hidden(comment_id, moderator, is_hidden=True)


@transaction.atomic
def show_comment(*, comment_id: int, moderator: User) -> None:
    """Show a hidden comment again. Raises the same errors as ``hide_comment``."""
    _set_hidden(comment_id, moderator, is_hidden=False)


def _set_hidden(comment_id: int, moderator: User, *, is_hidden: bool) -> None:
    if not moderator.has_perm("games.hide_comment"):
        raise Forbidden(message=_("You don’t have permission to hide comments."))
    comment = Comment.objects.select_related("match", "user").filter(pk=comment_id).first()
    if comment is None:
        raise NotFound(message=_("No such comment."))
    hidden, by = (timezone.now(), moderator) if is_hidden else (None, None)
    if Comment.objects.filter(pk=comment_id, hidden__isnull=is_hidden).update(hidden=hidden, hidden_by=by):
        action, about = "hide comment" if is_hidden else "show comment", f"comment {comment.pk} at {comment.match.code}"
        write_log(by=moderator, action=action, whom=comment.user, about=about, words=comment.text)
