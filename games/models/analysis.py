"""Analyses of finished matches."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match, Seat


class AnalysisStatus(models.TextChoices):
    """The state of an analysis."""

    QUEUED = "queued", _("waiting")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")


UNFINISHED = (AnalysisStatus.QUEUED, AnalysisStatus.RUNNING)


class Analysis(models.Model):
    """The analysis of a match, requested by a user.

    While an analysis is running, it belongs to the process that claimed it. The process keeps extending
    ``leased_until``; after that time, any other process may claim the analysis. ``attempts`` counts the claims.
    ``steps`` contains the finished steps of ``games.bots.analysis``, as JSON. ``done_steps`` is the number of finished
    steps, and ``all_steps`` is the total number.
    """

    match = models.OneToOneField(
        Match, models.CASCADE, primary_key=True, related_name="analysis", verbose_name=_("match")
    )
    status = models.CharField(_("status"), max_length=7, choices=AnalysisStatus, default=AnalysisStatus.QUEUED)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("requested by")
    )
    created = models.DateTimeField(_("requested"), default=timezone.now)
    leased_until = models.DateTimeField(_("claimed until"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    done_steps = models.PositiveIntegerField(_("steps done"), default=0)
    all_steps = models.PositiveIntegerField(_("steps"), default=0)
    steps = models.JSONField(_("analysis"), default=list, blank=True)

    class Meta:
        verbose_name = _("analysis")
        verbose_name_plural = _("analyses")
        default_permissions = ()
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(status__in=AnalysisStatus.values), name="analysis_status_is_known"),
            models.UniqueConstraint(
                fields=("requested_by",), condition=Q(status__in=UNFINISHED), name="one_unfinished_analysis_a_user"
            ),
        ]
        indexes: ClassVar = [
            models.Index("created", condition=Q(status__in=UNFINISHED), name="analysis_queue"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class SeatAccuracy(models.Model):
    """A person's accuracy in an analysed match: a percentage (``accuracy``) based on a number of ``decisions``."""

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="accuracy", verbose_name=_("seat"))
    accuracy = models.FloatField(_("accuracy"))
    decisions = models.PositiveIntegerField(_("decisions"))

    class Meta:
        verbose_name = _("accuracy")
        verbose_name_plural = _("accuracies")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.accuracy:.0f}%"
