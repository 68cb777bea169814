"""Ratings and every change of them."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match

START_RATING = 1500


class Rating(models.Model):
    """A player's rating in one ruleset and size, in whole points so that every change adds up as shown."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="ratings", db_index=False, verbose_name=_("player")
    )
    ruleset = models.CharField(_("ruleset"), max_length=32)
    size_class = models.CharField(_("size"), max_length=4)
    value = models.IntegerField(_("rating"), default=START_RATING)
    matches = models.PositiveIntegerField(_("rated matches"), default=0)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        default_permissions = ("view",)
        constraints: ClassVar = [
            models.UniqueConstraint("user", "ruleset", "size_class", name="one_rating_a_player_and_game")
        ]
        indexes: ClassVar = [models.Index("ruleset", "size_class", F("value").desc(), F("id"), name="rating_ladder")]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.size_class}: {self.value}"


class ChangeKind(models.TextChoices):
    """Why a rating changed."""

    MATCH = "match", _("match")
    VOID = "void", _("match voided")


class RatingChange(models.Model):
    """One change of a rating by a match, or its being taken back. Rows are only ever added."""

    match = models.ForeignKey(
        Match, models.PROTECT, related_name="rating_changes", db_index=False, verbose_name=_("match")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="rating_changes", verbose_name=_("player")
    )
    rating = models.ForeignKey(Rating, models.PROTECT, related_name="changes", verbose_name=_("rating"))
    kind = models.CharField(_("kind"), max_length=5, choices=ChangeKind)
    before = models.IntegerField(_("before"))
    delta = models.IntegerField(_("change"))
    after = models.IntegerField(_("after"))
    created = models.DateTimeField(_("when"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        default_permissions = ("view",)
        ordering = ("id",)
        constraints: ClassVar = [
            models.UniqueConstraint("match", "rating", "kind", name="one_change_a_match_rating_and_kind")
        ]

    def __str__(self) -> str:
        return f"{self.before} {self.delta:+d}"
