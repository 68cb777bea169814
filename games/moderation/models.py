"""Reports about players at a table."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.log import VERDICTS

MAX_WORDS = 1_000


class ReportReason(models.TextChoices):
    """The reason for a report."""

    WORDS = "words", _("Insults, threats or hate")
    SPAM = "spam", _("Advertising or flooding the chat")
    CHEATING = "cheating", _("Collusion or other cheating")
    STALLING = "stalling", _("Stalling, or leaving on purpose")
    NAME = "name", _("An offensive name")
    OTHER = "other", _("Something else")


class Verdict(models.TextChoices):
    """A moderator's decision about a report."""

    UPHELD = "upheld", VERDICTS["upheld"]
    DISMISSED = "dismissed", VERDICTS["dismissed"]


class Report(models.Model):
    """A report by the user ``by`` about the user ``whom``.

    ``lines`` is a copy of the last lines in the chat room that ``by`` can read, and of the last comments on the match.
    ``line`` or ``comment`` is the message that the report is about. Both are None if ``by`` has not picked one.
    ``verdict`` is set together with ``handled``. It is empty for reports that were handled before verdicts existed.
    ``read`` is the time at which ``by`` read the verdict.
    """

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="reports_made",
        db_index=False,
        verbose_name=_("reported by"),
    )
    whom = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="reports", verbose_name=_("reported")
    )
    match = models.ForeignKey("games.Match", models.PROTECT, related_name="reports", verbose_name=_("match"))
    reason = models.CharField(_("reason"), max_length=10, choices=ReportReason)
    words = models.TextField(_("details"), max_length=MAX_WORDS, blank=True, default="")
    line = models.ForeignKey(
        "games.ChatLine", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("reported message")
    )
    comment = models.ForeignKey(
        "games.Comment", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("reported comment")
    )
    lines: "models.JSONField[Any, Any]" = models.JSONField(_("recent messages"), default=list)
    created = models.DateTimeField(_("reported on"), default=timezone.now, editable=False)
    handled = models.DateTimeField(_("handled"), null=True, blank=True)
    handled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("handled by")
    )

    verdict = models.CharField(_("verdict"), max_length=10, choices=Verdict, blank=True, default="", db_default="")
    read = models.DateTimeField(_("read by the reporter"), null=True, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        default_permissions = ("view",)
        permissions: ClassVar = [("handle_report", _("Can handle a report"))]
        indexes: ClassVar = [
            models.Index("by", F("created").desc(), name="report_author"),
            models.Index(F("created").desc(), condition=Q(handled__isnull=True), name="report_open"),
            models.Index("by", condition=Q(handled__isnull=False, read__isnull=True), name="report_unread"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"
