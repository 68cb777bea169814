"""Chat at a table."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

MAX_LINE = 300


class Room(models.TextChoices):
    """The chat room to which a line belongs. A table's players and spectators have separate rooms."""

    PLAYERS = "players", _("players")
    SPECTATORS = "spectators", _("spectators")


class ChatLine(models.Model):
    """A chat line: either free text or the key of a phrase that is translated for each reader."""

    match = models.ForeignKey(
        "games.Match", models.CASCADE, related_name="lines", db_index=False, verbose_name=_("match")
    )
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
