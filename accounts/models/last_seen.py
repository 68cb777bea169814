"""The times at which users were last online."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class LastSeen(models.Model):
    """The last time that ``user`` had a page of the site open. It is updated while the page stays open.

    This is a separate table, because the user table has many indexes and every request reads it.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        primary_key=True,
        related_name="last_seen",
        verbose_name=_("player"),
    )
    at = models.DateTimeField(_("last online"))

    class Meta:
        verbose_name = _("last time online")
        verbose_name_plural = _("last-seen times")
        default_permissions = ("view",)
        indexes: ClassVar = [models.Index("at", name="last_seen_at")]

    def __str__(self) -> str:
        return f"{self.user_id}"
