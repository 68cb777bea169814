"""The server processes, recorded so that outages can be detected."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class ServerProcess(models.Model):
    """A server process that acts on players' clocks.

    While its heartbeat is missing, the players connected to it may be unable to move.
    """

    name = models.CharField(_("name"), max_length=32, unique=True)
    heard = models.DateTimeField(_("last heartbeat"))

    class Meta:
        verbose_name = _("server process")
        verbose_name_plural = _("server processes")
        default_permissions = ()
        indexes: ClassVar = [models.Index("heard", name="process_heard")]

    def __str__(self) -> str:
        return self.name
