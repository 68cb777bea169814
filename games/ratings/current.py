"""The current ratings that are shown beside players' names at tables and in the lobby."""

from collections.abc import Collection
from typing import NamedTuple, TypeAlias

from django.db.models import F

from games.models import Match, Seat, Status
from games.ratings.models import Rating, ladder_class

RatingKey: TypeAlias = tuple[int, str, str]  # user id, ruleset, the ladder's size class


class ShownRating(NamedTuple):
    """A rating, shown with a question mark until it is ``ranked``."""

    value: int
    ranked: bool


def rating_key(user_id: int, ruleset: str, size_class: str) -> RatingKey:
    """Return the key of a user's rating in games of this size."""
    return user_id, ruleset, ladder_class(size_class)


def current_ratings(user_ids: Collection[int], rulesets: Collection[str]) -> dict[RatingKey, ShownRating]:
    """Return these users' ratings in these rulesets. A user without a rating in a game has no entry for it."""
    rows = Rating.objects.filter(user__in=user_ids, ruleset__in=rulesets)
    columns = rows.values_list("user", "ruleset", "size_class", "value", "ranked")
    return {(user, ruleset, size): ShownRating(value, ranked) for user, ruleset, size, value, ranked in columns}


def ratings_in(match: Match, user_ids: Collection[int]) -> dict[int, ShownRating]:
    """Return the ratings in a match's game, keyed by user id. Users without one are left out.

    A finished match that changed ratings keeps showing what they were after it.
    """
    found = current_ratings(user_ids, [match.ruleset])
    keys = {user_id: rating_key(user_id, match.ruleset, match.size_class) for user_id in user_ids}
    now = {user_id: found[key] for user_id, key in keys.items() if key in found}
    return now | _ratings_after(match) if match.status == Status.FINISHED else now


def _ratings_after(match: Match) -> dict[int, ShownRating]:
    seats = Seat.objects.filter(match=match, user__isnull=False, rating_change__isnull=False)
    rows = seats.annotate(after=F("rating_before") + F("rating_change")).values_list("user", "after", "ranked")
    return {user: ShownRating(value, ranked) for user, value, ranked in rows}
