"""What players write under their matches once these are over."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.sanctions import write_log
from accounts.text import clean_line
from games.models import Comment, Match, Seat
from games.models.memory import MAX_COMMENT
from games.services.talk import find_match, lock_writer
from games.state.errors import Busy, Forbidden, Malformed, NotFound, Unavailable

COMMENTS_AT_ONCE = 5
WITHIN = timedelta(minutes=10)
MOST_OF_ONE = 20  # comments of one player under one match


@transaction.atomic
def write_comment(*, code: str, user: User, text: str) -> Comment:
    """Write under a match that one has played and that is over.

    Raises NotFound, Unavailable while it runs, Forbidden for who did not play, the muted and guests, Malformed where
    nothing is left to say or it is too long, Busy.
    """
    match = find_match(code)
    if not Seat.objects.filter(match=match, user=user, bot="").exists():
        raise Forbidden(message=_("Only who played the match may write here."))
    if match.finished is None:
        raise Unavailable(message=_("The match is not over."))
    words = clean_line(text)
    if not words:
        raise Malformed(message=_("Write something first."))
    if len(words) > MAX_COMMENT:
        raise Malformed(message=_("That is too long."))
    lock_writer(user.pk)
    _check_pace(match, user)
    return Comment.objects.create(match=match, user=user, text=words)


def _check_pace(match: Match, user: User) -> None:
    own = Comment.objects.filter(user=user)
    now = timezone.now()  # what is later than that was written before the clock was set back
    if own.filter(created__gt=now - WITHIN, created__lte=now).count() >= COMMENTS_AT_ONCE:
        raise Busy(message=_("That was a lot within a few minutes. Try again later."))
    if own.filter(match=match).count() >= MOST_OF_ONE:
        raise Unavailable(message=_("You have said enough about this match."))


@transaction.atomic
def hide_comment(*, comment_id: int, moderator: User) -> None:
    """Take a comment out of everybody's sight; it stays kept, and who hid it first stays noted.

    Raises Forbidden without the permission ``games.hide_comment``, NotFound.
    """
    if not moderator.has_perm("games.hide_comment"):
        raise Forbidden(message=_("You may not hide comments."))
    comment = Comment.objects.select_related("match", "user").filter(pk=comment_id).first()
    if comment is None:
        raise NotFound(message=_("There is no such comment."))
    if Comment.objects.filter(pk=comment_id, hidden=None).update(hidden=timezone.now(), hidden_by=moderator):
        about = f"comment {comment.pk} at {comment.match.code}"
        write_log(by=moderator, action="hide comment", whom=comment.user, about=about, words=comment.text)
