"""How a match ends."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Match, Reason, Seat, Status
from games.services.announce import Change, announce_change
from games.services.errors import Forbidden, Malformed, Unavailable
from games.services.loading import LoadedMatch, load_match
from games.services.ratings import rate_match, take_back_ratings
from games.services.rows import lock_match


def finish_match(loaded: LoadedMatch, *, reason: Reason, winners: Sequence[int], seat: int | None = None) -> None:
    """Write the result of a running match, and what it does to ratings; ``seat`` is who ended it, if anybody did.

    The next version and its announcement are the caller's.
    """
    match = Match.objects.get(pk=loaded.id)
    match.status = Status.FINISHED
    match.finished = timezone.now()
    match.result_reason, match.result_seat = reason, seat
    match.sides, match.winners = list(loaded.game.scores), list(winners)
    match.wake_at = None
    match.save(
        update_fields=["status", "finished", "result_reason", "result_seat", "sides", "winners", "wake_at"],
    )
    Seat.objects.filter(match=match).update(finished=match.finished)
    people = {facts.user_id for facts in loaded.seats if facts.user_id is not None and not facts.bot}
    if match.rated and len(people) == len(loaded.seats):
        rate_match(match, loaded.game.sides)


@transaction.atomic
def void_match(*, code: str, moderator: User, reason: str) -> Change:
    """Make a match count for nothing: its players see why, ratings are given back.

    Raises NotFound, Forbidden without the permission ``games.void_match``, Malformed without a reason, Unavailable
    where the match is neither running nor finished.
    """
    row = lock_match(code)
    if not moderator.has_perm("games.void_match"):
        raise Forbidden(message=_("You may not void matches."))
    if not reason.strip():
        raise Malformed(message=_("Say why the match is voided."))
    if row.status not in {Status.RUNNING, Status.FINISHED}:
        raise Unavailable(message=_("Only a running or finished match can be voided."))
    match = Match.objects.get(pk=row.id)
    if row.status == Status.RUNNING:
        match.sides = list(load_match(row).game.scores)
    take_back_ratings(match)
    match.status = Status.VOIDED
    match.result_reason, match.result_seat, match.winners = Reason.VOIDED, None, []
    match.void_reason = reason.strip()
    match.finished = match.finished or timezone.now()
    match.wake_at = None
    match.version += 1
    match.save()
    Seat.objects.filter(match=match).update(finished=match.finished)
    change = Change(code, match.version, reload=True)
    announce_change(change)
    return change
