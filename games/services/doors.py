"""What happens at the tables when somebody is signed in no longer, or kept out of the site."""

from django.db import transaction

from accounts.models import User
from games.models import Status
from games.services.closing import leave_tables
from games.services.pairing import cancel_seek
from games.state.announce import SignedOut, announce_signed_out


def show_out(*, user_id: int, session: str = "") -> None:
    """Have somebody's sockets closed everywhere, once this is committed; of one session only where its mark is given.

    Who is kept out seeks no longer and gets up from tables that have not begun, and so do their bots. Running matches
    go on as for anybody who is away.
    """
    announce_signed_out(SignedOut(user_id, session))
    user = User.objects.select_related("operator").filter(pk=user_id).first()
    if user is not None and user.is_out:
        transaction.on_commit(lambda: _give_up(user), robust=True)
        for bot in user.bots.values_list("pk", flat=True):
            show_out(user_id=bot)


def hold_to_casual(*, user_id: int) -> None:
    """Get who may play casual matches only up from rated tables that have not begun, once that is committed."""
    user = User.objects.filter(pk=user_id).first()
    if user is not None and user.is_kept_unrated:
        transaction.on_commit(lambda: leave_tables(user, (Status.OPEN,), rated=True), robust=True)


def _give_up(user: User) -> None:
    cancel_seek(user_id=user.pk)
    leave_tables(user, (Status.OPEN,))
