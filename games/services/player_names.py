"""Showing a player's new name at their tables."""

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from games.models import Match, Status
from games.models.match import REMATCH_OPEN
from games.services.match_service import match_service
from games.services.versioning import next_version
from games.state.announce import Change
from games.state.seats import read_seats
from games.state.store import MatchStore


def update_shown_name(*, user_id: int) -> None:
    """Show a player's new name at all tables that may still have viewers, once the change is committed.

    Each match is updated in a separate transaction, because the update locks rows that other players use.
    """
    transaction.on_commit(lambda: _update_tables(user_id), robust=True)


def _update_tables(user_id: int) -> None:
    looked_at = Q(status__in=[Status.OPEN, Status.RUNNING]) | Q(finished__gt=timezone.now() - REMATCH_OPEN)
    for code in list(Match.objects.filter(looked_at, seats__user=user_id).values_list("code", flat=True)):
        _update_table(code)


@match_service
def _update_table(store: MatchStore, code: str) -> None:
    """Create a new version of a match, so that clients read the seats again.

    Moves based on the previous version remain valid.
    """
    row = store.lock(code)
    if row.status == Status.RUNNING:
        live = store.load(row)
        live.seats = read_seats(row.id)
        next_version(store, live, reload=True)
        return
    Match.objects.filter(pk=row.id).update(version=F("version") + 1)
    store.announce(Change(code, row.version + 1, reload=True))
