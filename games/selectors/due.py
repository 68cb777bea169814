"""Work that is due according to the database: bots' turns, hints, and the server's own actions."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Exists, OuterRef
from django.utils import timezone

from games.models import Match, Seat
from games.selectors.hints import waiting_hints

MAX_DUE = 1000  # rows read at a time; the rest are still due at the next poll

# A turn of one of the site's bots, or of a stand-in.
BOT_TURN = Exists(Seat.objects.filter(match=OuterRef("pk"), number=OuterRef("turn")).exclude(bot="", stand_in=""))

Due = tuple[datetime, str, int]  # the due time, and the code and version of a match
_COLUMNS = ("wake_at", "code", "version")


def bot_turns_due(*, before: datetime) -> Iterable[Due]:
    """Return the turns in which a bot's move is due by this time, earliest first."""
    turns = Match.objects.filter(BOT_TURN, wake_at__lte=before).order_by("wake_at")
    return turns.values_list(*_COLUMNS)[:MAX_DUE]


def server_actions_due(*, with_clocks: bool) -> Iterable[Due]:
    """Return the matches in which the server now has to do something other than make a bot's move.

    Bots' moves are left out so that a backlog of them does not delay players. Without ``with_clocks``, matches with a
    deadline are left out, so no player times out.
    """
    due = Match.objects.filter(~BOT_TURN, wake_at__lte=timezone.now()).order_by("wake_at")
    if not with_clocks:
        due = due.filter(deadline=None)
    return due.values_list(*_COLUMNS)[:MAX_DUE]


def hints_due() -> Iterable[tuple[str, int, datetime]]:
    """For each unanswered hint, return the match's code, the number of moves made and the time of the request."""
    return waiting_hints().values_list("match__code", "moves_made", "asked")[:MAX_DUE]
