"""Sanctions and the appeals against them."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

MAX_WORDS = 1_000


class SanctionKind(models.TextChoices):
    """The kinds of sanctions, mildest first."""

    WARN = "warn", _("warning")
    MUTE = "mute", _("chat ban")
    UNRATED = "unrated", _("rated match ban")
    SUSPEND = "suspend", _("suspended")
    CLOSE = "close", _("account closed")


# The User columns that hold a copy of a sanction's end, so that requests need no extra query.
COLUMNS = {
    SanctionKind.MUTE: "muted_until",
    SanctionKind.UNRATED: "unrated_until",
    SanctionKind.SUSPEND: "barred_until",
    SanctionKind.CLOSE: "barred_until",
}


class Sanction(models.Model):
    """A sanction that the moderator ``by`` imposed on ``user``.

    It applies until the time ``ends``, or permanently if that is null, unless it is ``lifted`` earlier. A warning
    restricts nothing. ``reason`` is shown only to staff, and ``message`` to the player, who may appeal once.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="sanctions", db_index=False, verbose_name=_("player")
    )
    measure = models.CharField(_("measure"), max_length=10, choices=SanctionKind)
    reason = models.CharField(_("reason"), max_length=200)
    message = models.TextField(_("message to the player"), max_length=MAX_WORDS)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("imposed by"))
    created = models.DateTimeField(_("since"), default=timezone.now, editable=False)
    ends = models.DateTimeField(_("ends"), null=True, blank=True)
    lifted = models.DateTimeField(_("lifted"), null=True, blank=True)
    appeal = models.TextField(_("appeal"), max_length=MAX_WORDS, blank=True, default="")
    appealed = models.DateTimeField(_("appealed"), null=True, blank=True)
    answer = models.TextField(_("answer to the appeal"), max_length=MAX_WORDS, blank=True, default="")
    answered = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        default_permissions = ("view",)
        permissions: ClassVar = [
            ("impose_sanction", _("Can impose and lift sanctions")),
            ("answer_appeal", _("Can answer appeals")),
        ]
        indexes: ClassVar = [
            models.Index("user", F("created").desc(), name="sanction_person"),
            models.Index("appealed", condition=Q(appealed__isnull=False, answered=None), name="sanction_appeals"),
        ]

    def __str__(self) -> str:
        return f"{self.get_measure_display()} ({self.created:%Y-%m-%d})"

    @property
    def holds(self) -> bool:
        """Return whether the sanction restricts the player now."""
        is_over = self.ends is not None and self.ends <= timezone.now()
        return self.measure != SanctionKind.WARN and self.lifted is None and not is_over
