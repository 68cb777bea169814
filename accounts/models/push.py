"""Devices that receive the site's push notifications."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

MAX_ENDPOINT = 1_000  # browsers use 100 to 600 characters
MAX_USER_AGENT = 300


class PushSubscription(models.Model):
    """A browser in which ``user`` has turned on push notifications, with the data from its push service.

    ``endpoint`` is the URL that the service assigned to this browser. Notifications are encrypted with ``public_key``
    and ``secret`` (p256dh and auth in RFC 8291). ``session`` identifies the session that turned them on.
    ``last_used`` is a date without a time, so that it does not reveal when the user plays.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_subscriptions", verbose_name=_("player")
    )
    endpoint = models.CharField(_("address"), max_length=MAX_ENDPOINT, unique=True, editable=False)
    public_key = models.CharField(_("public key"), max_length=88, editable=False)
    secret = models.CharField(_("secret"), max_length=24, editable=False)
    user_agent = models.CharField(_("browser"), max_length=MAX_USER_AGENT, blank=True, default="")
    language = models.CharField(_("language"), max_length=8)
    session = models.CharField(_("session"), max_length=32, editable=False)
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    last_used = models.DateField(_("last used"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("device with push notifications")
        verbose_name_plural = _("devices with push notifications")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.user_id}: {self.created:%Y-%m-%d}"
