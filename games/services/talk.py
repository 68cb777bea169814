"""Talking at a table: lines, and what a moderator does to them."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.sanctions import write_log
from accounts.text import clean_line
from games.models import ChatLine, Match, Room, Seat, Status
from games.models.talk import MAX_LINE
from games.selectors.talk import PHRASES
from games.state.access import may_watch
from games.state.announce import Said, announce_talk
from games.state.errors import Busy, Forbidden, Malformed, NotFound, Unavailable

LINES_AT_ONCE = 5
WITHIN = timedelta(seconds=10)
OPEN_AFTER_END = timedelta(minutes=30)


@transaction.atomic
def say_line(*, code: str, user_id: int, text: str) -> ChatLine:
    """Say something in one's room of a table.

    Raises NotFound, Malformed where nothing is left to say or it is too long, Unavailable once the talk is over,
    Forbidden for the muted and for guests, Busy.
    """
    words = clean_line(text)
    if not words:
        raise Malformed(message=_("Write something first."))
    if len(words) > MAX_LINE:
        raise Malformed(message=_("That is too long."))
    return _say(code, user_id, text=words)


@transaction.atomic
def say_phrase(*, code: str, user_id: int, key: str) -> ChatLine:
    """Say one of ``PHRASES``, which guests may too. Raises as ``say_line`` does."""
    if key not in PHRASES:
        raise Malformed(message=_("There is no such phrase."))
    return _say(code, user_id, phrase=key)


@transaction.atomic
def hide_line(*, line_id: int, moderator: User) -> None:
    """Take a line out of everybody's sight; it stays kept.

    Raises Forbidden without the permission ``games.hide_chatline``, NotFound.
    """
    if not moderator.has_perm("games.hide_chatline"):
        raise Forbidden(message=_("You may not hide chat lines."))
    line = ChatLine.objects.select_related("match", "user").filter(pk=line_id).first()
    if line is None:
        raise NotFound(message=_("There is no such line."))
    if ChatLine.objects.filter(pk=line_id, hidden=None).update(hidden=timezone.now(), hidden_by=moderator):
        about = f"line {line.pk} at {line.match.code}"
        write_log(by=moderator, action="hide line", whom=line.user, about=about, words=str(line))
        announce_talk(Said(line.match.code, line_id, hidden=True))


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
        raise Forbidden("muted", _("The moderators have muted you for now. Your settings say why, and until when."))
    if own_words and person.is_guest:
        raise Forbidden("guest", _("Guests have the quick phrases. Sign up to write in your own words."))


def _say(code: str, user_id: int, **said: str) -> ChatLine:
    match = find_match(code)
    room = find_room(match, user_id)
    _require_open(match)
    lock_writer(user_id, own_words="text" in said)
    now = timezone.now()  # what is later than that was written before the clock was set back
    if ChatLine.objects.filter(user=user_id, created__gt=now - WITHIN, created__lte=now).count() >= LINES_AT_ONCE:
        raise Busy
    line = ChatLine.objects.create(match=match, user_id=user_id, room=room, **said)
    announce_talk(Said(code, line.pk))
    return line


def _require_open(match: Match) -> None:
    over = match.finished is not None and match.finished < timezone.now() - OPEN_AFTER_END
    if over or match.status == Status.ABORTED:
        raise Unavailable("talk_over", _("The talk at this table is over."))
