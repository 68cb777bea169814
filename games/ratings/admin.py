"""Read-only admin pages for ratings."""

from typing import ClassVar

from django.contrib import admin
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin.base import ReadOnly, filter_in_words
from games.models import Match
from games.ratings.models import Rating, RatingChange
from games.rules import find_ruleset
from games.selectors.options import size_label


def title_of(ruleset: str) -> str:
    """Return a ruleset's title."""
    return gettext(find_ruleset(ruleset).title)


@admin.display(description=_("ruleset"), ordering="ruleset")
def ruleset_title(row: Match | Rating) -> str:
    """Return the title of a row's ruleset."""
    return title_of(row.ruleset)


@admin.display(description=_("size"), ordering="size_class")
def size_in_words(rating: Rating) -> str:
    """Return the size class of a rating in words."""
    return size_label(rating.size_class)


@admin.register(Rating)
class RatingAdmin(ReadOnly[Rating], admin.ModelAdmin[Rating]):
    """Ratings, highest first."""

    in_words: ClassVar = {"ruleset": ruleset_title, "size_class": size_in_words}
    list_display = ("user", ruleset_title, size_in_words, "value", "matches")
    list_filter = (("ruleset", filter_in_words(title_of)), ("size_class", filter_in_words(size_label)))
    list_select_related = ("user",)
    search_fields = ("user__username",)
    ordering = ("-value",)
    show_full_result_count = False


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnly[RatingChange], admin.ModelAdmin[RatingChange]):
    """Rating changes, newest first."""

    list_display = ("created", "user", "match", "kind", "before", "delta", "after")
    list_filter = ("kind",)
    list_select_related = ("user", "match")
    search_fields = ("user__username", "match__code")
    ordering = ("-id",)
    show_full_result_count = False
