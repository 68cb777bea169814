"""Permissions to read and write at a table: rooms, mutes and guests."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.chat.models import Room
from games.models import Match, Seat
from games.state.access import may_watch
from games.state.errors import Busy, Forbidden, NotFound


def find_room(match: Match, user_id: int) -> Room:
    """Return the chat room of a table that this user reads and writes in. Raises NotFound if they may not watch."""
    if Seat.objects.filter(match=match, user=user_id, bot="").exists():
        return Room.PLAYERS
    if not may_watch(match, user_id):
        raise NotFound
    return Room.SPECTATORS


def find_match(code: str) -> Match:
    """Return the match with this code. Raises NotFound."""
    match = Match.objects.filter(code=code).first()
    if match is None:
        raise NotFound
    return match


def lock_person(user_id: int) -> User:
    """Lock a user until the transaction ends, so that their actions are counted one at a time, and return them.

    Raises Busy instead of waiting, because two writers could deadlock: each also holds the rows of the matches that it
    changes.
    """
    people = User.objects.select_for_update(skip_locked=True, no_key=True).filter(pk=user_id, is_active=True)
    person = people.first()
    if person is None:
        raise Busy
    return person


def lock_writer(user_id: int, *, own_words: bool = True) -> None:
    """Lock a user who wants to write to others, like ``lock_person``.

    Muting a guest would be useless, as they can become a new one with a click: free text therefore requires an
    account. Raises Forbidden for muted users and, with ``own_words``, for guests; Busy as ``lock_person`` does.
    """
    person = lock_person(user_id)
    if person.is_muted:
        raise Forbidden(
            "muted", _("You’re banned from chat for now. See your account status for the reason and the end date.")
        )
    if own_words and person.is_guest:
        raise Forbidden("guest", _("Guests can only use quick phrases. Sign up to write your own messages."))
