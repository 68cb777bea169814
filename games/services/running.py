"""The frame of every service that changes a running match, and what each request of a player is checked for."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from django.utils.translation import gettext_lazy as _

from games.models import Status
from games.services.due import act_for_server
from games.state.errors import Forbidden, Illegal, Unavailable
from games.state.live_match import LiveMatch
from games.state.match_sql import MatchRow
from games.state.store import MatchStore, TimeIsUp
from games.state.store_service import StoreService

P = ParamSpec("P")
T = TypeVar("T")


class MatchService(StoreService[P, T]):
    """A service that sees a match as it is once every turn whose time is up has ended.

    Such a turn ends first, in a transaction of its own where there is no other: that stands even where the service is
    then refused. ``MatchStore.load`` tells, so no service gets at the game of a match before that.
    """

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """Carry the service out in a transaction of its own."""
        while True:
            try:
                return super().__call__(*args, **kwargs)
            except TimeIsUp as found:
                code = found.code
            act_for_server(code=code)

    def within(self, store: MatchStore, *args: P.args, **kwargs: P.kwargs) -> T:
        """Carry the service out in the transaction of this store."""
        while True:
            try:
                return self._service(store, *args, **kwargs)
            except TimeIsUp as found:
                code = found.code
            act_for_server.within(store, code=code)


def match_service(service: Callable[Concatenate[MatchStore, P], T]) -> MatchService[P, T]:
    """Make a service that changes a running match out of a function of a store."""
    return MatchService(service)


def check_running(row: MatchRow) -> None:
    """Raise Illegal unless the match runs."""
    if row.status != Status.RUNNING:
        raise Illegal.because("not_now" if row.status == Status.OPEN else "match_over")


def require_seat(live: LiveMatch, user_id: int) -> int:
    """The seat that this person plays. Raises Forbidden without one, Unavailable where it was given up for good."""
    seat = live.seat_of(user_id)
    if seat is None:
        raise Forbidden
    if live.seats[seat].left:
        raise Unavailable("given_up", _("You resigned this match. A substitute bot is playing it to the end."))
    return seat
