"""The times at which users were last online."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class LastSeen(models.Model):
    """``user`` had a page of the site open at ``at``, which is updated while the page stays open.

    A table of its own, because the users' table has many indexes and is read by every request.
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
        verbose_name_plural = _("last times online")
        default_permissions = ("view",)
        indexes: ClassVar = [models.Index("at", name="last_seen_at")]

    def __str__(self) -> str:
        return f"{self.user_id}"
