"""What players have written under a match, for those who read its result."""

from accounts.models import User
from accounts.selectors import muted_authors
from games.comments.models import Comment
from games.models import Match


def comments_of(match: Match, reader: User | None) -> list[Comment]:
    """The comments, oldest first, without what is hidden and what this reader does not want to read."""
    comments = list(Comment.objects.filter(match=match, hidden=None).select_related("user").order_by("id"))
    unheard = muted_authors(reader.pk) if comments and reader else frozenset()
    return [comment for comment in comments if comment.user_id not in unheard]


def may_comment(match: Match, reader: User | None) -> bool:
    """Whether the reader has an account and has played this match; it was read ``with_seats``."""
    has_account = reader is not None and not reader.is_guest
    return has_account and any(seat.user == reader and not seat.bot for seat in match.seats.all())
