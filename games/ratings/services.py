"""Updating ratings when matches end, and reversing the changes when a match is voided."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from games.models import Hint, Match, Reason, Seat
from games.ratings.elo import CurrentRating, Participant, SideStanding, changes_of_match
from games.ratings.ladder_update import RatingBook, is_ranked
from games.ratings.models import ChangeKind, Rating, RatingChange, ladder_class
from games.rules import find_ruleset
from games.state.match_sql import update_rows

SEAT_RATINGS = ["rating_before", "rating_change", "ranked"]


class Rated(NamedTuple):
    """A match that changes ratings, together with its seats.

    ``fixed`` maps users to ratings that the match uses but does not change.
    """

    match: Match
    seats: Sequence[Seat]
    fixed: Mapping[int, int]


def rate_match(match: Match) -> None:
    """Update the ratings of the players in a finished match."""
    seats = list(seats_of([match]))
    rate_matches([match], {match.pk: seats})
    update_rows(seats, SEAT_RATINGS)


def rate_matches(matches: Sequence[Match], seats: Mapping[int, Sequence[Seat]]) -> None:
    """Update the ratings of the players in finished matches. The caller saves the seats.

    A rated match between people rates all of them. A match with bots rates only the bots, and only if all people in it
    are ranked, stayed until the match was played out or a bot ended it, and used no hints. The people's ratings enter
    the calculation unchanged, and are stored with their seats. If a bot plays with its operator, or only with other
    bots, the match is not rated.
    """
    by_ladder: dict[tuple[str, ...], list[Rated]] = {}
    for match in matches:
        own = seats[match.pk]
        if _may_rate_bots(match, own):
            _store_fixed_ratings(match, [seat for seat in own if not is_bot_seat(seat)])
        fixed = fixed_ratings(match, own)
        if fixed is not None:
            by_ladder.setdefault(tuple(key_of(match).values()), []).append(Rated(match, own, fixed))
    for _key, rated in sorted(by_ladder.items()):
        _rate_on_ladder(rated)


def seats_of(matches: Collection[Match]) -> QuerySet[Seat]:
    """Return the seats in these matches in order, with their users."""
    return Seat.objects.filter(match__in=matches).select_related("user").order_by("match", "number")


def is_bot_seat(seat: Seat) -> bool:
    """Return whether the player in this seat is a bot, either one of the site's bots or one that uses the API."""
    return seat.user is not None and seat.user.is_bot


def fixed_ratings(match: Match, seats: Sequence[Seat]) -> dict[int, int] | None:
    """Return the ratings that a match uses but does not change, keyed by user, or None if the match is not rated.

    These are the ratings of the people in a match with bots. In a match between people, there are none.
    """
    people = [seat for seat in seats if not is_bot_seat(seat)]
    if len(people) == len(seats):
        return {} if match.rated else None
    fixed = {seat.user_id or 0: seat.rating_before for seat in people if seat.rating_before is not None}
    return fixed if people and len(fixed) == len(people) else None


def _may_rate_bots(match: Match, seats: Sequence[Seat]) -> bool:
    """Return whether the match may change its bots' ratings. A bot that resigns or runs out of time has lost."""
    bots = {seat.number: seat.user for seat in seats if is_bot_seat(seat)}
    people = {seat.user_id for seat in seats if seat.number not in bots}
    if not bots or any(bot is not None and bot.operator_id in people for bot in bots.values()):
        return False
    is_decided = match.result_reason == Reason.RULES if match.result_seat is None else match.result_seat in bots
    return is_decided and not Hint.objects.filter(match=match, answered__isnull=False).exists()


def _store_fixed_ratings(match: Match, people: Sequence[Seat]) -> None:
    known = Rating.objects.filter(user__in=[seat.user_id for seat in people], ranked=True, **key_of(match))
    values = dict(known.values_list("user", "value"))
    if len(values) == len(people) and not any(seat.left for seat in people):
        for seat in people:
            seat.rating_before, seat.ranked = values[seat.user_id or 0], True


def _rate_on_ladder(rated: Sequence[Rated]) -> None:
    """Rate matches on one ladder, one after another."""
    players = {seat.user_id or 0 for match in rated for seat in match.seats}
    changed = {seat.user_id or 0 for match in rated for seat in match.seats if seat.user_id not in match.fixed}
    book = RatingBook(key_of(rated[0].match), changed, opponents=players)
    for one in rated:
        _rate_with(book, one)
    book.save()


def _rate_with(book: RatingBook, rated: Rated) -> None:
    """Rate one match, and store the rating changes in its seats."""
    match, seats, fixed = rated
    participants = participants_of(match, seats)
    own = {user: book.ratings[user] for user in {participant.player for participant in participants} - fixed.keys()}
    held = {user: CurrentRating(rating.value, rating.matches) for user, rating in own.items()}
    held |= {user: CurrentRating(value) for user, value in fixed.items()}
    deltas = changes_of_match(participants, standings_of(match), held)
    opponents = opponents_of(participants)
    book.count_opponents({user: opponents[user] for user in own}, by=1)
    for user, rating in sorted(own.items()):
        rating.month = month_of(match)
        book.change(user, match, ChangeKind.MATCH, deltas[user])
    for seat in seats:
        if (rating_now := own.get(seat.user_id or 0)) is not None:
            delta = deltas[rating_now.user_id]
            seat.rating_before, seat.rating_change, seat.ranked = rating_now.value - delta, delta, rating_now.ranked


def take_back_ratings(match: Match) -> None:
    """Reverse a voided match's rating changes by adding opposite ones. The original changes stay in the log."""
    changes = list(RatingChange.objects.filter(match=match, kind=ChangeKind.MATCH))
    if not changes:
        return
    opponents = opponents_of(participants_of(match, list(seats_of([match]))))
    book = RatingBook(key_of(match), {change.user_id for change in changes}, opponents=opponents)
    book.count_opponents(opponents, by=-1)
    for change in changes:
        book.change(change.user_id, match, ChangeKind.VOID, -change.delta)
    book.save()


def key_of(match: Match) -> dict[str, str]:
    """Return the Rating fields that identify the ladder of a match, with their values."""
    return {"ruleset": match.ruleset, "size_class": ladder_class(match.size_class)}


def month_of(match: Match) -> int:
    """Return the month in which a match ended, in the form of ``Rating.month``. Raises ValueError if it is not over."""
    if match.finished is None:
        raise ValueError("the match is not over")
    return match.finished.year * 100 + match.finished.month


def participants_of(match: Match, seats: Sequence[Seat]) -> list[Participant]:
    """Return a match's participants for the Elo arithmetic, in the order of the seats."""
    side_of_seat = find_ruleset(match.ruleset).sides_for(match.options)
    return [
        Participant(seat.user_id or 0, side, seat.left and not seat.bot)
        for seat, side in zip(seats, side_of_seat, strict=True)
    ]


def standings_of(match: Match) -> list[SideStanding]:
    """Return the standing of each side in a match. The better of two standings compares as the greater one."""
    return [(side in match.winners, score) for side, score in enumerate(match.sides)]


def opponents_of(participants: Sequence[Participant]) -> dict[int, set[int]]:
    """Return each player's opponents: all players on other sides."""
    return {
        own.player: {participant.player for participant in participants if participant.side != own.side} - {own.player}
        for own in participants
    }


@transaction.atomic
def rank_again(*, user_id: int) -> None:
    """Update the ``ranked`` field of a user's ratings after the status of their account has changed."""
    for rating in Rating.objects.select_for_update(of=("self",)).select_related("user").filter(user=user_id):
        if rating.ranked != is_ranked(rating):
            rating.ranked = not rating.ranked
            rating.save(update_fields=["ranked"])
