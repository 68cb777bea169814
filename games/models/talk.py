"""What is said at a table, and what is reported of it."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match

MAX_LINE = 300
MAX_WORDS = 1_000


class Room(models.TextChoices):
    """Where a line is read: players and spectators of a table do not hear each other."""

    PLAYERS = "players", _("players")
    SPECTATORS = "spectators", _("spectators")


class ChatLine(models.Model):
    """A line: words of one's own, or the key of a phrase that each reader sees in their language."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="lines", db_index=False, verbose_name=_("match"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="lines", db_index=False, verbose_name=_("player")
    )
    room = models.CharField(_("room"), max_length=10, choices=Room)
    text = models.CharField(_("text"), max_length=MAX_LINE, blank=True, default="")
    phrase = models.CharField(_("phrase"), max_length=20, blank=True, default="")
    created = models.DateTimeField(_("sent"), default=timezone.now, editable=False)
    hidden = models.DateTimeField(_("hidden"), null=True, blank=True, help_text=_("When it was hidden."))
    hidden_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("hidden by")
    )

    class Meta:
        verbose_name = _("chat message")
        verbose_name_plural = _("chat messages")
        default_permissions = ("view",)
        permissions: ClassVar = [("hide_chatline", _("Can hide a chat message"))]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(text="", phrase=""), name="a_line_says_something"),
        ]
        indexes: ClassVar = [
            models.Index("match", "room", F("id").desc(), name="line_table"),
            models.Index("user", F("created").desc(), name="line_author"),
        ]

    def __str__(self) -> str:
        return self.text or self.phrase


class ReportReason(models.TextChoices):
    """What somebody is reported for."""

    WORDS = "words", _("Insults, threats or hate")
    SPAM = "spam", _("Advertising or flooding the chat")
    CHEATING = "cheating", _("Collusion or other cheating")
    STALLING = "stalling", _("Stalling, or leaving on purpose")
    NAME = "name", _("An offensive name")
    OTHER = "other", _("Something else")


class Report(models.Model):
    """``by`` reports ``whom``. ``lines`` are the last ones that ``by`` could read then, whatever becomes of them."""

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
    match = models.ForeignKey(Match, models.PROTECT, related_name="reports", verbose_name=_("match"))
    reason = models.CharField(_("reason"), max_length=10, choices=ReportReason)
    words = models.TextField(_("details"), max_length=MAX_WORDS, blank=True, default="")
    lines: "models.JSONField[Any, Any]" = models.JSONField(_("recent messages"), default=list)
    created = models.DateTimeField(_("reported on"), default=timezone.now, editable=False)
    handled = models.DateTimeField(_("handled"), null=True, blank=True)
    handled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("handled by")
    )

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        default_permissions = ("view",)
        permissions: ClassVar = [("handle_report", _("Can handle a report"))]
        indexes: ClassVar = [
            models.Index("by", F("created").desc(), name="report_author"),
            models.Index(F("created").desc(), condition=Q(handled__isnull=True), name="report_open"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"
