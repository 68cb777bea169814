"""Ratings, their changes, and the number of rated matches against each opponent."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.rules import find_ruleset

START_RATING = 1500
RANKED_MATCHES = 10
RANKED_OPPONENTS = 5

MORE = "more"
SIZE_CLASSES = ("2", "3", "4p", MORE)


def ladder_class(size: str) -> str:
    """Return the ladder's size class for a table size.

    Two players, three players, and four players as partners each have their own class. All other sizes share one.
    """
    return size if size in SIZE_CLASSES else MORE


class Rating(models.Model):
    """A player's rating in one ruleset and size class, in whole points, so that the displayed changes add up.

    A rating is ``ranked`` after enough matches against enough different opponents. ``opponents`` is the number of
    different opponents (see OpponentCount). ``month`` is the month of the last rated match, for example 202611.
    ``of_bot`` and ``country`` are copied from the user so that each ladder can have an index.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="ratings", db_index=False, verbose_name=_("player")
    )
    ruleset = models.CharField(_("ruleset"), max_length=32)
    size_class = models.CharField(_("size"), max_length=4)
    value = models.IntegerField(_("rating"), default=START_RATING)
    matches = models.PositiveIntegerField(_("rated matches"), default=0)
    opponents = models.PositiveIntegerField(_("different opponents"), default=0)
    ranked = models.BooleanField(_("ranked"), default=False)
    month = models.PositiveIntegerField(_("month of the last match"), default=0)
    of_bot = models.BooleanField(_("bot rating"), default=False)
    country = models.CharField(_("country"), max_length=2, blank=True, default="")

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        default_permissions = ("view",)
        constraints: ClassVar = [
            models.UniqueConstraint("user", "ruleset", "size_class", name="one_rating_a_player_and_game"),
        ]
        indexes: ClassVar = [
            models.Index(
                "ruleset",
                "size_class",
                *extra,
                F("value").desc(),
                F("id"),
                "ranked",  # without this column, SQLite reads every row to check the condition
                "of_bot",
                condition=Q(ranked=True, of_bot=False),
                name=f"rating_ladder{suffix}",
            )
            for suffix, extra in (("", ()), ("_month", ("month",)), ("_country", ("country",)))
        ]

    def __str__(self) -> str:
        return f"{gettext(find_ruleset(self.ruleset).title)} {self.size_class}: {self.value}"


class OpponentCount(models.Model):
    """The number of rated matches between the player with a rating and an opponent, not counting voided ones."""

    rating = models.ForeignKey(
        Rating, models.CASCADE, related_name="opponent_counts", db_index=False, verbose_name=_("rating")
    )
    opponent = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("opponent"))
    matches = models.PositiveIntegerField(_("rated matches"), default=0)

    class Meta:
        db_table = "games_meeting"  # see SeatStats
        verbose_name = _("opponent count")
        verbose_name_plural = _("opponent counts")
        default_permissions = ()
        constraints: ClassVar = [models.UniqueConstraint("rating", "opponent", name="one_meeting_an_opponent")]

    def __str__(self) -> str:
        return f"{self.matches}"


class ChangeKind(models.TextChoices):
    """The cause of a rating change."""

    MATCH = "match", _("match")
    VOID = "void", _("match voided")
    REPAIR = "fix", _("recalculated")


class RatingChange(models.Model):
    """A change to a rating, caused by a match, by voiding it, or by recomputing all ratings. Rows are never changed."""

    match = models.ForeignKey(
        "games.Match",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="rating_changes",
        db_index=False,
        verbose_name=_("match"),
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
            models.UniqueConstraint("match", "rating", "kind", name="one_change_a_match_rating_and_kind"),
            models.CheckConstraint(
                condition=Q(kind=ChangeKind.REPAIR) | Q(match__isnull=False), name="a_change_says_from_which_match"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.before} {self.delta:+d}"
