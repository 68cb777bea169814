"""The rows of ratings: what a match that is over changes, and what its being voided takes back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction
from django.db.models import F, QuerySet

from accounts.models import User
from games.models import ChangeKind, Match, Meeting, Rating, RatingChange, Reason, Seat
from games.models.rating import RANKED_MATCHES, RANKED_OPPONENTS, ladder_class
from games.rules import find_ruleset
from games.services.elo import Chair, Held, Standing, changes_of_match


def rate_match(match: Match) -> None:
    """Change the ratings of those whom a match that has its result rates.

    A rated match between people rates them all. One with bots rates the bots alone, and only where ranked people played
    with them until the rules, or a bot, ended it: their ratings are taken as given, and kept with their seats. A bot
    that plays with its operator, or with bots alone, is not rated.
    """
    seats = list(seats_of(match))
    if _tells_of_bots(match, seats):
        _take_as_given(match, [seat for seat in seats if not is_bots(seat)])
    given = given_by(match, seats)
    if given is not None:
        _rate_players(match, seats, given)


def seats_of(match: Match) -> QuerySet[Seat]:
    """The seats of a match in order, with their players."""
    return Seat.objects.filter(match=match).select_related("user").order_by("number")


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


def _rate_players(match: Match, seats: Sequence[Seat], given: Mapping[int, int]) -> None:
    chairs = chairs_of(match, seats)
    ratings = lock_ratings(match, {chair.player for chair in chairs} - set(given))
    held = {user: Held(rating.value, rating.matches) for user, rating in ratings.items()}
    held |= {user: Held(value) for user, value in given.items()}
    deltas = changes_of_match(chairs, standings_of(match), held)
    _meet(ratings, opponents_of(chairs), by=1)
    for user, rating in ratings.items():
        rating.month = month_of(match)
        _change_rating(rating, match, ChangeKind.MATCH, deltas[user])
    for seat in seats:
        if (own := ratings.get(seat.user_id or 0)) is not None:
            delta = deltas[own.user_id]
            seat.rating_before, seat.rating_change, seat.ranked = own.value - delta, delta, own.ranked
    Seat.objects.bulk_update(seats, ["rating_before", "rating_change", "ranked"])


def take_back_ratings(match: Match) -> None:
    """Give back what a match that is voided did to ratings: by new changes, the first ones stay in the log."""
    changes = list(RatingChange.objects.filter(match=match, kind=ChangeKind.MATCH))
    if not changes:
        return
    ratings = lock_ratings(match, {change.user_id for change in changes})
    chairs = chairs_of(match, list(seats_of(match)))
    _meet(ratings, opponents_of(chairs), by=-1)
    for change in changes:
        _change_rating(ratings[change.user_id], match, ChangeKind.VOID, -change.delta)


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


def is_ranked(rating: Rating) -> bool:
    """Whether a rating is sure enough for a rank; that of a closed account is on no ladder any more."""
    enough = rating.matches >= RANKED_MATCHES and rating.opponents >= RANKED_OPPONENTS
    return enough and not rating.user.is_gone


@transaction.atomic
def rank_again(*, user_id: int) -> None:
    """Put somebody on the ladders or take them off, as their account now stands."""
    for rating in Rating.objects.select_for_update(of=("self",)).select_related("user").filter(user=user_id):
        if rating.ranked != is_ranked(rating):
            rating.ranked = not rating.ranked
            rating.save(update_fields=["ranked"])


def lock_ratings(match: Match, users: Iterable[int]) -> dict[int, Rating]:
    """The players' ratings in this game, new ones made, locked in one order everywhere so that none waits in a ring."""
    who, key = set(users), key_of(match)
    known = set(Rating.objects.filter(user__in=who, **key).values_list("user", flat=True))
    new = [
        Rating(user=user, of_bot=user.is_bot, country=user.country, **key)
        for user in User.objects.filter(pk__in=who - known).order_by("pk")
    ]
    Rating.objects.bulk_create(new, ignore_conflicts=True)
    rows = Rating.objects.select_for_update(of=("self",)).select_related("user").filter(user__in=who, **key)
    return {rating.user_id: rating for rating in rows.order_by("user")}


def _meet(ratings: Mapping[int, Rating], opponents: Mapping[int, set[int]], *, by: int) -> None:
    """Count a match between those whose ratings are locked and their opponents; with ``by`` -1 take it back."""
    others = set().union(*(opponents[user] for user in ratings))
    found = Meeting.objects.filter(rating__in=ratings.values(), opponent__in=others)
    known = {(meeting.rating_id, meeting.opponent_id): meeting for meeting in found}
    new, old = [], []
    for user, rating in ratings.items():
        for other in sorted(opponents[user]):
            meeting = known.get((rating.pk, other))
            if meeting is None:
                new.append(Meeting(rating=rating, opponent_id=other, matches=by))
                rating.opponents += by
            else:
                old.append(meeting.pk)
                rating.opponents += (meeting.matches + by > 0) - (meeting.matches > 0)
    Meeting.objects.bulk_create(new)
    Meeting.objects.filter(pk__in=old).update(matches=F("matches") + by)


def _change_rating(rating: Rating, match: Match, kind: ChangeKind, delta: int) -> None:
    add_change(rating, kind, delta, match=match)
    rating.matches += 1 if kind == ChangeKind.MATCH else -1
    rating.ranked = is_ranked(rating)
    rating.save(update_fields=["value", "matches", "opponents", "ranked", "month"])


def add_change(rating: Rating, kind: ChangeKind, delta: int, *, match: Match | None) -> None:
    """Add the row of a change to the log, and the change to a rating that is locked; saving it is the caller's."""
    RatingChange.objects.create(
        match=match,
        user_id=rating.user_id,
        rating=rating,
        kind=kind,
        before=rating.value,
        delta=delta,
        after=rating.value + delta,
    )
    rating.value += delta
