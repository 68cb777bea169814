"""Matches that players end: resigning, breaking off, claiming the win over somebody who is away."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Match, Reason
from games.services.results import break_off_match, finish_match, sides_but
from games.services.running import check_running, match_service, require_seat
from games.services.stand_ins import sit_in
from games.services.versioning import next_version
from games.state.announce import Change
from games.state.errors import Unavailable
from games.state.live_match import LiveMatch
from games.state.store import MatchStore


@match_service
def resign_match(store: MatchStore, *, code: str, user_id: int) -> Change:
    """Give a running match up. Between two sides the other one wins, the scores as they stand.

    Among more, a bot plays the seat to the end, for good; with the last person who could come back the match ends, and
    all of them have left it alike. Raises NotFound, Illegal, Forbidden, Unavailable a second time.
    """
    row = store.lock(code)
    check_running(row)
    live = store.load(row)
    seat = require_seat(live, user_id)
    others = [live.seats[other] for other in live.people if other != seat]
    if live.game.side_count > 2 and others:
        live.change_seat(seat, left=True)
        if not all(other.left for other in others):
            return sit_in(store, live, seat)
    finish_match(store, live, reason=Reason.RESIGNED, winners=sides_but(live, seat), seat=seat)
    return next_version(store, live)


@match_service
def abort_match(store: MatchStore, *, code: str, user_id: int, on: bool = True) -> Change | None:
    """Break a running match off, so that it counts for nothing: at once before everybody has played a card.

    Later this only offers it, and it is done once all who play have offered it. With ``on`` false the offer is taken
    back, or those of the others are declined. None where that changes nothing.
    Raises NotFound, Illegal, Forbidden, Unavailable for who gave it up.
    """
    row = store.lock(code)
    check_running(row)
    live = store.load(row)
    seat = require_seat(live, user_id)
    if live.early and on:
        return break_off_match(store, live, seat=seat)
    match = Match.objects.only("abort_offers").get(pk=row.id)
    offers = _answered(set(match.abort_offers), seat, on)
    asked = [number for number in live.people if _plays(live, number)]
    if offers.issuperset(asked):
        return break_off_match(store, live, seat=seat if asked == [seat] else None)
    if sorted(offers) == match.abort_offers:
        return None
    Match.objects.filter(pk=row.id).update(abort_offers=sorted(offers))
    return next_version(store, live, reload=True)


@match_service
def claim_win(store: MatchStore, *, code: str, user_id: int) -> Change:
    """Win a match of two because the other one is away and his grace is over. Nothing is won before both have played.

    Raises NotFound, Illegal, Forbidden, Unavailable while the other is there or still waited for.
    """
    row = store.lock(code)
    check_running(row)
    live = store.load(row)
    seat = require_seat(live, user_id)
    ends = None if live.many else live.seats[1 - seat].grace_ends
    if ends is None or ends > timezone.now():
        raise Unavailable("not_yet", _("The other player still has time to return."))
    live.change_seat(1 - seat, left=True)
    if live.early:
        return break_off_match(store, live, seat=1 - seat)
    finish_match(store, live, reason=Reason.LEFT, winners=[live.game.sides[seat]], seat=1 - seat)
    return next_version(store, live)


def _answered(offers: set[int], seat: int, on: bool) -> set[int]:
    """Who offers to break off once ``seat`` offers it too, takes that back, or wants to play on."""
    if on:
        return offers | {seat}
    return offers - {seat} if seat in offers else set()


def _plays(live: LiveMatch, seat: int) -> bool:
    return not live.seats[seat].stand_in
