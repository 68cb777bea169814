"""Titles that players earn with their best rating. A player loses the title if that rating falls too low."""

from collections.abc import Collection
from typing import TypeVar

from django.db.models import Max, Model, OuterRef, QuerySet, Subquery
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.ratings.models import Rating

BEST_RATING = "best_rating"
Row = TypeVar("Row", bound=Model)

TITLES: tuple[tuple[int, Promise], ...] = (  # the lowest rating for each title, highest first
    (2200, _("Master")),
    (2000, _("Expert")),
    (1800, pgettext_lazy("title", "Advanced")),
)


def title_for(value: int) -> str:
    """Return the title for a rating, or an empty string if the rating is too low for one."""
    return next((str(title) for least, title in TITLES if value >= least), "")


def titles_of(user_ids: Collection[int]) -> dict[int, str]:
    """Return these users' titles, keyed by user ID. A title depends on the user's best rating in any game.

    Users without a title are left out. Bots have none.
    """
    best = _titled().filter(user__in=user_ids).values_list("user").annotate(Max("value"))
    return {user_id: title_for(value) for user_id, value in best}


def with_best_rating(rows: QuerySet[Row]) -> QuerySet[Row]:
    """Annotate each row with the rating that gives its ``user`` a title, so that ``title_of`` needs no extra query."""
    best = _titled().filter(user=OuterRef("user")).values("user").annotate(best=Max("value")).values("best")
    annotated: QuerySet[Row] = rows.annotate(**{BEST_RATING: Subquery(best)})
    return annotated


def title_of(row: Model) -> str:
    """Return the title of the user in a row from ``with_best_rating``, or an empty string."""
    best = getattr(row, BEST_RATING, None)
    return title_for(best) if best else ""


def _titled() -> QuerySet[Rating]:
    """Return the ratings that have earned a title."""
    return Rating.objects.filter(ranked=True, of_bot=False, value__gte=TITLES[-1][0]).order_by()
