"""Closing accounts, and removing users from their tables."""

from collections.abc import Sequence

import structlog

from accounts import services as accounts
from accounts.bots import bots_of
from accounts.models import User
from games.models import Invitation, PuzzleAttempt, Rating, Seat, Status
from games.services.leaving import resign_match
from games.services.pairing import cancel_seek
from games.services.seating import leave_seat
from games.state.errors import ServiceError

log = structlog.get_logger(__name__)


def close_account(*, user: User) -> None:
    """Close an account: leave its open tables, resign its running matches, and close its bots too.

    The account is closed first, in its own transaction. The user then leaves each table in a separate transaction,
    because leaving locks rows that other players use. It does not matter if a match ends in the meantime. If a crash
    prevents a match from being resigned, the match ends when its clock runs out. Raises AlreadyClosedError.
    """
    accounts.close_account(user=user)
    Rating.objects.filter(user=user).update(ranked=False, country="")  # remove the account from the ladders
    cancel_seek(user_id=user.pk)
    Invitation.objects.filter(user=user).delete()
    PuzzleAttempt.objects.filter(user=user).delete()
    leave_tables(user, (Status.OPEN, Status.RUNNING))
    for bot in bots_of(user):
        close_account(user=bot)


def leave_tables(user: User, statuses: Sequence[Status], *, rated: bool = False) -> None:
    """Remove a user from all of their tables that have one of these statuses.

    The user leaves open tables and resigns running matches, each in a separate transaction. With ``rated``, only rated
    tables are affected.
    """
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
