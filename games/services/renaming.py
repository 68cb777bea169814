"""A player's new name, at the tables where they sit."""

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from games.models import Match, Status
from games.models.match import REMATCH_OPEN
from games.services.running import match_service
from games.services.versioning import next_version
from games.state.announce import Change
from games.state.seats import read_seats
from games.state.store import MatchStore


def show_new_name(*, user_id: int) -> None:
    """Show a new name at every table that people still look at, once the change of name is committed.

    Each match is a transaction of its own: they lock what others play at.
    """
    transaction.on_commit(lambda: _renew_tables(user_id), robust=True)


def _renew_tables(user_id: int) -> None:
    looked_at = Q(status__in=[Status.OPEN, Status.RUNNING]) | Q(finished__gt=timezone.now() - REMATCH_OPEN)
    for code in list(Match.objects.filter(looked_at, seats__user=user_id).values_list("code", flat=True)):
        _renew_table(code)


@match_service
def _renew_table(store: MatchStore, code: str) -> None:
    """Make a new version of a match, with which its seats are read again. Moves made on the one before stay good."""
    row = store.lock(code)
    if row.status == Status.RUNNING:
        live = store.load(row)
        live.seats = read_seats(row.id)
        next_version(store, live, reload=True)
        return
    Match.objects.filter(pk=row.id).update(version=F("version") + 1)
    store.announce(Change(code, row.version + 1, reload=True))
