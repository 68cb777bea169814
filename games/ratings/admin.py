"""Read-only admin pages for ratings."""

from django.contrib import admin

from accounts.admin.base import ReadOnly
from games.ratings.models import Rating, RatingChange


@admin.register(Rating)
class RatingAdmin(ReadOnly[Rating], admin.ModelAdmin[Rating]):
    """Ratings, highest first."""

    list_display = ("user", "ruleset", "size_class", "value", "matches")
    list_filter = ("ruleset", "size_class")
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
