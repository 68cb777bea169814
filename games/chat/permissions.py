"""Checks on who may read and write in a table's chat, including the limits for muted users and guests."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.chat.models import Room
from games.models import Match, Seat
from games.state.access import may_watch
from games.state.errors import Busy, Forbidden, NotFound


def find_room(match: Match, user_id: int) -> Room:
    """Return the chat room in which this user reads and writes. Raises NotFound if they may not watch the table."""
    if Seat.objects.filter(match=match, user=user_id, bot="").exists():
        return Room.PLAYERS
    if not may_watch(match, user_id):
        raise NotFound
    return Room.SPECTATORS


def guests_may_write(match: Match, room: Room) -> bool:
    """Return whether this is a room in which guests may write free text: the players' room of a private casual match.

    Everywhere else, free text requires an account: muting guests would be useless, because they can become new guests
    with one click. A private table lets nobody else in once it is full, and its host can remove a player until then.
    """
    return room == Room.PLAYERS and match.is_private and not match.rated


def find_match(code: str) -> Match:
    """Return the match with this code. Raises NotFound."""
    match = Match.objects.filter(code=code).first()
    if match is None:
        raise NotFound
    return match


def lock_person(user_id: int) -> User:
    """Lock a user until the transaction ends, so that their actions are counted one at a time, and return the user.

    If the user is already locked, this raises Busy instead of waiting. Two writers could otherwise deadlock, because
    each also locks the rows of the matches that it changes.
    """
    people = User.objects.select_for_update(skip_locked=True, no_key=True).filter(pk=user_id, is_active=True)
    person = people.first()
    if person is None:
        raise Busy
    return person


def lock_writer(user_id: int, *, with_guests: bool = False) -> None:
    """Lock a user who wants to write to others, as ``lock_person`` does.

    Raises Busy, like ``lock_person``. Raises Forbidden for muted users and, unless ``with_guests`` is true, for guests.
    """
    person = lock_person(user_id)
    if person.is_muted:
        raise Forbidden(
            "muted", _("You’re banned from chat for now. See your account status for the reason and the end date.")
        )
    if person.is_guest and not with_guests:
        raise Forbidden("guest", _("Guests can only use quick phrases here. Sign up to write your own messages."))
