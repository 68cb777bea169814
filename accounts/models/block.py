"""Muting and blocking other players."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """``mute`` hides what the other player writes; ``block`` also prevents the two from being seated together."""

    MUTE = "mute", _("muted")
    BLOCK = "block", _("blocked")


class Block(models.Model):
    """``by`` does not see what ``whom`` writes; if the kind is ``block``, the two are not seated together either."""

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocks", db_index=False, verbose_name=_("player")
    )
    whom = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocked_by", verbose_name=_("muted or blocked player")
    )
    kind = models.CharField(_("kind"), max_length=5, choices=Kind)
    created = models.DateTimeField(_("since"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        default_permissions = ("view",)
        constraints: ClassVar = [
            models.UniqueConstraint("by", "whom", name="one_block_a_pair"),
            models.CheckConstraint(condition=~models.Q(by=models.F("whom")), name="nobody_blocks_themselves"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}"
