"""Sending chat lines, and hiding them as a moderator."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.sanctions import write_log
from games.chat.models import MAX_LINE, ChatLine
from games.chat.permissions import find_match, find_room, guests_may_write, lock_writer
from games.chat.phrases import PHRASES
from games.chat.texts import checked_line
from games.models import Match, Status
from games.services.ratelimit import is_too_often
from games.state.announce import ChatEvent, announce_chat
from games.state.errors import Busy, Forbidden, Malformed, NotFound, Unavailable

LINES_AT_ONCE = 5
WITHIN = timedelta(seconds=10)
OPEN_AFTER_END = timedelta(minutes=30)


@transaction.atomic
def send_chat_line(*, code: str, user_id: int, text: str) -> ChatLine:
    """Send a chat line to the user's room at a table.

    Raises NotFound; Malformed for empty or overlong text; Unavailable once the chat is closed; Forbidden for muted
    users, and for guests unless ``guests_may_write``; Busy.
    """
    return _store_line(code, user_id, text=checked_line(text, most=MAX_LINE))


@transaction.atomic
def send_chat_phrase(*, code: str, user_id: int, key: str) -> ChatLine:
    """Send one of the ``PHRASES``. Guests may send them too. Raises the same errors as ``send_chat_line``."""
    if key not in PHRASES:
        raise Malformed(message=_("No such phrase."))
    return _store_line(code, user_id, phrase=key)


@transaction.atomic
def hide_line(*, line_id: int, moderator: User) -> None:
    """Hide a line from everyone. It remains stored.

    Raises NotFound, and Forbidden if the moderator lacks the permission ``games.hide_chatline``.
    """
    _set_hidden(line_id, moderator, is_hidden=True)


@transaction.atomic
def show_line(*, line_id: int, moderator: User) -> None:
    """Show a hidden line again, in its old place. Raises the same errors as ``hide_line``."""
    _set_hidden(line_id, moderator, is_hidden=False)


def _set_hidden(line_id: int, moderator: User, *, is_hidden: bool) -> None:
    if not moderator.has_perm("games.hide_chatline"):
        raise Forbidden(message=_("You don’t have permission to hide chat messages."))
    line = ChatLine.objects.select_related("match", "user").filter(pk=line_id).first()
    if line is None:
        raise NotFound(message=_("No such message."))
    hidden, by = (timezone.now(), moderator) if is_hidden else (None, None)
    if ChatLine.objects.filter(pk=line_id, hidden__isnull=is_hidden).update(hidden=hidden, hidden_by=by):
        action, about = "hide line" if is_hidden else "show line", f"line {line.pk} at {line.match.code}"
        write_log(by=moderator, action=action, whom=line.user, about=about, words=str(line))
        announce_chat(ChatEvent(line.match.code, line_id, hidden=is_hidden))


def _store_line(code: str, user_id: int, **content: str) -> ChatLine:
    match = find_match(code)
    room = find_room(match, user_id)
    _require_open(match)
    lock_writer(user_id, with_guests="phrase" in content or guests_may_write(match, room))
    if is_too_often(ChatLine.objects.filter(user=user_id), LINES_AT_ONCE, WITHIN):
        raise Busy
    line = ChatLine.objects.create(match=match, user_id=user_id, room=room, **content)
    announce_chat(ChatEvent(code, line.pk))
    return line


def _require_open(match: Match) -> None:
    over = match.finished is not None and match.finished < timezone.now() - OPEN_AFTER_END
    if over or match.status == Status.ABORTED:
        raise Unavailable("talk_over", _("The chat at this table is closed."))
