"""What every request of a player at a running match is checked for, time first."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.models import Status
from games.services.errors import Forbidden, Illegal, Unavailable
from games.services.loading import LoadedMatch, TimeIsUp
from games.services.rows import MatchRow
from games.services.server_turns import act_for_server

P = ParamSpec("P")
T = TypeVar("T")


def match_service(service: Callable[P, T]) -> Callable[P, T]:
    """Make a service that changes a running match atomic, and carry it out on a match that the clock has not ended.

    Where the time of the seat on turn is up, its turn ends first, in a transaction of its own: that stands even where
    the service is then refused. ``loaded_match`` tells, so no service gets at the game of a match before that.
    """

    @wraps(service)
    def in_time(*args: P.args, **kwargs: P.kwargs) -> T:
        while True:
            try:
                with transaction.atomic():
                    return service(*args, **kwargs)
            except TimeIsUp as found:
                code = found.code
            act_for_server(code=code)

    return in_time


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
        raise Unavailable("given_up", _("You resigned this match. A substitute bot is playing it to the end."))
    return seat
