"""The texts of push notifications. They reveal nothing about a match in progress except whose turn it is."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts.push_kinds import PushKind
from accounts.wording import isolated, short_listing
from games.models import Answer, Invitation, Match, Outcome, Reason, Seat, Status
from games.selectors.sides import seat_names
from games.selectors.summary import with_seats
from games.state.notices import FULL, INVITED, PAIRED, STARTED, TURN

ENDED: Final = "ended"
TOPIC_LENGTH = 32  # the longest topic that push services accept


class Delivery(NamedTuple):
    """The kind of a notification, the time for which a push service keeps it, and its urgency (RFC 8030)."""

    kind: PushKind
    keeps: timedelta
    urgency: str


# Keyed by event. A turn notification is kept until the player's time is up, but not longer than this.
DELIVERIES: Final = {
    TURN: Delivery(PushKind.TURN, timedelta(days=14), "normal"),
    INVITED: Delivery(PushKind.INVITATION, timedelta(hours=2), "high"),
    PAIRED: Delivery(PushKind.START, timedelta(minutes=10), "high"),
    STARTED: Delivery(PushKind.START, timedelta(hours=2), "high"),
    FULL: Delivery(PushKind.START, timedelta(hours=2), "high"),
    ENDED: Delivery(PushKind.END, timedelta(days=1), "normal"),
}


@dataclass(frozen=True, slots=True)
class PushFacts:
    """A notification to a player about ``match``.

    ``what`` is the event or, at the end of a match, the outcome. ``own`` is the player's name, and ``by`` the name of
    the person who invited them. A push service keeps the notification for ``seconds``.
    """

    match: Match
    what: str
    own: str
    by: str
    seconds: int

    @property
    def topic(self) -> str:
        """Return the topic, which all notifications about a match share. A push service keeps only the last of them.

        The push service can read the topic, so the topic does not contain the match's code. The code would give access
        to tables that are shared by link.
        """
        return salted_hmac("games.pushes", self.match.code, algorithm="sha256").hexdigest()[:TOPIC_LENGTH]

    @property
    def path(self) -> str:
        """Return the path of the page that the notification opens."""
        return reverse("table", args=[self.match.code])


def read_push(event: str, code: str, user_id: int) -> PushFacts | None:
    """Return the facts for a notification.

    Return None if the notification would come too late, for example because the player has already moved or the table
    has been closed. ``event`` is a key of ``DELIVERIES``.
    """
    match = with_seats(Match.objects.filter(code=code)).first()
    if match is None:
        return None
    seats = list(match.seats.all())
    seat = next((seat for seat in seats if seat.user_id == user_id and not seat.bot), None)
    found = _WHAT[event](match, seat, user_id)
    if not found:
        return None
    what, by = found
    own = seat.user.shown_name if seat is not None and seat.user is not None else ""
    return PushFacts(match, what, own, by, _seconds(event, match))


def push_title(facts: PushFacts) -> str:
    """Return a notification's title in the active language."""
    return facts.match.game_title


def push_sentence(facts: PushFacts) -> str:
    """Return a notification's text in the active language."""
    if facts.what == INVITED:
        return _("%(name)s invites you to a table.") % {"name": isolated(facts.by)}
    if facts.what == FULL:
        return _("Your table is full. Start when you’re ready.")
    names = {"names": _other_names(facts)}
    sentences = {
        TURN: _("It’s your turn against %(names)s."),
        PAIRED: _("You’re playing against %(names)s."),
        STARTED: _("Your match against %(names)s has started."),
        Outcome.WON: _("You won your match against %(names)s."),
        Outcome.LOST: _("You lost your match against %(names)s."),
        Outcome.DRAWN: _("Your match against %(names)s ended in a draw."),
        Outcome.ABORTED: _("Your match against %(names)s was aborted."),
        Outcome.VOIDED: _("A moderator voided your match against %(names)s."),
    }
    return sentences[facts.what] % names


def who_hears_the_end(code: str) -> list[int]:
    """Return the ids of the users to notify about the end of a match.

    Players who lost on time or because they didn't return are notified. Players who resigned, aborted the match or
    were replaced by a stand-in bot are not. Nobody is notified when a match without a clock is aborted, because
    this usually happens after two weeks without a move.
    """
    match = with_seats(Match.objects.filter(code=code)).first()
    if match is None or (match.status == Status.ABORTED and not match.clock):
        return []
    people = [seat for seat in match.seats.all() if seat.user_id is not None and not seat.bot]
    return [seat.user_id for seat in people if seat.user_id is not None and _hears_the_end(match, seat)]


def _hears_the_end(match: Match, seat: Seat) -> bool:
    if seat.number == match.result_seat:
        return match.result_reason in {Reason.TIMEOUT, Reason.LEFT}
    return not seat.left


def _other_names(facts: PushFacts) -> str:
    names = seat_names(facts.match)
    others = [name for name in names if name and name != facts.own]
    return short_listing(others) if len(others) > 1 else isolated(others[0] if others else "")


def _seconds(event: str, match: Match) -> int:
    keeps = DELIVERIES[event].keeps
    if event == TURN and match.deadline is not None:
        keeps = min(keeps, match.deadline - timezone.now())
    return max(1, int(keeps.total_seconds()))


What = tuple[str, str] | None  # the event or outcome, and the name of the inviter


def _turn(match: Match, seat: Seat | None, _user_id: int) -> What:
    is_due = seat is not None and match.status == Status.RUNNING and match.turn == seat.number and not seat.stand_in
    return (TURN, "") if is_due else None


def _invitation(match: Match, seat: Seat | None, user_id: int) -> What:
    if seat is not None or match.status != Status.OPEN:
        return None
    found = Invitation.objects.filter(match=match, user=user_id, answer=Answer.OPEN).select_related("by").first()
    return None if found is None else (INVITED, found.by.shown_name)


def _full(match: Match, _seat: Seat | None, user_id: int) -> What:
    has_free_seat = any(seat.user_id is None and not seat.bot for seat in match.seats.all())
    return (FULL, "") if match.status == Status.OPEN and match.created_by_id == user_id and not has_free_seat else None


def _start(event: str) -> Callable[[Match, Seat | None, int], What]:
    def start(match: Match, seat: Seat | None, user_id: int) -> What:
        if seat is None or match.status != Status.RUNNING:
            return None
        clock = match.time_control
        is_slow = clock is not None and not clock.live  # in a slow match, a turn notification replaces this one
        return (_turn(match, seat, user_id) if is_slow else None) or (event, "")

    return start


def _end(_match: Match, seat: Seat | None, _user_id: int) -> What:
    return None if seat is None or not seat.outcome else (seat.outcome, "")


_WHAT: Final = {
    TURN: _turn,
    INVITED: _invitation,
    PAIRED: _start(PAIRED),
    STARTED: _start(STARTED),
    FULL: _full,
    ENDED: _end,
}
