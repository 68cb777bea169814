"""Ending a match and writing its result."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.sanctions import write_log
from accounts.text import clean_lines
from games.models import Match, Outcome, Reason, Seat, Status
from games.ratings.services import SEAT_RATINGS, rate_matches, seats_of, take_back_ratings
from games.rules import find_ruleset
from games.services.seat_stats import count_new_seat_stats
from games.services.versioning import next_version
from games.state.announce import Change, announce_change
from games.state.errors import Forbidden, Malformed, Unavailable
from games.state.live_match import LiveMatch
from games.state.match_log import replay_match
from games.state.match_sql import MatchRow, Values, lock_match, update_rows
from games.state.store import MatchStore

_ENDED = ["status", "finished", "result_reason", "result_seat", "sides", "winners", "wake_at", "turn", "deadline"]


class Ending(NamedTuple):
    """The end of a running match.

    ``seat`` is the seat that caused it, or None. ``leavers`` contains the seats whose players left.
    """

    match_id: int
    status: Status
    reason: Reason
    seat: int | None
    finished: datetime
    scores: list[int]
    winners: list[int]
    sides: Sequence[int]
    leavers: list[int]


def finish_match(
    store: MatchStore, live: LiveMatch, *, reason: Reason, winners: Sequence[int], seat: int | None = None
) -> None:
    """Write the result of a running match and update ratings. ``seat`` is the seat that ended it, if there is one.

    Players replaced by a stand-in bot count as having left. The caller creates and announces the next version.
    """
    _end(store, live, Status.FINISHED, reason, winners, seat)


def write_outcomes(match: Match, sides: Sequence[int]) -> None:
    """Write each seat's outcome for a match that has ended. ``sides`` contains the side of each seat."""
    seats = list(Seat.objects.filter(match=match).order_by("number"))
    _note_outcomes(match, seats, sides)
    update_rows(seats, ["side", "outcome"])


def _note_outcomes(match: Match, seats: Sequence[Seat], sides: Sequence[int]) -> None:
    for seat, side in zip(seats, sides, strict=True):
        seat.side = side
        if match.status in {Status.VOIDED, Status.ABORTED}:
            seat.outcome = Outcome(match.status)
        elif match.winners:
            seat.outcome = Outcome.WON if side in match.winners else Outcome.LOST
        else:
            seat.outcome = Outcome.DRAWN


def end_aborted(store: MatchStore, live: LiveMatch, *, seat: int | None) -> Change:
    """End a running match without a result.

    ``seat`` is the seat that caused this, or None if no single seat did.
    """
    _end(store, live, Status.ABORTED, Reason.ABORTED, (), seat)
    return next_version(store, live)


def sides_but(live: LiveMatch, seat: int) -> Sequence[int]:
    """Return all sides except the side of this seat."""
    return [side for side in range(live.game.side_count) if side != live.game.sides[seat]]


def _end(
    store: MatchStore, live: LiveMatch, status: Status, reason: Reason, winners: Sequence[int], seat: int | None
) -> None:
    live.status = status
    leavers = [number for number, facts in enumerate(live.seats) if facts.left or facts.stand_in]
    sides = live.game.sides
    facts = (reason, seat, timezone.now(), list(live.game.scores), list(winners), sides, leavers)
    store.write_last(_write_endings, Ending(live.id, status, *facts))


def _write_endings(endings: Sequence[Values]) -> None:
    """Write the results of several matches and all their consequences together.

    Many matches may end at once because their players run out of time.
    """
    found = [Ending(*ending) for ending in endings]
    matches = Match.objects.in_bulk([ending.match_id for ending in found])
    seats = _seats_by_match(matches)
    for ending in found:
        _note_ending(matches[ending.match_id], seats[ending.match_id], ending)
    update_rows(matches.values(), _ENDED)
    finished = [matches[ending.match_id] for ending in found if ending.status == Status.FINISHED]
    count_new_seat_stats(finished, seats)
    rate_matches(finished, seats)
    changed = ["finished", "grace_ends", "left", "side", "outcome", *SEAT_RATINGS]
    update_rows([seat for own in seats.values() for seat in own], changed)


def _seats_by_match(matches: Mapping[int, Match]) -> dict[int, list[Seat]]:
    seats: dict[int, list[Seat]] = {match_id: [] for match_id in matches}
    for seat in seats_of(matches.values()):
        seats[seat.match_id].append(seat)
    return seats


def _note_ending(match: Match, seats: Sequence[Seat], ending: Ending) -> None:
    match.status, match.finished = ending.status, ending.finished
    match.result_reason, match.result_seat = ending.reason, ending.seat
    match.sides, match.winners = ending.scores, ending.winners
    _stop(match)
    for seat in seats:
        seat.finished, seat.grace_ends = match.finished, None
        seat.left |= seat.number in ending.leavers
    _note_outcomes(match, seats, ending.sides)


def _stop(match: Match) -> None:
    match.wake_at = match.turn = match.deadline = None


@transaction.atomic
def void_match(*, code: str, moderator: User, reason: str) -> Change:
    """Void a match so that it does not count. Its players see the reason, and rating changes are reversed.

    Raises NotFound; Forbidden without the permission ``games.void_match`` and for players of the match; Malformed
    without a reason; Unavailable if the match is neither running nor finished.
    """
    row = lock_match(code)
    _check_may_void(row, moderator)
    reason = clean_lines(reason)
    if not reason:
        raise Malformed(message=_("Give a reason for voiding the match."))
    if row.status not in {Status.RUNNING, Status.FINISHED}:
        raise Unavailable(message=_("Only a running or finished match can be voided."))
    match = Match.objects.get(pk=row.id)
    if row.status == Status.RUNNING:
        match.sides = list(replay_match(match)[0].scores)
    take_back_ratings(match)
    _write_voided(match, reason)
    write_log(by=moderator, action="void match", about=f"match {code}", words=reason)
    change = Change(code, match.version, reload=True, ended=row.status == Status.RUNNING)
    announce_change(change)
    return change


def _check_may_void(row: MatchRow, moderator: User) -> None:
    if not moderator.has_perm("games.void_match"):
        raise Forbidden(message=_("You don’t have permission to void matches."))
    if Seat.objects.filter(match=row.id, user=moderator, bot="").exists():
        raise Forbidden(message=_("You played in this match, so another moderator has to decide."))


def _write_voided(match: Match, reason: str) -> None:
    match.status = Status.VOIDED
    match.result_reason, match.result_seat = Reason.VOIDED, None  # keep the winners: rating history needs them
    match.void_reason = reason
    match.finished = match.finished or timezone.now()
    _stop(match)
    match.version += 1
    match.save()
    Seat.objects.filter(match=match).update(finished=match.finished)
    write_outcomes(match, find_ruleset(match.ruleset).sides_for(match.options))
