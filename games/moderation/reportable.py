"""The matches for which a player can report another player."""

from django.db.models import Exists, OuterRef

from accounts.models import User
from games.chat.models import ChatLine, Room
from games.models import Match, Seat
from games.selectors.history import seats_of

OFFERED = 5


def matches_together(user: User, whom: User) -> list[Match]:
    """Return the latest matches in which both players have a seat, in any state, the latest first.

    A match also counts if ``whom`` has left the table after writing to its players.
    """
    seated = Seat.objects.filter(match=OuterRef("match"), user=whom, bot="")
    written = ChatLine.objects.filter(match=OuterRef("match"), user=whom, room=Room.PLAYERS)
    shared = Seat.objects.filter(Exists(seated) | Exists(written), user=user, bot="")
    return [seat.match for seat in shared.select_related("match").order_by("-match")[:OFFERED]]


def match_to_report(user: User, whom: User) -> Match | None:
    """Return the latest match that both players were in or, failing that, the latest public match of ``whom``.

    Return None if there is neither. A public match without spectators is left out, since only its players can report.
    """
    if shared := matches_together(user, whom):
        return shared[0]
    public = seats_of(whom, reader=None).filter(match__has_spectators=True, match__invited_only=False)
    seat = public.select_related("match").order_by("-finished", "-match").first()
    return seat.match if seat is not None else None
