"""Elo ratings, pair by pair of sides."""

from collections.abc import Collection, Sequence
from math import inf
from statistics import fmean
from typing import TypeAlias

from games.models import ChangeKind, Match, Rating, RatingChange, Seat

NEW_PLAYER_MATCHES = 30
NEW_PLAYER_K = 40
K = 20
SPREAD = 400  # that many points more: ten times the chance to win

Standing: TypeAlias = tuple[bool, float]  # is among the winners, score: what decides between two sides, in this order


def expected_score(own: float, other: float) -> float:
    """What a side of rating ``own`` may expect against ``other``: from 0 (a sure loss) to 1."""
    return 1 / (1 + 10 ** ((other - own) / SPREAD))


def surplus_of_sides(ratings: Sequence[float], standings: Sequence[Standing]) -> list[float]:
    """For each side its results against every other side (1, ½, 0) above what was to be expected, per opponent."""
    surplus = []
    for side, (rating, standing) in enumerate(zip(ratings, standings, strict=True)):
        against = [
            (1.0 if standing > standings[other] else 0.5 if standing == standings[other] else 0.0)
            - expected_score(rating, ratings[other])
            for other in range(len(ratings))
            if other != side
        ]
        surplus.append(sum(against) / len(against))
    return surplus


def k_factor(matches: int) -> int:
    """How much one match moves the rating of somebody who has played that many rated ones."""
    return NEW_PLAYER_K if matches < NEW_PLAYER_MATCHES else K


def rate_match(match: Match, side_of_seat: Sequence[int]) -> None:
    """Change the ratings of all seats of a rated match that has its result.

    Partners play with the mean of their ratings, and each gets the change, by his own K. Who has left the match is
    rated as if his side had come last, the others by what they reached.
    """
    seats = list(Seat.objects.filter(match=match).order_by("number"))
    ratings = _lock_ratings(match, [seat.user_id for seat in seats if seat.user_id is not None])
    sides: list[list[int]] = [[] for _side in match.sides]
    for seat, side in zip(seats, side_of_seat, strict=True):
        sides[side].append(ratings[seat.user_id].value)
    means = [fmean(side) for side in sides]
    gone = {side for side in range(len(sides)) if all(seat.left for seat in _of_side(seats, side_of_seat, side))}
    surplus = surplus_of_sides(means, _standings(match, last=gone))
    for seat, side in zip(seats, side_of_seat, strict=True):
        rating = ratings[seat.user_id]
        # A partner who stayed has what the side reached; who left has what it would have, had it come last.
        own = surplus_of_sides(means, _standings(match, last=gone | {side})) if seat.left else surplus
        delta = round(k_factor(rating.matches) * own[side])
        seat.rating_before, seat.rating_change = rating.value, delta
        _change_rating(rating, match, ChangeKind.MATCH, delta)
    Seat.objects.bulk_update(seats, ["rating_before", "rating_change"])


def _of_side(seats: Sequence[Seat], side_of_seat: Sequence[int], side: int) -> list[Seat]:
    return [seat for seat, its_side in zip(seats, side_of_seat, strict=True) if its_side == side]


def _standings(match: Match, *, last: Collection[int]) -> list[Standing]:
    """How the sides stand to each other, those in ``last`` behind all others."""
    return [(False, -inf) if side in last else (side in match.winners, score) for side, score in enumerate(match.sides)]


def take_back_ratings(match: Match) -> None:
    """Give back what a match that is voided did to ratings: by new changes, the first ones stay in the log."""
    changes = list(RatingChange.objects.filter(match=match, kind=ChangeKind.MATCH))
    ratings = _lock_ratings(match, [change.user_id for change in changes])
    for change in changes:
        _change_rating(ratings[change.user_id], match, ChangeKind.VOID, -change.delta)


def _lock_ratings(match: Match, users: Sequence[int]) -> dict[int | None, Rating]:
    """The players' ratings in this game, new ones made, locked in one order everywhere so that none waits in a ring."""
    key = {"ruleset": match.ruleset, "size_class": match.size_class}
    Rating.objects.bulk_create([Rating(user_id=user, **key) for user in sorted(users)], ignore_conflicts=True)
    rows = Rating.objects.select_for_update().filter(user__in=users, **key).order_by("user")
    return {rating.user_id: rating for rating in rows}


def _change_rating(rating: Rating, match: Match, kind: ChangeKind, delta: int) -> None:
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
    rating.matches += 1 if kind == ChangeKind.MATCH else -1
    rating.save(update_fields=["value", "matches"])
