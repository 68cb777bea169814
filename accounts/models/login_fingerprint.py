"""Sign-in fingerprints, which suggest that two accounts belong to the same person."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class FingerprintKind(models.TextChoices):
    """The kinds of fingerprints: devices and IP addresses."""

    DEVICE = "device", _("device")
    ADDRESS = "address", _("address")


class LoginFingerprint(models.Model):
    """A device or IP address that ``user`` signed in from. Only its keyed hash is stored, as ``mark``."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="traces", db_index=False, verbose_name=_("player")
    )
    kind = models.CharField(_("kind"), max_length=7, choices=FingerprintKind)
    mark = models.CharField(_("fingerprint"), max_length=32, db_index=True)
    last = models.DateTimeField(_("last seen"), default=timezone.now, db_index=True)

    class Meta:
        db_table = "accounts_accounttrace"  # the old name, because the previous version still runs during an update
        verbose_name = _("sign-in fingerprint")
        verbose_name_plural = _("sign-in fingerprints")
        default_permissions = ("view",)
        constraints: ClassVar = [
            models.UniqueConstraint("user", "kind", "mark", name="one_trace_a_place"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.mark[:8]}"
