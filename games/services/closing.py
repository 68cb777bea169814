"""An account that is closed, at the tables."""

from collections.abc import Sequence

import structlog

from accounts import services as accounts
from accounts.bots import bots_of
from accounts.models import User
from games.models import Invitation, Rating, Seat, Status
from games.services.leaving import resign_match
from games.services.pairing import cancel_seek
from games.services.seating import leave_seat
from games.state.errors import ServiceError

log = structlog.get_logger(__name__)


def close_account(*, user: User) -> None:
    """Close an account, and leave every table: seats that wait are given up, running matches resigned.

    The account goes first, in a transaction of its own, and each match in another: they lock what others play at.
    A match that ends meanwhile is as good as resigned; one that is missed by a crash is ended by its clock. The
    person's bots are closed too. Raises AlreadyClosedError.
    """
    accounts.close_account(user=user)
    Rating.objects.filter(user=user).update(ranked=False, country="")  # off the ladders
    cancel_seek(user_id=user.pk)
    Invitation.objects.filter(user=user).delete()
    leave_tables(user, (Status.OPEN, Status.RUNNING))
    for bot in bots_of(user):
        close_account(user=bot)


def leave_tables(user: User, statuses: Sequence[Status], *, rated: bool = False) -> None:
    """Get somebody up from their tables in these states, or the rated ones alone, each in a transaction of its own."""
    seats = Seat.objects.filter(user=user, bot="", match__status__in=statuses)
    if rated:
        seats = seats.filter(match__rated=True)
    for code, status in list(seats.values_list("match__code", "match__status")):
        try:
            if status == Status.OPEN:
                leave_seat(code=code, user=user)
            else:
                resign_match(code=code, user_id=user.pk)
        except ServiceError as error:
            log.info("left_already", match=code, why=error.code)
