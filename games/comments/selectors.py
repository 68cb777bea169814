"""The comments under a match, for readers of its result."""

from accounts.models import User
from accounts.selectors import muted_authors
from games.comments.models import Comment
from games.models import Match


def comments_of(match: Match, reader: User | None) -> list[Comment]:
    """Return the visible comments, oldest first, excluding those by authors the reader has muted."""
    comments = list(Comment.objects.filter(match=match, hidden=None).select_related("user").order_by("id"))
    muted = muted_authors(reader.pk) if comments and reader else frozenset()
    return [comment for comment in comments if comment.user_id not in muted]


def may_comment(match: Match, reader: User | None) -> bool:
    """Return whether the reader has an account and played in this match.

    The match must have been loaded using ``with_seats``.
    """
    has_account = reader is not None and not reader.is_guest
    return has_account and any(seat.user == reader and not seat.bot for seat in match.seats.all())
