"""Following other players."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Follow(models.Model):
    """``by`` follows ``whom``, who then appears on the friends ladder and in the friends list that ``by`` sees."""

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="follows", db_index=False, verbose_name=_("follower")
    )
    whom = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="followed_by", verbose_name=_("followed player")
    )
    created = models.DateTimeField(_("since"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("follow")
        verbose_name_plural = _("follows")
        default_permissions = ("view",)
        constraints: ClassVar = [
            models.UniqueConstraint("by", "whom", name="one_follow_a_pair"),
            models.CheckConstraint(condition=~models.Q(by=models.F("whom")), name="nobody_follows_themselves"),
        ]

    def __str__(self) -> str:
        return f"{self.by_id} → {self.whom_id}"
