"""Ways for players to end a match: resigning, aborting, and claiming the win after the opponent left."""

from contextlib import suppress
from functools import partial

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Match, Reason
from games.selectors.seats import aborted_by_another, unfinished_against_bots
from games.services.match_service import check_running, match_service, require_seat
from games.services.results import end_aborted, finish_match, sides_but
from games.services.stand_ins import seat_stand_in
from games.services.versioning import next_version
from games.state.announce import Change
from games.state.errors import Illegal, Unavailable
from games.state.live_match import LiveMatch
from games.state.store import MatchStore


@match_service
def resign_match(store: MatchStore, *, code: str, user_id: int) -> Change:
    """Resign a running match. In a match with two sides, the other side wins; the scores stay as they are.

    In a match with more sides, a stand-in bot plays the seat to the end, and the match ends once no person is left who
    could return. Raises NotFound, Illegal, Forbidden, and Unavailable if the user has already resigned.
    """
    row = store.lock(code)
    check_running(row)
    live = store.load(row)
    seat = require_seat(live, user_id)
    others = [live.seats[other] for other in live.people if other != seat]
    if live.game.side_count > 2 and others:
        live.change_seat(seat, left=True)
        if not all(other.left for other in others):
            return seat_stand_in(store, live, seat)
    finish_match(store, live, reason=Reason.RESIGNED, winners=sides_but(live, seat), seat=seat)
    return next_version(store, live)


@match_service
def abort_match(store: MatchStore, *, code: str, user_id: int, on: bool = True) -> Change | None:
    """Abort a running match, so that it does not count. Until every seat has played a card, this takes effect at once.

    After that, it is only an offer, and the match is aborted once everyone who is still playing has made the same
    offer. If ``on`` is false, the user withdraws their offer or declines those of others. Return None if nothing
    changes. Raises NotFound, Illegal, Forbidden, and Unavailable if the user has resigned.
    """
    row = store.lock(code)
    check_running(row)
    live = store.load(row)
    seat = require_seat(live, user_id)
    if live.early and on:
        return end_aborted(store, live, seat=seat)
    match = Match.objects.only("abort_offers").get(pk=row.id)
    offers = _answered(set(match.abort_offers), seat, on)
    asked = [number for number in live.people if _plays(live, number)]
    if offers.issuperset(asked):
        return end_aborted(store, live, seat=seat if asked == [seat] else None)
    if sorted(offers) == match.abort_offers:
        return None
    is_declined = not on and seat not in match.abort_offers
    columns = {"abort_offers": sorted(offers), "abort_declined": seat if is_declined else None}
    Match.objects.filter(pk=row.id).update(**columns)
    return next_version(store, live, reload=True)


def abort_earlier_bot_matches(match: Match, live: LiveMatch) -> None:
    """If only bots play against a person, abort some of that person's earlier matches against bots after the commit.

    A match against bots can be left at any time, so unfinished ones would pile up. API bots may play more at once.
    """
    people = [seat for seat in live.seats if seat.is_person]
    user_id = people[0].user_id
    if len(people) == 1 and user_id is not None and not people[0].is_bot:
        transaction.on_commit(partial(_abort_before, match, user_id), robust=True)


def _abort_before(match: Match, user_id: int) -> None:
    """Abort the user's earlier matches against bots that do not go on beside this one, locking one after the other."""
    earlier = unfinished_against_bots(user_id).filter(started__lt=match.started)
    for other in aborted_by_another(earlier):
        with suppress(Illegal):  # it has just ended
            abort_match(code=other.code, user_id=user_id)


@match_service
def claim_win(store: MatchStore, *, code: str, user_id: int) -> Change:
    """Claim the win in a two-player match because the opponent left and their grace period is over.

    If one of the players has not played a card yet, the match is aborted instead. Raises NotFound, Illegal or
    Forbidden. Raises Unavailable while the opponent is connected or still has time to return.
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
        return end_aborted(store, live, seat=1 - seat)
    finish_match(store, live, reason=Reason.LEFT, winners=[live.game.sides[seat]], seat=1 - seat)
    return next_version(store, live)


def _answered(offers: set[int], seat: int, on: bool) -> set[int]:
    """Return the seats that offer to abort, after ``seat`` has made an offer, withdrawn its offer, or declined."""
    if on:
        return offers | {seat}
    return offers - {seat} if seat in offers else set()


def _plays(live: LiveMatch, seat: int) -> bool:
    return not live.seats[seat].stand_in
