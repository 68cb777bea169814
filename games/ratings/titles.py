"""Titles that players earn with their best rating. Like the rating, a title can be lost again."""

from collections.abc import Collection

from django.db.models import Max
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.ratings.models import Rating

TITLES: tuple[tuple[int, Promise], ...] = (  # the lowest rating for each title, highest first
    (2200, _("Master")),
    (2000, _("Expert")),
    (1800, pgettext_lazy("title", "Advanced")),
)


def title_for(value: int) -> str:
    """Return the title for a rating, or an empty string if the rating is too low for one."""
    return next((str(title) for least, title in TITLES if value >= least), "")


def titles_of(user_ids: Collection[int]) -> dict[int, str]:
    """Return these users' titles, which depend on their best rating in any game.

    Users without a title are left out. Bots have none.
    """
    rated = Rating.objects.filter(user__in=user_ids, ranked=True, of_bot=False, value__gte=TITLES[-1][0])
    best = rated.order_by().values_list("user").annotate(Max("value"))
    return {user_id: title_for(value) for user_id, value in best}
