"""Disconnecting users who are signed out, suspended or limited to casual matches, and removing them from tables."""

from django.db import transaction

from accounts.models import User
from games.models import Status
from games.services.account_closing import leave_tables
from games.services.pairing import cancel_seek
from games.state.announce import Disconnection, announce_disconnection


def disconnect_user(*, user_id: int, session: str = "") -> None:
    """Close a user's sockets in all processes after the commit.

    If ``session`` is given, only the sockets of that session are closed.

    A suspended user and their bots also stop seeking and leave open tables. Running matches continue, as they do for
    any player who disconnects.
    """
    announce_disconnection(Disconnection(user_id, session))
    user = User.objects.select_related("operator").filter(pk=user_id).first()
    if user is not None and user.is_locked_out:
        transaction.on_commit(lambda: _leave_tables(user), robust=True)
        for bot in user.bots.values_list("pk", flat=True):
            disconnect_user(user_id=bot)


def leave_rated_tables(*, user_id: int) -> None:
    """After the commit, make a user who is limited to casual matches leave their open rated tables."""
    user = User.objects.filter(pk=user_id).first()
    if user is not None and user.is_unrated_only:
        transaction.on_commit(lambda: leave_tables(user, (Status.OPEN,), rated=True), robust=True)


def _leave_tables(user: User) -> None:
    cancel_seek(user_id=user.pk)
    leave_tables(user, (Status.OPEN,))
