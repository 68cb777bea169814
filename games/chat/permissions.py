"""Who may read and write at a table: its rooms, mutes and guests."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.chat.models import Room
from games.models import Match, Seat
from games.state.access import may_watch
from games.state.errors import Busy, Forbidden, NotFound


def find_room(match: Match, user_id: int) -> Room:
    """The room of a table that this person reads and writes in. Raises NotFound where they may not look."""
    if Seat.objects.filter(match=match, user=user_id, bot="").exists():
        return Room.PLAYERS
    if not may_watch(match, user_id):
        raise NotFound
    return Room.SPECTATORS


def find_match(code: str) -> Match:
    """The match of a code. Raises NotFound."""
    match = Match.objects.filter(code=code).first()
    if match is None:
        raise NotFound
    return match


def lock_person(user_id: int) -> User:
    """Return a person in whose name nobody else does anything until the transaction ends.

    Raises Busy instead of waiting, which could lock two writers into each other: each holds the rows of the
    matches that it moves.
    """
    people = User.objects.select_for_update(skip_locked=True, no_key=True).filter(pk=user_id, is_active=True)
    person = people.first()
    if person is None:
        raise Busy
    return person


def lock_writer(user_id: int, *, own_words: bool = True) -> None:
    """Lock a person, as ``lock_person`` does, who wants to write to others.

    A guest is somebody new with every click, whom no mute would hold: words of their own take an account. Raises
    Forbidden for the muted and, with ``own_words``, for guests; Busy.
    """
    person = lock_person(user_id)
    if person.is_muted:
        raise Forbidden(
            "muted", _("You’re banned from chat for now. See your account status for the reason and the end date.")
        )
    if own_words and person.is_guest:
        raise Forbidden("guest", _("Guests can only use quick phrases. Sign up to write your own messages."))
