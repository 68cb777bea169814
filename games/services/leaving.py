"""Matches that players end: resigning, breaking off, claiming the win over somebody who is away."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Match, Reason
from games.services.announce import Change
from games.services.changes import next_version
from games.services.errors import Unavailable
from games.services.loading import LoadedMatch, loaded_match
from games.services.match_service import check_running, match_service, require_seat
from games.services.results import end_aborted, finish_match, sides_but
from games.services.rows import lock_match
from games.services.stand_ins import seat_stand_in


@match_service
def resign_match(*, code: str, user_id: int) -> Change:
    """Give a running match up. Between two sides the other one wins, the scores as they stand.

    Among more, a bot plays the seat to the end, for good; with the last person who could come back the match ends, and
    all of them have left it alike. Raises NotFound, Illegal, Forbidden, Unavailable a second time.
    """
    row = lock_match(code)
    check_running(row)
    with loaded_match(row) as loaded:
        seat = require_seat(loaded, user_id)
        others = [loaded.seats[other] for other in loaded.people if other != seat]
        if loaded.game.side_count > 2 and others:
            loaded.seats[seat].left = True
            if not all(other.left for other in others):
                return seat_stand_in(loaded, seat)
        finish_match(loaded, reason=Reason.RESIGNED, winners=sides_but(loaded, seat), seat=seat)
        return next_version(loaded, ended=True)


@match_service
def abort_match(*, code: str, user_id: int, on: bool = True) -> Change | None:
    """Break a running match off, so that it counts for nothing: at once before everybody has played a card.

    Later this only offers it, and it is done once all who play have offered it. With ``on`` false the offer is taken
    back, or those of the others are declined. None where that changes nothing.
    Raises NotFound, Illegal, Forbidden, Unavailable for who gave it up.
    """
    row = lock_match(code)
    check_running(row)
    with loaded_match(row) as loaded:
        seat = require_seat(loaded, user_id)
        if loaded.early and on:
            return end_aborted(loaded, seat=seat)
        match = Match.objects.only("abort_offers").get(pk=row.id)
        offers = _answered(set(match.abort_offers), seat, on)
        asked = [number for number in loaded.people if _plays(loaded, number)]
        if offers.issuperset(asked):
            return end_aborted(loaded, seat=seat if asked == [seat] else None)
        if sorted(offers) == match.abort_offers:
            return None
        Match.objects.filter(pk=row.id).update(abort_offers=sorted(offers))
        return next_version(loaded, reload=True)


@match_service
def claim_win(*, code: str, user_id: int) -> Change:
    """Win a match of two because the other one is away and his grace is over. Nothing is won before both have played.

    Raises NotFound, Illegal, Forbidden, Unavailable while the other is there or still waited for.
    """
    row = lock_match(code)
    check_running(row)
    with loaded_match(row) as loaded:
        seat = require_seat(loaded, user_id)
        ends = None if loaded.many else loaded.seats[1 - seat].grace_ends
        if ends is None or ends > timezone.now():
            raise Unavailable("not_yet", _("The other player still has time to return."))
        loaded.seats[1 - seat].left = True
        if loaded.early:
            return end_aborted(loaded, seat=1 - seat)
        finish_match(loaded, reason=Reason.LEFT, winners=[loaded.game.sides[seat]], seat=1 - seat)
        return next_version(loaded, ended=True)


def _answered(offers: set[int], seat: int, on: bool) -> set[int]:
    """Who offers to break off once ``seat`` offers it too, takes that back, or wants to play on."""
    if on:
        return offers | {seat}
    return offers - {seat} if seat in offers else set()


def _plays(loaded: LoadedMatch, seat: int) -> bool:
    return not loaded.seats[seat].stand_in
