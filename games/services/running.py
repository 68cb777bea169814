"""What every request of a player at a running match is checked for."""

from django.utils.translation import gettext_lazy as _

from games.models import Status
from games.services.errors import Forbidden, Illegal, Unavailable
from games.services.loading import LoadedMatch
from games.services.rows import MatchRow


def check_running(row: MatchRow) -> None:
    """Raise Illegal unless the match runs."""
    if row.status != Status.RUNNING:
        raise Illegal.because("not_now" if row.status == Status.OPEN else "match_over")


def require_seat(loaded: LoadedMatch, user_id: int) -> int:
    """The seat that this person plays. Raises Forbidden without one, Unavailable where it was given up for good."""
    seat = loaded.seat_of(user_id)
    if seat is None:
        raise Forbidden
    if loaded.seats[seat].left:
        raise Unavailable("given_up", _("You gave this match up. A bot plays it to its end."))
    return seat
