"""Titles: what a player's best rating has earned. Like the rating, a title can be lost again."""

from collections.abc import Collection

from django.db.models import Max
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.ratings.models import Rating

TITLES: tuple[tuple[int, Promise], ...] = (  # the lowest rating of each, the highest first
    (2200, _("Master")),
    (2000, _("Expert")),
    (1800, pgettext_lazy("title", "Advanced")),
)


def title_for(value: int) -> str:
    """Return the title for a rating; empty if it has none."""
    return next((str(title) for least, title in TITLES if value >= least), "")


def titles_of(user_ids: Collection[int]) -> dict[int, str]:
    """Return the titles of these users by their best rating in any game, omitting those without. Bots have none."""
    rated = Rating.objects.filter(user__in=user_ids, ranked=True, of_bot=False, value__gte=TITLES[-1][0])
    best = rated.order_by().values_list("user").annotate(Max("value"))
    return {user_id: title_for(value) for user_id, value in best}
