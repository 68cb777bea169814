"""How a match ends."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Case, Value, When
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.sanctions import write_log
from games.models import Match, Outcome, Reason, Seat, Status
from games.rules import find_ruleset
from games.services.announce import Change, announce_change
from games.services.changes import next_version
from games.services.deeds import count_deeds
from games.services.errors import Forbidden, Malformed, Unavailable
from games.services.loading import LoadedMatch, load_match
from games.services.ratings import rate_match, take_back_ratings
from games.services.rows import lock_match


def finish_match(loaded: LoadedMatch, *, reason: Reason, winners: Sequence[int], seat: int | None = None) -> None:
    """Write the result of a running match, and what it does to ratings; ``seat`` is who ended it, if anybody did.

    Whoever is played for by a bot has left. The next version and its announcement are the caller's.
    """
    match = _end(loaded, Status.FINISHED, reason, winners, seat)
    count_deeds(match)
    rate_match(match)


def write_outcomes(match: Match, sides: Sequence[int]) -> None:
    """Write on each seat of a match that is over what that was for it; ``sides`` is the side of each seat."""
    if match.status in {Status.VOIDED, Status.ABORTED}:
        outcomes = [Outcome(match.status) for _side in sides]
    elif match.winners:
        outcomes = [Outcome.WON if side in match.winners else Outcome.LOST for side in sides]
    else:
        outcomes = [Outcome.DRAWN for _side in sides]
    Seat.objects.filter(match=match).update(
        side=Case(*(When(number=seat, then=Value(side)) for seat, side in enumerate(sides))),
        outcome=Case(*(When(number=seat, then=Value(outcome)) for seat, outcome in enumerate(outcomes))),
    )


def break_off_match(loaded: LoadedMatch, *, seat: int | None) -> Change:
    """End a running match without a result; ``seat`` is who did it alone."""
    _end(loaded, Status.ABORTED, Reason.ABORTED, (), seat)
    return next_version(loaded, ended=True)


def sides_but(loaded: LoadedMatch, seat: int) -> Sequence[int]:
    """All sides but that of this seat."""
    return [side for side in range(loaded.game.side_count) if side != loaded.game.sides[seat]]


def _end(loaded: LoadedMatch, status: Status, reason: Reason, winners: Sequence[int], seat: int | None) -> Match:
    match = Match.objects.get(pk=loaded.id)
    match.status, match.finished = status, timezone.now()
    match.result_reason, match.result_seat = reason, seat
    match.sides, match.winners = list(loaded.game.scores), list(winners)
    _stop(match)
    loaded.ended = True
    fields = ["status", "finished", "result_reason", "result_seat", "sides", "winners", "wake_at", "turn", "deadline"]
    match.save(update_fields=fields)
    Seat.objects.filter(match=match).update(finished=match.finished, grace_ends=None)
    write_outcomes(match, loaded.game.sides)
    leavers = [number for number, facts in enumerate(loaded.seats) if facts.left or facts.stand_in]
    Seat.objects.filter(match=match, number__in=leavers).update(left=True)
    return match


def _stop(match: Match) -> None:
    match.wake_at = match.turn = match.deadline = None


@transaction.atomic
def void_match(*, code: str, moderator: User, reason: str) -> Change:
    """Make a match count for nothing: its players see why, ratings are given back.

    Raises NotFound, Forbidden without the permission ``games.void_match`` and to who played in it, Malformed without
    a reason, Unavailable where the match is neither running nor finished.
    """
    row = lock_match(code)
    if not moderator.has_perm("games.void_match"):
        raise Forbidden(message=_("You may not void matches."))
    if Seat.objects.filter(match=row.id, user=moderator, bot="").exists():
        raise Forbidden(message=_("You played in this match: another moderator has to decide."))
    if not reason.strip():
        raise Malformed(message=_("Say why the match is voided."))
    if row.status not in {Status.RUNNING, Status.FINISHED}:
        raise Unavailable(message=_("Only a running or finished match can be voided."))
    match = Match.objects.get(pk=row.id)
    if row.status == Status.RUNNING:
        match.sides = list(load_match(row).game.scores)
    take_back_ratings(match)
    match.status = Status.VOIDED
    match.result_reason, match.result_seat = Reason.VOIDED, None  # who had won stays: the ratings' history knows it
    match.void_reason = reason.strip()
    match.finished = match.finished or timezone.now()
    _stop(match)
    match.version += 1
    match.save()
    Seat.objects.filter(match=match).update(finished=match.finished)
    write_outcomes(match, find_ruleset(match.ruleset).sides_for(match.options))
    write_log(by=moderator, action="void match", about=f"match {code}", words=match.void_reason)
    change = Change(code, match.version, reload=True)
    announce_change(change)
    return change
