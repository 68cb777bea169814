"""Daily puzzles, and attempts by users with an account."""

from typing import Any, ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

MARGIN: Final = 1.0  # points by which the best card must beat the next best
MARGINS: Final = {"steere": 0.4}  # differences are smaller where only tricks score


def lead_in_margins(ruleset: str, points: list[float]) -> float:
    """Return how far the best of a puzzle's choices is ahead, as a multiple of the least lead that makes a puzzle."""
    return (points[0] - points[1]) / MARGINS.get(ruleset, MARGIN)


class Puzzle(models.Model):
    """A ruleset's daily puzzle: a position from a finished match in which one card is clearly best.

    The position is the one before move number ``move`` (counted from 1), as ``seat`` saw it. ``choices`` contains the
    seat's cards, best first, as ``{"move": ["play", …], "points": …}`` with the expected points relative to the other
    sides. Each rated answer changes ``rating``, which says how hard the puzzle is.
    """

    ruleset = models.CharField(_("ruleset"), max_length=32)
    date = models.DateField(_("day"))
    match = models.ForeignKey(
        "games.Match", models.PROTECT, related_name="puzzles", db_index=False, verbose_name=_("match")
    )
    move = models.PositiveIntegerField(_("move"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    choices: "models.JSONField[list[dict[str, Any]], list[dict[str, Any]]]" = models.JSONField(_("choices"))
    rating = models.PositiveSmallIntegerField(_("rating"))
    created = models.DateTimeField(_("made"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("puzzle")
        verbose_name_plural = _("puzzles")
        default_permissions = ("view",)
        constraints: ClassVar = [
            models.UniqueConstraint("ruleset", "date", name="one_puzzle_a_day"),
            models.UniqueConstraint("match", name="one_puzzle_a_match"),
        ]
        indexes: ClassVar = [models.Index(F("date").desc(), "id", name="puzzle_archive")]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.date}"


class PuzzleAttempt(models.Model):
    """A user's first answer to a puzzle. Later answers do not count.

    ``on_time`` says whether the answer was given on the puzzle's day; late answers do not count towards a streak.
    ``rating`` is the user's puzzle rating afterwards, and ``rating_change`` what the answer changed. Both are null for
    answers given before puzzles were rated.
    """

    puzzle = models.ForeignKey(
        Puzzle, models.CASCADE, related_name="attempts", db_index=False, verbose_name=_("puzzle")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="puzzle_attempts",
        db_index=False,
        verbose_name=_("player"),
    )
    move: "models.JSONField[list[Any], list[Any]]" = models.JSONField(_("move"))
    solved = models.BooleanField(_("solved"))
    on_time = models.BooleanField(_("on the day"))
    rating = models.PositiveSmallIntegerField(_("rating"), null=True)
    rating_change = models.SmallIntegerField(_("rating change"), null=True)
    created = models.DateTimeField(_("answered"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("puzzle answer")
        verbose_name_plural = _("puzzle answers")
        default_permissions = ()
        constraints: ClassVar = [models.UniqueConstraint("user", "puzzle", name="one_attempt_a_puzzle")]
        indexes: ClassVar = [models.Index("puzzle", name="attempts_of_puzzle")]

    def __str__(self) -> str:
        return f"{self.puzzle_id}: {'solved' if self.solved else 'failed'}"
