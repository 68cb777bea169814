"""What every request of a player at a running match is checked for."""

from games.models import Status
from games.services.errors import Forbidden, Illegal
from games.services.loading import LoadedMatch
from games.services.rows import MatchRow


def check_running(row: MatchRow) -> None:
    """Raise Illegal unless the match runs."""
    if row.status != Status.RUNNING:
        raise Illegal.because("not_now" if row.status == Status.OPEN else "match_over")


def require_seat(loaded: LoadedMatch, user_id: int) -> int:
    """The seat of this person. Raises Forbidden."""
    seat = loaded.seat_of(user_id)
    if seat is None:
        raise Forbidden
    return seat
