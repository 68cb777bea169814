"""The base class for services that change a running match, and the checks that they share."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from django.utils.translation import gettext_lazy as _

from games.models import Status
from games.services.server_turns import act_for_server
from games.state.errors import Forbidden, Illegal, Stale, Unavailable
from games.state.live_match import LiveMatch
from games.state.match_sql import MatchRow
from games.state.store import MatchStore, TimeIsUp
from games.state.store_service import StoreService

P = ParamSpec("P")
T = TypeVar("T")


class MatchService(StoreService[P, T]):
    """A service that first ends the current turn if its time is up.

    When called directly, it ends that turn in a separate transaction, so the turn stays ended even if the service then
    fails. ``MatchStore.load`` raises TimeIsUp, so no service can use the game before the turn has ended.
    """

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run the service in its own transaction."""
        while True:
            try:
                return super().__call__(*args, **kwargs)
            except TimeIsUp as found:
                code = found.code
            act_for_server(code=code)

    def within(self, store: MatchStore, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run the service in this store's transaction."""
        while True:
            try:
                return self._service(store, *args, **kwargs)
            except TimeIsUp as found:
                code = found.code
            act_for_server.within(store, code=code)


def match_service(service: Callable[Concatenate[MatchStore, P], T]) -> MatchService[P, T]:
    """Turn a function that takes a store into a service that changes a running match."""
    return MatchService(service)


def check_running(row: MatchRow) -> None:
    """Raise Illegal unless the match is running."""
    if row.status != Status.RUNNING:
        raise Illegal.because("not_now" if row.status == Status.OPEN else "match_over")


def check_version(row: MatchRow, version: int) -> None:
    """Raise Stale if there has been a move since this version, or if the match has not reached this version yet."""
    if not row.moved_version <= version <= row.version:
        raise Stale


def require_seat(live: LiveMatch, user_id: int) -> int:
    """Return the seat that this user plays.

    Raises Forbidden if they have no seat, and Unavailable if they have resigned.
    """
    seat = live.seat_of(user_id)
    if seat is None:
        raise Forbidden
    if live.seats[seat].left:
        raise Unavailable("given_up", _("You resigned this match. A stand-in bot is finishing it."))
    return seat
