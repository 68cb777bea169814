"""The rows of ratings: what matches that are over change, and what a match's being voided takes back."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from games.models import Match, Reason, Seat
from games.ratings.elo import Chair, Held, Standing, changes_of_match
from games.ratings.ladder_update import RatingBook, is_ranked
from games.ratings.models import ChangeKind, Rating, RatingChange, ladder_class
from games.rules import find_ruleset
from games.state.match_sql import update_rows

SEAT_RATINGS = ["rating_before", "rating_change", "ranked"]


class Rated(NamedTuple):
    """A match that rates players, its seats, and the ratings that it takes as given, by user."""

    match: Match
    seats: Sequence[Seat]
    given: Mapping[int, int]


def rate_match(match: Match) -> None:
    """Change the ratings of those whom a match that has its result rates."""
    seats = list(seats_of([match]))
    rate_matches([match], {match.pk: seats})
    update_rows(seats, SEAT_RATINGS)


def rate_matches(matches: Sequence[Match], seats: Mapping[int, Sequence[Seat]]) -> None:
    """Change the ratings of those whom matches that have their results rate; their seats are the caller's to save.

    A rated match between people rates them all. One with bots rates the bots alone, and only where ranked people played
    with them until the rules, or a bot, ended it: their ratings are taken as given, and kept with their seats. A bot
    that plays with its operator, or with bots alone, is not rated.
    """
    by_ladder: dict[tuple[str, ...], list[Rated]] = {}
    for match in matches:
        own = seats[match.pk]
        if _tells_of_bots(match, own):
            _take_as_given(match, [seat for seat in own if not is_bots(seat)])
        given = given_by(match, own)
        if given is not None:
            by_ladder.setdefault(tuple(key_of(match).values()), []).append(Rated(match, own, given))
    for _key, rated in sorted(by_ladder.items()):
        _rate_on_ladder(rated)


def seats_of(matches: Collection[Match]) -> QuerySet[Seat]:
    """The seats of matches in order, with their players."""
    return Seat.objects.filter(match__in=matches).select_related("user").order_by("match", "number")


def is_bots(seat: Seat) -> bool:
    """Whether a bot has this seat: one of the site's, or somebody's program."""
    return seat.user is not None and seat.user.is_bot


def given_by(match: Match, seats: Sequence[Seat]) -> dict[int, int] | None:
    """The ratings that a match takes as given and leaves alone: those of people among bots. None: it rates nobody."""
    people = [seat for seat in seats if not is_bots(seat)]
    if len(people) == len(seats):
        return {} if match.rated else None
    given = {seat.user_id or 0: seat.rating_before for seat in people if seat.rating_before is not None}
    return given if people and len(given) == len(people) else None


def _tells_of_bots(match: Match, seats: Sequence[Seat]) -> bool:
    """Whether bots may be rated by this match: a bot that gives up, or lets its time run out, has lost."""
    bots = {seat.number: seat.user for seat in seats if is_bots(seat)}
    people = {seat.user_id for seat in seats if seat.number not in bots}
    if not bots or any(bot is not None and bot.operator_id in people for bot in bots.values()):
        return False
    return match.result_reason == Reason.RULES if match.result_seat is None else match.result_seat in bots


def _take_as_given(match: Match, people: Sequence[Seat]) -> None:
    known = Rating.objects.filter(user__in=[seat.user_id for seat in people], ranked=True, **key_of(match))
    values = dict(known.values_list("user", "value"))
    if len(values) == len(people) and not any(seat.left for seat in people):
        for seat in people:
            seat.rating_before, seat.ranked = values[seat.user_id or 0], True


def _rate_on_ladder(rated: Sequence[Rated]) -> None:
    """Rate matches of one ladder, one after the other."""
    players = {seat.user_id or 0 for match in rated for seat in match.seats}
    changed = {seat.user_id or 0 for match in rated for seat in match.seats if seat.user_id not in match.given}
    book = RatingBook(key_of(rated[0].match), changed, opponents=players)
    for match, seats, given in rated:
        chairs = chairs_of(match, seats)
        own = {chair.player: book.ratings[chair.player] for chair in chairs if chair.player not in given}
        held = {user: Held(rating.value, rating.matches) for user, rating in own.items()}
        held |= {user: Held(value) for user, value in given.items()}
        deltas = changes_of_match(chairs, standings_of(match), held)
        opponents = opponents_of(chairs)
        book.meet({user: opponents[user] for user in own}, by=1)
        for user, rating in sorted(own.items()):
            rating.month = month_of(match)
            book.change(user, match, ChangeKind.MATCH, deltas[user])
        for seat in seats:
            if (held_now := own.get(seat.user_id or 0)) is not None:
                delta = deltas[held_now.user_id]
                seat.rating_before, seat.rating_change, seat.ranked = held_now.value - delta, delta, held_now.ranked
    book.save()


def take_back_ratings(match: Match) -> None:
    """Give back what a match that is voided did to ratings: by new changes, the first ones stay in the log."""
    changes = list(RatingChange.objects.filter(match=match, kind=ChangeKind.MATCH))
    if not changes:
        return
    opponents = opponents_of(chairs_of(match, list(seats_of([match]))))
    book = RatingBook(key_of(match), {change.user_id for change in changes}, opponents=opponents)
    book.meet(opponents, by=-1)
    for change in changes:
        book.change(change.user_id, match, ChangeKind.VOID, -change.delta)
    book.save()


def key_of(match: Match) -> dict[str, str]:
    """The ladder to which a match belongs."""
    return {"ruleset": match.ruleset, "size_class": ladder_class(match.size_class)}


def month_of(match: Match) -> int:
    """The month in which a match ended, as Rating keeps it."""
    if match.finished is None:
        raise ValueError("the match is not over")
    return match.finished.year * 100 + match.finished.month


def chairs_of(match: Match, seats: Sequence[Seat]) -> list[Chair]:
    """Who sat where, for the arithmetic; the seats in their order."""
    side_of_seat = find_ruleset(match.ruleset).sides_for(match.options)
    return [
        Chair(seat.user_id or 0, side, seat.left and not seat.bot)
        for seat, side in zip(seats, side_of_seat, strict=True)
    ]


def standings_of(match: Match) -> list[Standing]:
    """How the sides of a match stand to each other."""
    return [(side in match.winners, score) for side, score in enumerate(match.sides)]


def opponents_of(chairs: Sequence[Chair]) -> dict[int, set[int]]:
    """Against whom each player played: everybody on another side."""
    return {own.player: {chair.player for chair in chairs if chair.side != own.side} - {own.player} for own in chairs}


@transaction.atomic
def rank_again(*, user_id: int) -> None:
    """Put somebody on the ladders or take them off, as their account now stands."""
    for rating in Rating.objects.select_for_update(of=("self",)).select_related("user").filter(user=user_id):
        if rating.ranked != is_ranked(rating):
            rating.ranked = not rating.ranked
            rating.save(update_fields=["ranked"])
