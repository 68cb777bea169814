"""Hints that players ask for in casual matches against the site's bots."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class Hint(models.Model):
    """A hint for the position after ``moves_made`` moves, when it was ``seat``'s turn.

    ``answered`` is None until a bot process has found the answer. The answer is the ``move`` to make. If the strongest
    bot compares moves in that position, the answer also contains the move's expected ``points`` relative to the other
    sides, the ``next_move``, the next best one, with its ``next_points``, a ``reason``, and beside a card the
    ``call_chance`` that a call which could be challenged is true. If the position changes before a hint is answered,
    the hint is deleted, so every answered hint counts as used.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="hints", db_index=False, verbose_name=_("match"))
    moves_made = models.PositiveIntegerField(_("earlier moves"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    asked = models.DateTimeField(_("asked"), default=timezone.now, editable=False)
    answered = models.DateTimeField(_("answered"), null=True, blank=True, editable=False)
    move = models.JSONField(_("move"), null=True, blank=True)
    points = models.FloatField(_("expected points"), null=True, blank=True)
    next_points = models.FloatField(_("expected points of the next best move"), null=True, blank=True)
    next_move = models.JSONField(_("next best move"), null=True, blank=True)
    reason = models.JSONField(_("reason"), null=True, blank=True)
    call_chance = models.PositiveSmallIntegerField(_("chance of a call"), null=True, blank=True)

    class Meta:
        verbose_name = _("hint")
        verbose_name_plural = _("hints")
        default_permissions = ()
        constraints: ClassVar = [models.UniqueConstraint("match", "moves_made", name="one_hint_a_position")]
        indexes: ClassVar = [models.Index("asked", condition=Q(answered__isnull=True), name="hint_waiting")]

    def __str__(self) -> str:
        return f"{self.match_id} after {self.moves_made}"
