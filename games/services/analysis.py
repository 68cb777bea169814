"""Requesting the analysis of a finished match, and tracking the process that carries it out."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.bots.analysis import MatchLog, Step
from games.bots.luck import accuracy_of
from games.models import Analysis, AnalysisStatus, Match, Seat, SeatAccuracy, Status
from games.models.analysis import UNFINISHED
from games.selectors.analysis import match_log, may_have_analysed
from games.services.ratelimit import is_too_often
from games.state.errors import Busy, Forbidden, NotFound, Unavailable

LEASE: Final = timedelta(seconds=30)  # how long a process may stay silent before another one takes over
MOST_ATTEMPTS: Final = 3
LOOKED_AT: Final = 10  # number of analyses to try in turn, since other processes may claim them first
MOST_REQUESTS, WITHIN = 20, timedelta(hours=1)


@transaction.atomic
def request_analysis(*, code: str, user: User) -> Analysis:
    """Queue the analysis of a finished match, and return it.

    An existing analysis is returned, or queued again if it has failed. Raises NotFound; Forbidden for users who may not
    have the match analysed; Unavailable if the match is running or has no result; Busy while the user's analysis of
    another match is unfinished, and after too many requests.
    """
    match = _find_match_for(user, code)
    known = Analysis.objects.filter(match=match).first()
    if known is not None and known.status != AnalysisStatus.FAILED:
        return known
    if is_too_often(Analysis.objects.filter(requested_by=user), MOST_REQUESTS, WITHIN):
        raise Busy(message=_("You’ve requested too many analyses. Try again in an hour."))
    return _queue(match, user)


def _find_match_for(user: User, code: str) -> Match:
    """Return a finished match if this user may request its analysis. Raises NotFound, Forbidden, Unavailable."""
    match = Match.objects.filter(code=code).first()
    if match is None:
        raise NotFound
    if not may_have_analysed(match, user):
        raise Forbidden(message=_("You can’t request an analysis of this match."))
    if match.finished is None:
        raise Unavailable(message=_("The match isn’t over yet."))
    if match.status != Status.FINISHED:
        raise Unavailable(message=_("This match doesn’t count, so there is nothing to analyse."))
    return match


def _queue(match: Match, user: User) -> Analysis:
    """Queue the analysis of a match, unless someone else has just done so."""
    fields = {
        "status": AnalysisStatus.QUEUED,
        "requested_by": user,
        "created": timezone.now(),
        "leased_until": None,
        "attempts": 0,
        "done_steps": 0,
        "all_steps": match.moves.count() + 1,
    }
    try:
        with transaction.atomic():
            again = Analysis.objects.filter(match=match, status=AnalysisStatus.FAILED).update(**fields)
            if not again:
                Analysis.objects.get_or_create(match=match, defaults=fields)
    except IntegrityError:
        raise Busy(message=_("Your last analysis isn’t finished yet.")) from None
    return Analysis.objects.get(match=match)


@dataclass(frozen=True, slots=True)
class Claim:
    """An analysis that this process has claimed. ``attempt`` distinguishes it from a later claim by another process."""

    match_id: int
    attempt: int
    log: MatchLog


def claim_analysis() -> Claim | None:
    """Claim the longest-waiting analysis that no process is working on. Return None if there is none.

    Analyses that have been claimed too often are marked as failed.
    """
    now = timezone.now()
    for row in Analysis.objects.filter(_unclaimed()).order_by("created").defer("steps")[:LOOKED_AT]:
        mine = Analysis.objects.filter(pk=row.pk, status=row.status, attempts=row.attempts)
        if row.attempts >= MOST_ATTEMPTS:
            mine.update(status=AnalysisStatus.FAILED)
            continue
        changes = {"status": AnalysisStatus.RUNNING, "leased_until": now + LEASE, "attempts": F("attempts") + 1}
        if mine.update(done_steps=0, steps=[], **changes):
            return Claim(row.pk, row.attempts + 1, match_log(Match.objects.get(pk=row.pk)))
    return None


def analyses_wait() -> bool:
    """Return whether an analysis is waiting to be claimed."""
    return Analysis.objects.filter(_unclaimed()).exists()


def _unclaimed() -> Q:
    # the second condition on the status makes the database use the queue's index
    free = Q(status=AnalysisStatus.QUEUED) | Q(leased_until__lt=timezone.now())
    return free & Q(status__in=UNFINISHED)


def save_progress(*, claim: Claim, steps: list[Step]) -> bool:
    """Store the steps completed so far and renew the claim. Return False if this process no longer has the claim."""
    stored: Any = msgspec.to_builtins(steps)
    return bool(_claimed(claim).update(done_steps=len(steps), steps=stored, leased_until=timezone.now() + LEASE))


def release_analysis(*, claim: Claim) -> None:
    """Give back an unfinished analysis, so that another process can claim it. This attempt does not count."""
    _claimed(claim).update(status=AnalysisStatus.QUEUED, leased_until=None, attempts=claim.attempt - 1)


def fail_analysis(*, claim: Claim) -> None:
    """Record that the analysis has failed. It may be requested again."""
    _claimed(claim).update(status=AnalysisStatus.FAILED, leased_until=None)


@transaction.atomic
def finish_analysis(*, claim: Claim, steps: list[Step]) -> None:
    """Store a finished analysis, and the accuracy of each person who stayed to the end.

    Do nothing if this process no longer has the claim.
    """
    stored: Any = msgspec.to_builtins(steps)
    done = {"status": AnalysisStatus.DONE, "leased_until": None, "done_steps": len(steps), "steps": stored}
    if not _claimed(claim).update(**done):
        return
    seats = Seat.objects.filter(match=claim.match_id, bot="", left=False, user__isnull=False)
    found = {seat: accuracy_of(steps, seat.number) for seat in seats}
    SeatAccuracy.objects.filter(seat__match=claim.match_id).delete()
    SeatAccuracy.objects.bulk_create(
        SeatAccuracy(seat=seat, accuracy=one[0], decisions=one[1]) for seat, one in found.items() if one
    )


def _claimed(claim: Claim) -> Any:
    return Analysis.objects.filter(pk=claim.match_id, status=AnalysisStatus.RUNNING, attempts=claim.attempt)
